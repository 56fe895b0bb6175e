export default {
  '全部 {n} 张': 'All {n}',
  没有优惠券: 'No coupons',
  '可在此发放，或由客户兑换。': 'Grant one here, or let the customer redeem a code.',
  去向: 'Outcome',
  '发优惠券给 {name}': 'A coupon for {name}',
  '未能发放：{why}': 'Not granted: {why}',
  '剩 {n} 张': '{n} left',
  '没有启用中的优惠券，请先在优惠券模板中启用': 'No coupon is on: turn a coupon template on first',
} satisfies Record<string, string>
