export default {
  '请填写{label}': 'Fill in “{label}”',
  '请选择{label}': 'Choose “{label}”',
  '应在 {min} 到 {max} 之间': 'Must be between {min} and {max}',
  '不能小于 {min}': 'Must be at least {min}',
  '不能大于 {max}': 'Must be at most {max}',
  公里: 'km',
  倍: '×',
} satisfies Record<string, string>
