export default {
  '添加渠道后，可为合作方开通账号，只看到本渠道的订单。':
    'Add a channel, then give accounts to people of the partner: they see the orders of that channel alone.',
  渠道管理: 'Partner channels',
  新建渠道: 'New channel',
  修改渠道: 'Change channel',
  渠道名称: 'Name',
  渠道编码: 'Code',
  '对账用，保存后不能修改': 'Stands in statements, cannot change',
  下单城市: 'Cities of orders',
  结算说明: 'Settlement',
  '结算方式、账期、开票等约定': 'What was agreed: way, period, invoices',
  专用价格: 'Own prices',
  可登录人数: 'Accounts',
  '名称、编码、联系人或电话': 'Name, code, contact or telephone',
  '启用后 {name} 可以再下新单。': '{name} can place new orders again.',
  '停用后 {name} 不能再下新单，进行中的订单照常完成；其账号会收到通知，仍可登录查看。':
    '{name} can place no new orders; those under way end as usual. Its accounts are told and can still sign in to look.',
}
