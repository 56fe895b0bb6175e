export default {
  详情: 'Details',
  '查看 {what}': 'Look at {what}',
  查看: 'View',
  时间: 'Time',
  操作内容: 'Operation',
} satisfies Record<string, string>
