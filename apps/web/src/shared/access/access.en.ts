export default {
  查找用户: 'Find a user',
  '用户名 / 姓名': 'Username / name',
  设置密码的一次性链接: 'One-time link to set the password',
  仍要关闭: 'Close all the same',
  复制链接: 'Copy link',
  '链接还没有复制，关闭后无法再次查看，只能重新生成。':
    'The link has not been copied. Once closed it cannot be seen again, only made anew.',
  '请把链接交给 {name}，打开后即可设置密码。': 'Hand the link to {name}, who sets the password behind it.',
  一次性链接: 'One-time link',
  '只显示这一次，只能使用一次，有效期至': 'Shown this once, works once, until',
  链接已复制: 'Link copied',
  '正在核对链接…': 'Checking the link…',
  返回登录: 'Back to signing in',
  链接不完整: 'The link is incomplete',
  '请求失败，请重试': 'The request failed, try again',
} satisfies Record<string, string>
