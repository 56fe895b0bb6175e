export default {
  '请填写{label}': 'Fill in “{label}”',
  '请选择{label}': 'Choose “{label}”',
  '应在 {min} 到 {max} 之间': 'Must be between {min} and {max}',
  '不能小于 {min}': 'Must be at least {min}',
  '不能大于 {max}': 'Must be at most {max}',
  已恢复上次没有保存的内容: 'What you typed and did not save is back',
  从头填写: 'Start over',
  '还有 {n} 处需要修改': '{n} fields need attention',
  元: '¥',
  公里: 'km',
  倍: '×',
} satisfies Record<string, string>
