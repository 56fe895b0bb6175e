import * as z from 'zod'
import { call, type Area } from '../kernel/call.ts'
import { refusals } from '../kernel/envelope.ts'
import {
  flag,
  id,
  instant,
  intBetween,
  json,
  metres,
  optional,
  page,
  pageOf,
  phone,
  requiredText,
  seconds,
  text,
} from '../kernel/fields.ts'
import { cancelJudged } from './cancel-rules.ts'
import { actorType, dispatchFilter, orderTimer, type PaidBy, payStatus, serviceStatus } from './order-model.ts'
import { orderRow } from './order.ts'
import { wireFeeLine } from './pricing.ts'

export const orderActionRefusals = refusals({
  /** `data`: `{ version, serviceStatus, event, actorName, at }` of the change that came first. */
  'order.versionConflict': {
    code: 409721,
    zh: '订单已被他人更新，请查看最新状态后再操作',
    en: 'Someone else changed the order, look at its present state first',
  },
  'order.wrongState': { code: 409722, zh: '订单当前状态不允许此操作', en: 'The present state of the order does not allow this' },
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
  /** `data.retryAfterS`. */
  'order.messageTooMany': {
    code: 429722,
    zh: '该订单一小时内已发送 6 条消息，为避免打扰客户请稍后再发，或直接致电客户',
    en: 'Six messages went out for this order within the hour: send the next one later, or call the customer',
  },
  'order.messageTooSoon': { code: 429721, zh: '刚刚已给客户发过同样的消息，请稍后再发', en: 'The same message was sent a moment ago' },
  'order.messageUnfit': {
    code: 409726,
    zh: '订单当前状态不适合发送该消息',
    en: 'This message does not fit the present state of the order',
  },
  'order.bookingNotFound': { code: 404, zh: '预约单不存在或不在您的业务范围内', en: 'No such booking within your scope' },
  'order.bookingOtherChannel': { code: 409727, zh: '预约单不属于该合作渠道', en: 'The booking is of another channel' },
  /** `data`: `{ bookingId, partnerBookingId }` that stands already. */
  'order.bookingMapped': {
    code: 409728,
    zh: '该合作方单号或预约单已建立其他对应关系',
    en: "The partner's number or the booking is mapped to another already",
  },
})

/** The version the operator looked at; another one is refused as `order.versionConflict`. Absent: whatever it is now. */
const seenVersion = optional(intBetween(1, 10_000_000))

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

export const orderMessageKind = z.enum(['SEARCHING', 'DRIVER', 'ARRIVED', 'BILL', 'CANCELLED', 'UNPAID', 'CUSTOM'])
export type OrderMessageKind = z.infer<typeof orderMessageKind>
export const orderMessageKindText: Record<OrderMessageKind, string> = {
  SEARCHING: '正在寻找司机',
  DRIVER: '司机信息',
  ARRIVED: '司机已到达',
  BILL: '账单与支付',
  CANCELLED: '取消通知',
  UNPAID: '支付提醒',
  CUSTOM: '自定义内容',
}
/** Read out on the telephone, or as a text message. */
export const orderMessageWay = z.enum(['TEXT', 'VOICE'])
export const orderMessageWayText: Record<z.infer<typeof orderMessageWay>, string> = { TEXT: '短信', VOICE: '语音' }
export const orderMessageState = z.enum(['WAITING', 'SENT', 'FAILED'])
export type OrderMessageState = z.infer<typeof orderMessageState>

export const orderMessage = z.object({
  messageId: id,
  kind: orderMessageKind,
  way: orderMessageWay,
  body: z.string(),
  /** Waiting in the outbox (also where no gateway is set), taken by the gateway, or given up; null for partners, who do not see the outbox. */
  state: orderMessageState.nullable(),
  byName: z.string(),
  at: instant,
  sentAt: instant.nullable(),
})

/** Where a payment that an operator records can have arrived. */
export const paymentWay = z.enum(['WECHAT', 'BANK'])
export type PaymentWay = z.infer<typeof paymentWay> & PaidBy

export const trackedOrder = orderRow.extend({
  /** What breaches next, and when (past: has); null where nothing runs. */
  timer: orderTimer.nullable(),
  dueAt: instant.nullable(),
  round: z.number().int(),
  rounds: z.number().int(),
  radiusM: metres,
  candidates: z.number().int(),
  filteredOut: z.partialRecord(dispatchFilter, z.number().int()),
  /** Drivers asked so far, and how many of them refused or let it lapse. */
  asked: z.number().int(),
  declined: z.number().int(),
})
export type TrackedOrder = z.infer<typeof trackedOrder>

const edit = { authority: 'order.edit' } as const
const cancel = { authority: 'order.cancel' } as const
const payments = { authority: 'order.recordPayment' } as const

export const orderActionCalls = {
  /** Orders under way, what breaches its timer next first. */
  status: call({
    method: 'GET',
    path: '/djweb/order/status',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '派单跟踪',
    input: page.extend({
      cityId: optional(id),
      serviceStatus: optional(json(z.array(intBetween(0, 999)).max(20))),
      keyword: optional(text(40)),
      /** Only what has breached or will within two minutes. */
      urgent: optional(flag),
    }),
    output: pageOf(trackedOrder).extend({ at: instant, overdue: z.number().int() }),
  }),
  /** The number under which the customer of a live order is reached from now on. */
  changeContact: call({
    method: 'GET',
    path: '/djweb/order/charge_contact_phone',
    anyVerb: true,
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '修改联系电话',
    input: z.object({ orderId: id, contactPhone: phone, version: seenVersion }),
    output: z.object({ contactPhone: z.string(), version: z.number().int() }),
    failures: ['order.notFound', 'order.versionConflict', 'order.wrongState'],
  }),
  /** Adds a remark: nobody's earlier one is lost. */
  remark: call({
    method: 'GET',
    path: '/djweb/order/order_remark',
    anyVerb: true,
    effect: 'write',
    access: edit,
    tolerant: true,
    once: true,
    summary: '添加订单备注',
    input: z.object({ orderId: id, remark: requiredText(200) }),
    output: z.object({ version: z.number().int() }),
    failures: ['order.notFound'],
  }),
  /** Who is at fault and what it costs; nothing happens yet. */
  judgeCancel: call({
    method: 'GET',
    path: '/djweb/order/judge_cancel',
    anyVerb: true,
    effect: 'write',
    access: cancel,
    tolerant: true,
    unlogged: true,
    summary: '取消判责',
    /** `byCustomer` false: the operator's own decision. */
    input: z.object({ orderId: id, byCustomer: optional(flag) }),
    output: cancelJudged.extend({ quoteId: id, validUntil: instant, serviceStatus, version: z.number().int() }),
    failures: ['order.notFound', 'order.notCancellable'],
  }),
  /** Cancels at exactly the judgement of `quoteId`; where it no longer holds, `order.cancelQuoteStale` carries a fresh one. */
  cancel: call({
    method: 'GET',
    path: '/djweb/order/order_cancel',
    anyVerb: true,
    effect: 'write',
    access: cancel,
    tolerant: true,
    once: true,
    summary: '取消订单',
    input: z.object({ orderId: id, quoteId: id, reason: optional(text(200)), byCustomer: optional(flag) }),
    output: cancelJudged.extend({ serviceStatus, version: z.number().int() }),
    failures: ['order.notFound', 'order.notCancellable', 'order.cancelQuoteStale'],
  }),
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
    failures: ['order.notFound', 'order.wrongState', 'order.extraTooLarge'],
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
  /** What was done to the order, by whom, with before and after; newest first. */
  log: call({
    method: 'GET',
    path: '/djweb/order/order_opt_log',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '订单操作日志',
    input: page.extend({ orderId: id }),
    output: pageOf(
      z.object({
        seq: z.number().int(),
        at: instant,
        event: z.string(),
        actorType,
        actorName: z.string(),
        fromStatus: serviceStatus.nullable(),
        toStatus: serviceStatus,
        reason: z.string(),
        /** What the change carried: amounts in fen, telephones masked. */
        detail: z.record(z.string(), z.unknown()).nullable(),
        requestId: z.string(),
      }),
    ),
    failures: ['order.notFound'],
  }),
  /** Messages to the customer: those that fit now, as they would read, and those sent. */
  messages: call({
    method: 'GET',
    path: '/djweb/order/order_vm',
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '订单语音与短信',
    input: z.object({ orderId: id }),
    output: z.object({
      drafts: z.array(z.object({ kind: orderMessageKind, body: z.string() })),
      sent: z.array(orderMessage),
    }),
    failures: ['order.notFound'],
  }),
  sendMessage: call({
    method: 'GET',
    path: '/djweb/order/send_order_vm',
    anyVerb: true,
    effect: 'write',
    access: edit,
    tolerant: true,
    once: true,
    summary: '发送订单语音或短信',
    /** `body` for `CUSTOM` alone; the others are written from the order. */
    input: z
      .object({ orderId: id, kind: orderMessageKind, way: optional(orderMessageWay), body: optional(text(200)) })
      .refine(({ kind, body }) => kind !== 'CUSTOM' || Boolean(body), { path: ['body'], message: '不能为空 | must not be empty' }),
    output: orderMessage,
    failures: ['order.notFound', 'order.messageUnfit', 'order.messageTooSoon', 'order.messageTooMany'],
  }),
  /** A partner's own number of a booking; said again it stays, another one is refused. */
  mapBooking: call({
    method: 'POST',
    path: '/sopadmin/admin/order/saveBookingIdMapping',
    anyVerb: true,
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '保存合作方单号对应关系',
    input: z.object({ bookingId: id, channelId: optional(id), partnerBookingId: requiredText(64) }),
    output: z.object({ bookingId: id, channelId: id, partnerBookingId: z.string() }),
    failures: ['order.bookingNotFound', 'order.bookingOtherChannel', 'order.bookingMapped'],
  }),
} satisfies Area
