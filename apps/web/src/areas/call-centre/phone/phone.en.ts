export default {
  '未保留：该城市已关闭录音': 'Not kept: its city keeps no recordings',
  '未保留〔录音〕': 'Not kept',
  号码或客户: 'Number or customer',
  '号码、尾号或客户姓名': 'Number, last digits or name',
  方向: 'Direction',
  通话时间: 'Call time',
  接通时间: 'Answered',
  结束时间: 'Ended',
  通话详情: 'Call',
  没有录音: 'No recording',
  '话务电话接入后，每通来电和去电记录在这里。': 'Every call of a connected desk phone is recorded here.',
} satisfies Record<string, string>
