import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, metres, optional, requiredText, seconds, text } from '../../kernel/fields.ts'
import { type PaidBy, payStatus, seenVersion, serviceStatus } from './model.ts'
import { wireFeeLine } from '../pricing/fee-line.ts'

export const orderBillRefusals = refusals({
  /** `data`: `{ totalFen }` as it would be now. */
  'order.billChanged': {
    code: 409723,
    zh: '应付金额已变化，请按最新金额重新确认',
    en: 'The bill would be another by now, confirm the new one',
  },
  'order.extraTooLarge': { code: 409724, zh: '附加费超过单项上限', en: 'An extra is above its limit' },
  'order.walletTooLow': {
    code: 409725,
    zh: '司机账户余额不足以代收现金，请改为客户线上支付',
    en: "The driver's account is too low to take cash, let the customer pay online",
  },
  'order.cashOff': {
    code: 409385,
    zh: '下单时该城市不收现金，请改为客户线上支付',
    en: 'The city took no cash when this order was placed, let the customer pay online',
    field: 'cashCollected',
  },
  'order.tipsOff': { code: 409386, zh: '下单时该城市不收小费', en: 'The city took no tips when this order was placed', field: 'extras' },
  'order.accountShut': {
    code: 409732,
    zh: '本单涉及的司机或企业账户已冻结、注销或余额不足，请先联系财务处理',
    en: "The driver's or enterprise's account that this bill moves is frozen, closed or too low: ask finance first",
  },
  /** `data`: `{ payStatus }` as it is. */
  'order.notUnpaid': {
    code: 409729,
    zh: '订单当前的支付状态不允许此操作',
    en: 'The present payment status of the order does not allow this',
  },
  /** `data`: `{ amountFen, dueFen }`. */
  'order.paymentDiffers': {
    code: 409730,
    zh: '到账金额与客户应付金额不一致，未登记',
    en: 'The amount is not what the customer has to pay, nothing was recorded',
  },
  'order.paymentTaken': {
    code: 409731,
    zh: '该流水号已登记过，同一笔款项只能登记一次',
    en: 'This payment was recorded before, each is recorded once',
  },
  'order.paidAtWrong': {
    code: 400721,
    zh: '到账时间不能早于下单时间，也不能晚于现在',
    en: 'The payment cannot have arrived before the order was placed, nor later than now',
  },
})

/** What an operator adds to a bill filed for a driver, fen. */
export const billExtra = z.object({ type: z.enum(['TOLL', 'PARKING', 'LODGING', 'OTHER', 'TIP']), amountFen: intBetween(1, 100_000) })
export type BillExtra = z.infer<typeof billExtra>

const filing = {
  orderId: id,
  /** What the trace could not say; absent: as measured. */
  distanceM: optional(intBetween(0, 2_000_000)),
  waitS: optional(intBetween(0, 86_400)),
  extras: optional(json(z.array(billExtra).max(10))),
  cashCollected: optional(flag),
}
const billStand = z.object({
  serviceStatus,
  payStatus,
  distanceM: metres.nullable(),
  waitS: seconds.nullable(),
  lines: z.array(wireFeeLine),
  totalFen: z.number().int().nullable(),
})
export type BillStand = z.infer<typeof billStand>

/** Where a payment that an operator records can have arrived. */
export const paymentWay = z.enum(['WECHAT', 'BANK'])
export type PaymentWay = z.infer<typeof paymentWay> & PaidBy

const payments = { authority: 'order.recordPayment' } as const

export const orderBillCalls = {
  /** How the order stands and how it would after filing its bill by hand. */
  forceSubmitPreview: call({
    method: 'GET',
    path: '/djweb/order/force_submit_preview',
    effect: 'read',
    access: { authority: 'order.forceSubmit' },
    tolerant: true,
    summary: '强制报单预览',
    input: z.object(filing),
    output: z.object({ version: z.number().int(), before: billStand, after: billStand }),
    failures: ['order.notFound', 'order.wrongState', 'order.cashOff', 'order.tipsOff', 'order.extraTooLarge'],
  }),
  /** Files the bill for a driver who cannot, at exactly the total that was shown. */
  forceSubmit: call({
    method: 'GET',
    path: '/djweb/order/force_submit',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'order.forceSubmit' },
    tolerant: true,
    once: true,
    summary: '强制报单',
    input: z.object({ ...filing, version: seenVersion, totalFen: intBetween(0, 100_000_000), reason: requiredText(200) }),
    output: z.object({ version: z.number().int(), before: billStand, after: billStand }),
    failures: [
      'order.notFound',
      'order.versionConflict',
      'order.wrongState',
      'order.billChanged',
      'order.cashOff',
      'order.tipsOff',
      'order.extraTooLarge',
      'order.walletTooLow',
      'order.accountShut',
    ],
  }),
  /** Money of the customer arrived: a bill or cancel fee that is open, or was given up, is paid. In whole and once. */
  recordPayment: call({
    method: 'POST',
    path: '/djweb/order/record_payment',
    effect: 'write',
    access: payments,
    tolerant: true,
    once: 'required',
    summary: '登记收款',
    input: z.object({
      orderId: id,
      way: paymentWay,
      /** Exactly what the customer has to pay (`dueFen` of the order). */
      amountFen: intBetween(1, 100_000_000),
      /** Number of the payment at the bank or payment channel. */
      reference: requiredText(64),
      /** Absent: now. */
      paidAt: optional(instant),
      note: optional(text(200)),
    }),
    output: z.object({ payStatus, paidAt: instant, version: z.number().int() }),
    failures: ['order.notFound', 'order.notUnpaid', 'order.paymentDiffers', 'order.paymentTaken', 'order.paidAtWrong'],
  }),
  /** Gives up an open bill or cancel fee. It still stops new orders of the customer, and can still be paid. */
  writeOff: call({
    method: 'POST',
    path: '/djweb/order/write_off',
    effect: 'write',
    access: payments,
    tolerant: true,
    once: true,
    summary: '列为坏账',
    input: z.object({ orderId: id, reason: requiredText(200) }),
    output: z.object({ payStatus, version: z.number().int() }),
    failures: ['order.notFound', 'order.notUnpaid'],
  }),
} satisfies Area
