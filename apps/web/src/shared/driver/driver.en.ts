export default {
  至: 'until',
  客户已屏蔽此司机: 'The customer does not want this driver',
  '已解除，之后会再派给该客户': 'Lifted; the driver may be asked for this customer again',
  '{driver} 会再次接到该客户的订单。': "{driver} will be asked for this customer's orders again.",
  '不再把 {driver} 派给该客户': 'Do not ask {driver} for this customer again',
  屏蔽: 'Block',
  '已屏蔽，之后的派单不再问此司机': 'Blocked; the driver is not asked for this customer any more',
  期限: 'For how long',
} satisfies Record<string, string>
