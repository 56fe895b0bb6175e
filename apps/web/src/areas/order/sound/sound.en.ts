export default {
  播放录音: 'Play',
  时长: 'Length',
  录音时间: 'Recorded',
  录音已超过保存期限: 'This recording is past its retention period',
  '从今天起保存（天）': 'Keep from today (days)',
  主叫: 'From',
  被叫: 'To',
  保存至: 'Kept until',
  延长原因: 'Why kept longer',
  '通话结束并上传录音后，在这里收听。': 'Recordings are here once a call is over and its sound uploaded.',
  本单没有录音: 'There is no recording of this order',
} satisfies Record<string, string>
