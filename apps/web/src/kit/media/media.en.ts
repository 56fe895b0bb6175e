export default {
  播放位置: 'Position',
  下载录音: 'Download the recording',
  '← → 移动 5 秒，PageUp PageDown 移动 30 秒，空格 播放或暂停': '← → 5 seconds, PageUp PageDown 30 seconds, space plays or pauses',
  上一张: 'Previous picture',
  下一张: 'Next picture',
  向左旋转: 'Turn left',
  向右旋转: 'Turn right',
  并排比较: 'Side by side',
  与哪一张比较: 'Beside which picture',
} satisfies Record<string, string>
