/** The words of the contract about partners. */
export default {
  渠道回调地址: 'Callback addresses of a channel',
  保存渠道回调地址: 'Save a callback address',
  启用或停用渠道回调地址: 'Turn a callback address on or off',
  推送记录列表: 'Messages to partners',
  推送记录详情: 'A message to a partner',
  重新推送未送达的消息: 'Send undelivered messages again',
  合作渠道详情: 'A partner channel',
} satisfies Record<string, string>
