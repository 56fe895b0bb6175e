export default {
  继续派单: 'Offered',
  继续寻找司机: 'Searching on',
  完成支付: 'Paid',
  司机取消后重新派单: 'Searching again after the driver cancelled',
  司机致电客户: 'Driver called the customer',
  给客户发送消息: 'Message to the customer',
  强制报单: 'File the bill',
  提交取消申请: 'Request to cancel',
  取消申请被驳回: 'Request to cancel refused',
  '申请超时，维持原判': 'Request lapsed, the verdict stands',
  取消改判: 'Verdict changed',
  '{who} 刚刚更新了订单：{what}。请核对最新状态后再提交。':
    '{who} has just changed the order: {what}. Look at its present state before you hand in.',
  按已行驶部分计费: 'What was driven so far',
  '不收费，退回优惠': 'Nothing, discounts are given back',
} satisfies Record<string, string>
