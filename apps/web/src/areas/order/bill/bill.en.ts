export default {
  企业承担: 'Enterprise pays',
  客户应付: 'Customer owes',
  客户实付: 'Customer paid',
  支付时间: 'Paid at',
  支付方式: 'Paid by',
  经手人: 'Handled by',
  '列为坏账 {no}': 'Write off {no}',
  '订单 {no} 已列为坏账': 'Order {no} is written off',
  '客户仍不能下单；以后收到款项仍可登记收款': 'The customer still cannot order; a payment that comes later can still be recorded',
  '例如：多次联系未果': 'For example: not reached in several calls',
  '流水号 {no}': 'transfer number {no}',
} satisfies Record<string, string>
