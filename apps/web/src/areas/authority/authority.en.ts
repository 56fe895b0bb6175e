export default {
  按钮: 'Button',
  系统内置: 'Built in',
  自行添加: 'Added',
} satisfies Record<string, string>
