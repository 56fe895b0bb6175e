export default {
  '订单状态每次变化都推送到已启用的地址，用渠道的有效密钥签名；对方没有接收的，七天内不断重试。说明在 /partner/docs。':
    'Each change of an order is sent to every address that is on, signed with the good keys of the channel; what the partner does not take is tried again for seven days. Described at /partner/docs.',
  '{name} 的回调地址': 'Callback addresses of {name}',
  添加回调地址: 'Add callback address',
  修改回调地址: 'Change callback address',
  停用回调地址: 'Disable callback address',
  '还没有回调地址，订单状态不推送给合作方。': 'No callback address yet: the partner is told nothing of its orders.',
  送达: 'Delivery',
  送达正常: 'Well',
  '未接收，自': 'Not taken since',
  '待送达 {n}': '{n} waiting',
  '已放弃 {n}': '{n} given up',
  'https 开头的公网地址；等待重试的推送改发到新地址':
    'Begins with https, on the public internet; what waits for another attempt goes to the new address',
  '停用期间发生的变化不再推送到 {url}，恢复后也不补发；对方可以通过接口查询订单。':
    'What happens meanwhile is not sent to {url}, and not made up for afterwards; the partner can ask how orders stand.',
}
