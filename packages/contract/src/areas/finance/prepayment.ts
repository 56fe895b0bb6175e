import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, flag, id, instant, intBetween, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { paymentWay } from '../order/bill.ts'
import { serviceStatus } from '../order/model.ts'

export const prepaymentRefusals = refusals({
  /** `data`: `{ serviceStatus }` as it is. */
  'order.prepayNotDue': {
    code: 409834,
    zh: '订单没有待收的预付款',
    en: 'No prepayment of this order is waited for',
  },
  'prepayment.notFound': { code: 404, zh: '预付款不存在或不在您的业务范围内', en: 'No such prepayment within your scope' },
  /** `data`: `{ state }` as it is. */
  'prepayment.notReturnable': {
    code: 409835,
    zh: '该预付款目前没有待退金额',
    en: 'Nothing of this prepayment is to be refunded as it stands',
  },
  /** `data`: `{ amountFen, dueFen }`. */
  'prepayment.returnDiffers': {
    code: 409836,
    zh: '退款金额与待退金额不一致，未登记',
    en: 'The amount is not what is to be refunded, nothing was recorded',
    field: 'amountFen',
  },
  'prepayment.samePerson': {
    code: 409837,
    zh: '退款须由登记预付款以外的人登记',
    en: 'A refund is entered by another person than who entered the payment',
  },
  'prepayment.returnTaken': {
    code: 409838,
    zh: '该退款流水号已登记过，同一笔退款只能登记一次',
    en: 'This refund was recorded before, each is recorded once',
    field: 'reference',
  },
  'prepayment.returnedAtWrong': {
    code: 400740,
    zh: '退款时间不能早于开始待退的时间，也不能晚于现在',
    en: 'The refund cannot have left before it was due, nor later than now',
    field: 'returnedAt',
  },
})

/** Held for its order; taken by a bill in whole; of which something is to be returned; and was. */
export const prepaymentState = z.enum(['HELD', 'APPLIED', 'RETURN_DUE', 'RETURNED'])
export type PrepaymentState = z.infer<typeof prepaymentState>
export const prepaymentStateText: Record<PrepaymentState, string> = {
  HELD: '已收，待抵扣',
  APPLIED: '已用于账单',
  RETURN_DUE: '待退款',
  RETURNED: '已退款',
}
/** A return that waits for longer is late. */
export const RETURN_WITHIN_S = 3 * 86_400

/** A prepayment that arrived, and what became of it; fen. */
export const prepayment = z.object({
  prepaymentId: id,
  state: prepaymentState,
  way: paymentWay,
  amountFen: fen,
  reference: z.string(),
  paidAt: instant,
  byName: z.string(),
  /** Of bills and fees it paid. */
  appliedFen: fen,
  /** Still to be returned, and since when. */
  returnDueFen: fen,
  returnSince: instant.nullable(),
  /** Longer ago than it may take. */
  late: z.boolean(),
  returnedFen: fen,
  returnWay: paymentWay.nullable(),
  returnReference: z.string(),
  returnedAt: instant.nullable(),
  returnedByName: z.string(),
})
export type Prepayment = z.infer<typeof prepayment>
const prepaymentRow = prepayment.extend({
  orderId: id,
  orderNo: z.string(),
  serviceStatus,
  cityId: id,
  cityName: z.string(),
  utcOffsetMinutes: z.number().int(),
  customerName: z.string(),
  /** Masked unless the operator may see it whole. */
  customerPhone: z.string(),
  /** Somebody else than this person may have to enter its return. */
  mayReturn: z.boolean(),
})
export type PrepaymentRow = z.infer<typeof prepaymentRow>

/** What was asked for before an order is dispatched, and how that stands. */
export const orderPrepay = z.object({
  amountFen: fen,
  /** Waited for until then; null where it is not, or no more. */
  until: instant.nullable(),
  /** Of the bill, what it covers; null before there is one. */
  coversFen: fen.nullable(),
  /** Null before it arrived, and to a partner. */
  payment: prepayment.nullable(),
})
export type OrderPrepay = z.infer<typeof orderPrepay>

const ofOrder = { orderId: id, note: optional(text(200)) }
const entered = {
  way: paymentWay,
  amountFen: intBetween(1, 100_000_000),
  /** Number of the payment at the bank or payment channel. */
  reference: requiredText(64),
}

export const prepayCalls = {
  /** What an order waits for arrived, exactly: it goes on by itself. */
  record: call({
    method: 'POST',
    path: '/djweb/order/record_prepayment',
    effect: 'write',
    access: { authority: 'order.recordPayment' },
    once: 'required',
    summary: '登记预付款',
    input: z.object({
      ...ofOrder,
      ...entered,
      /** Absent: now. */
      paidAt: optional(instant),
    }),
    output: z.object({ serviceStatus, version: z.number().int() }),
    failures: ['order.notFound', 'order.prepayNotDue', 'order.paymentDiffers', 'order.paymentTaken', 'order.paidAtWrong'],
  }),
  /** The order goes on without its prepayment. */
  waive: call({
    method: 'POST',
    path: '/djweb/order/waive_prepayment',
    effect: 'write',
    access: { authority: 'order.waivePrepay' },
    once: true,
    summary: '免预付',
    input: z.object({ orderId: id, reason: requiredText(200) }),
    output: z.object({ serviceStatus, version: z.number().int() }),
    failures: ['order.notFound', 'order.prepayNotDue'],
  }),
  list: call({
    method: 'GET',
    path: '/djweb/finance/prepayments',
    effect: 'read',
    access: { authority: 'prepayment.view' },
    summary: '预付款列表',
    input: page.extend({
      cityId: optional(id),
      state: optional(prepaymentState),
      /** Number of the order, or of the payment or its return. */
      keyword: optional(text(64)),
      late: optional(flag),
    }),
    output: pageOf(prepaymentRow),
  }),
  /** What is to be returned left, exactly; entered by another person than the payment was. */
  payBack: call({
    method: 'POST',
    path: '/djweb/finance/return_prepayment',
    effect: 'write',
    access: { authority: 'prepayment.return' },
    once: 'required',
    summary: '登记预付退款',
    input: z.object({
      prepaymentId: id,
      ...entered,
      /** Absent: now. */
      returnedAt: optional(instant),
      note: optional(text(200)),
    }),
    output: prepaymentRow,
    failures: [
      'prepayment.notFound',
      'prepayment.notReturnable',
      'prepayment.returnDiffers',
      'prepayment.samePerson',
      'prepayment.returnTaken',
      'prepayment.returnedAtWrong',
    ],
  }),
} satisfies Area
