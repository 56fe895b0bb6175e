import { refusals } from '../../kernel/envelope.ts'

export const callCentreRefusals = refusals({
  'callCentre.cityClosed': {
    code: 40912,
    zh: '该城市暂未开通或没有有效的价格模板',
    en: 'The city is closed or has no price template in force',
  },
  'callCentre.deskOff': { code: 409381, zh: '该城市已关闭电话下单', en: 'Phone orders are switched off in this city' },
  'callCentre.partnerOff': { code: 409382, zh: '该城市已关闭合作方下单', en: 'Partner orders are switched off in this city' },
  'callCentre.serviceOff': { code: 409383, zh: '该城市未开放此服务类型', en: 'This service is switched off in this city' },
  'callCentre.bookingOff': { code: 409384, zh: '该城市已关闭预约下单', en: 'Bookings for later are switched off in this city' },
  'callCentre.outsideCity': {
    code: 400201,
    zh: '上车点不在该城市的服务范围内',
    en: 'The pick-up point is outside the service area of the city',
  },
  'callCentre.orderInProgress': {
    code: 40920,
    zh: '该客户有进行中的订单，请勿重复下单',
    en: 'This customer already has an order in progress',
  },
  'callCentre.blacklisted': { code: 40921, zh: '该客户在黑名单中，不能下单', en: 'This customer is blacklisted' },
  'callCentre.unpaidOrders': {
    code: 40922,
    zh: '该客户有未支付的订单或坏账，请先完成支付',
    en: 'This customer has unpaid orders or bad debts, settle them first',
  },
  'callCentre.driverTaken': { code: 40914, zh: '所选司机已不可派单，请另选司机', en: 'The chosen driver is no longer free' },
  'callCentre.quoteExpired': { code: 40915, zh: '报价已过期，请重新估价', en: 'The quote has expired, estimate again' },
  'callCentre.quoteMismatch': { code: 40916, zh: '报价与当前行程不符，请重新估价', en: 'The quote is for another trip, estimate again' },
  'callCentre.bookTimePast': {
    code: 40017,
    zh: '预约时间必须晚于当前时间且不超过 7 天',
    en: 'The booked time must be in the future and within 7 days',
  },
  'order.notCancellable': { code: 40901, zh: '当前状态不能取消订单', en: 'The order cannot be cancelled in its present state' },
  'order.cancelQuoteStale': {
    code: 40902,
    zh: '取消判责已失效，请按最新判责重新确认',
    en: 'The cancel judgement no longer holds, confirm the new one',
  },
})
