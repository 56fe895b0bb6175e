export default {
  '没有可用的短信服务商，短信发不出去。': 'No SMS provider is set up: text messages do not go out.',
  去设置短信服务商: 'Set up an SMS provider',
  '请管理员添加或启用一家。': 'An administrator can add or enable one.',
}
