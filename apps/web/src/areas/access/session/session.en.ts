export default {
  密码: 'Password',
  验证码: 'Verification code',
  绑定验证器的账号填写: 'For accounts with an authenticator',
  登录: 'Sign in',
  '正在登录…': 'Signing in…',
  请输入用户名和密码: 'Enter username and password',
  '登录失败，请重试': 'Signing in failed, please try again',
  '{seconds} 秒后可重试': 'try again in {seconds} s',
} satisfies Record<string, string>
