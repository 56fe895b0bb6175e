export default {
  全部队列: 'All queues',
  我的队列: 'My queue',
  接单台: 'Order desk',
  预估合计: 'Estimated total',
  接下一单: 'Next order',
  '优惠券、权益与兑换码': 'Coupons, rights and codes',
  扩大范围重新派单: 'Search again, wider',
  给客户发消息: 'Message the customer',
  '操作失败，请重试': 'That did not work, try again',
  '{message}（{why}）': '{message} ({why})',
} satisfies Record<string, string>
