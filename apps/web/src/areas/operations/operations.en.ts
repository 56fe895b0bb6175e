export default {
  日志管理: 'Logs',
  对象: 'Object',
  耗时: 'Took',
  被拒: 'Refused',
  账本: 'Ledger',
  失联司机: 'Silent drivers',
  更新于: 'As of',
  文件: 'File',
} satisfies Record<string, string>
