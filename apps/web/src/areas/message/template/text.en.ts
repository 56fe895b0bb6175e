export default {
  '为城市或渠道新建自己的消息内容，经另一人审核后用于之后的消息。':
    'Give a city or channel a text of its own; once another person has approved it, the messages from then on say it.',
  '内容、签名或原因': 'Text, signature or reason',
  计费条数: 'Segments',
  '撤回后 {name} 的这一版不再等待审核。': 'This version of {name} then waits for approval no more.',
  '读哪种语言的人收到这条；没有该语言模板的范围沿用上级的':
    'Who reads that language is told this; where a place has no text of a language, the wider one holds',
  签名: 'Signature',
  撤回: 'Withdraw',
  恢复沿用上级: 'End the text of its own',
  '{place} 恢复沿用上级：{name}': '{place}: back to the wider text of {name}',
  '已提交，由另一位有权限的人员审核': 'Proposed: another person with the authority decides',
  '不填为企业品牌名；须与服务商备案一致': 'The brand where it is empty; as it is registered with the provider',
  审核的人会看到: 'Whoever decides reads it',
  '{units} 字，计 {n} 条，还可写 {left} 字': '{units} signs, charged as {n}, {left} left',
  '输入订单号，用真实订单预览': 'The number of an order, to see its message',
  '输入司机工号，用真实司机预览': 'The number of a driver, to see their message',
  '已通过，用于之后的消息': 'Approved: the messages from now on say it',
  示例: 'Example',
  改为: 'Then',
  替换时间: 'Replaced',
} satisfies Record<string, string>
