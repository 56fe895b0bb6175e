export default {
  用户名: 'Username',
  姓名: 'Name',
  部门: 'Department',
  状态: 'Status',
  查找用户: 'Find a user',
  '用户名 / 姓名': 'Username / name',
} satisfies Record<string, string>
