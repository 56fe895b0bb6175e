export default {
  开始使用: 'Getting started',
  '客户和司机看到的名字，最多 20 个字': 'The name customers and drivers see, at most 20 characters',
  '公司全称（可不填）': 'Full company name (optional)',
  您的姓名: 'Your name',
  您的手机号: 'Your telephone number',
  登录用户名: 'Username',
  第一个城市: 'First city',
  '下一步：设置密码': 'Next: set the password',
  '建立您的公司和第一个管理员，之后的设置在系统里一步步带您完成。':
    'Creates your company and its first administrator; the console then leads you through the rest.',
}
