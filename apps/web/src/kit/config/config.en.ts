export default {
  '（当前）': ' (now)',
  第一版: 'First version',
  全部内容: 'All it says',
  与上一版比较: 'Against the one before',
  与当前版比较: 'Against the present one',
  与当前版相同: 'The same as the present one',
  '恢复为第 {n} 版': 'Return to version {n}',
  恢复: 'Return',
  恢复后: 'Afterwards',
  现在: 'Now',
  '已恢复为第 {n} 版的内容': 'Version {n} is in force again, as a new version',
  '第 {n} 版的内容会作为新的一版保存，其余版本不变。': 'What version {n} says is saved as a new version; no version is changed.',
} satisfies Record<string, string>
