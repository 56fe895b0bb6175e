export default {
  退订名单: 'Opt-outs',
  登记退订: 'Enter a refusal',
  '每行一个号码：电话，另可有说明。已在名单中的号码不变。':
    'One number a line: telephone, and how it was said if you like. Numbers that are on the list stay as they are.',
  '13800001111，来自原服务商的退订名单': '13800001111, from the list of the provider before',
  '客户回复退订（R、TD、T、退订）后立即列在这里，也可以人工登记或导入；名单中的号码不会收到营销群发，订单短信照常。':
    'Who replies R, TD or T stands here at once; numbers can be entered and imported, too. They get no broadcast; messages about orders go on.',
  退订时间: 'Said at',
  退订内容: 'What was said',
  移出原因: 'Taken out because',
  移出名单: 'Take off the list',
  '移出名单 {name}': 'Take {name} off the list',
  服务商编号: 'Provider number',
  '已登记，该号码不再收到营销短信': 'Entered: this number gets no more marketing',
  '电话、书面、投诉等': 'Telephone, letter, complaint …',
  '移出后还须在客户详情登记“同意接收营销信息”，才会再收到群发。':
    'They get broadcasts again once it is noted with the customer that they agree to marketing.',
  回复接收地址: 'Address for replies',
  短信回复接收地址: 'Address at which the gateway tells of replies',
  '把这个地址填到短信网关的“上行回复”推送里。网关用 POST 发送 JSON：phone、text，另可有 id、at；多条放在 replies 里。':
    'Enter this address at the gateway as the one for upstream messages. It posts JSON: phone and text, id and at if it has them; several as replies.',
  更换地址: 'Change the address',
  生成地址: 'Make an address',
  '原地址立即失效，须同时改网关的设置，否则收不到退订。':
    'The present address is good no more at once: change it at the gateway, too, or refusals are not heard.',
} satisfies Record<string, string>
