export default {
  预付款: 'Prepayments',
  已抵扣账单: 'Applied to bills',
  退款时间: 'Refunded at',
  退款登记人: 'Refund recorded by',
  退款流水号: 'Refund no.',
  收款登记人: 'Recorded by',
  '开启“预付”的城市，客户预付到账后记入这里；订单结束后多收的列为待退款。':
    'In cities that ask for prepayment, what customers pay ahead comes here; what is over once an order ends is to be refunded.',
  订单号或流水号: 'Order or payment no.',
  待退超时: 'Late',
  登记退款: 'Record the refund',
  '登记预付退款 {no}': 'Record the refund of {no}',
  '已登记退款 {sum}': 'Refund of {sum} recorded',
  退款金额: 'Amount refunded',
  '须全额退还 {due}': '{due}, in whole',
  '与待退 {due} 不一致': 'Not the {due} to be refunded',
  银行或支付渠道的退款单号: 'Number of the refund at the bank or payment channel',
} satisfies Record<string, string>
