import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, optional, page, pageOf, text } from '../../kernel/fields.ts'
import { orderEndReason, payStatus, serviceStatus } from '../order/model.ts'

export const webhookRefusals = refusals({
  'webhook.notFound': { code: 404, zh: '没有这条推送', en: 'No such message' },
  'webhook.waiting': { code: 409194, zh: '这条推送正等待发送，无需重新推送', en: 'This message waits to be sent already' },
})

/** What a partner is told of its orders, by what happened to the order. What else happens to one is not a partner's. */
export const webhookTypeOf = {
  place: 'order.placed',
  prepay: 'order.prepaid',
  prepayWaived: 'order.prepaid',
  openSearch: 'order.searching',
  redispatch: 'order.redispatched',
  accept: 'order.accepted',
  arrive: 'order.arrived',
  depart: 'order.departed',
  end: 'order.ended',
  file: 'order.billed',
  forceFile: 'order.billed',
  terminate: 'order.terminated',
  customerCancel: 'order.cancelled',
  operatorCancel: 'order.cancelled',
  driverCancel: 'order.cancelled',
  prepayLapse: 'order.cancelled',
  rejudged: 'order.rejudged',
  dispatchFail: 'order.noDriver',
  pay: 'order.paid',
} as const
export type WebhookType = (typeof webhookTypeOf)[keyof typeof webhookTypeOf]
export const webhookTypeText: Record<WebhookType, string> = {
  'order.placed': '已下单',
  'order.prepaid': '预付完成',
  'order.searching': '开始派单',
  'order.redispatched': '重新派单',
  'order.accepted': '司机接单',
  'order.arrived': '司机就位',
  'order.departed': '开始行程',
  'order.ended': '行程结束',
  'order.billed': '已报单',
  'order.terminated': '行程终止',
  'order.cancelled': '订单取消',
  'order.rejudged': '取消改判',
  'order.noDriver': '无人接单',
  'order.paid': '已支付',
}
export const webhookType = z.enum(Object.keys(webhookTypeText) as [WebhookType, ...WebhookType[]])

/** What is sent: complete by itself, and the same each time it is sent. */
export const webhookMessage = z.object({
  /** Of the event, at every address and each time it is sent: `webhook-id` says it too. */
  id: z.string(),
  type: webhookType,
  /** Rises with each change of the order; an older one than what is known already is passed over. */
  seq: z.number().int(),
  at: instant,
  data: z.object({
    orderId: id,
    orderNo: z.string(),
    bookingId: id,
    bookingNo: z.string(),
    partnerBookingId: z.string().nullable(),
    serviceStatus,
    payStatus,
    totalFen: fen.nullable(),
    cancelFeeFen: fen.nullable(),
    /** To be paid before it is dispatched, and until when; null where nothing is waited for, or no more. */
    prepayDueFen: fen.nullable(),
    prepayUntil: instant.nullable(),
    /** Why it ended by itself; null where it did not. */
    endReason: orderEndReason.nullable(),
  }),
})
export type WebhookMessage = z.infer<typeof webhookMessage>

export const webhookState = z.enum(['WAITING', 'DELIVERED', 'GIVEN_UP'])
export type WebhookState = z.infer<typeof webhookState>
export const webhookStateText: Record<WebhookState, string> = { WAITING: '待送达', DELIVERED: '已送达', GIVEN_UP: '已放弃' }

/** Why a message was not taken. */
export const webhookFailure = z.enum(['', 'TIMEOUT', 'UNREACHABLE', 'REFUSED', 'FAULT', 'ADDRESS', 'NO_KEY'])
export type WebhookFailure = z.infer<typeof webhookFailure>
export const webhookFailureText: Record<WebhookFailure, string> = {
  '': '对方已接收',
  TIMEOUT: '对方十秒内没有回应',
  UNREACHABLE: '连接不上对方',
  REFUSED: '对方拒绝接收',
  FAULT: '对方系统出错',
  ADDRESS: '地址不在公网，未发送',
  NO_KEY: '渠道没有有效密钥，无法签名',
}

export const webhookRow = z.object({
  deliveryId: id,
  channelId: id,
  channelName: z.string(),
  orderId: id,
  orderNo: z.string(),
  partnerBookingId: z.string().nullable(),
  type: webhookType,
  seq: z.number().int(),
  at: instant,
  url: z.string(),
  state: webhookState,
  attempts: z.number().int(),
  /** Of a message that waits. */
  nextAttemptAt: instant.nullable(),
  doneAt: instant.nullable(),
  lastStatus: z.number().int().nullable(),
  lastFailure: webhookFailure,
  allowedActions: z.array(z.enum(['replay'])),
})
export type WebhookRow = z.infer<typeof webhookRow>

export const webhookAttempt = z.object({
  attempt: z.number().int(),
  at: instant,
  ms: z.number().int(),
  httpStatus: z.number().int().nullable(),
  failure: webhookFailure,
  /** The system's word for it, such as ECONNREFUSED. */
  code: z.string(),
})

const view = { authority: 'webhook.view' } as const
const replay = { authority: 'webhook.replay' } as const

/** What was sent to partners, and what became of it. A partner's people see what was sent to them. */
export const webhookCalls = {
  list: call({
    method: 'GET',
    path: '/api/webhook/list',
    effect: 'read',
    access: view,
    summary: '推送记录列表',
    input: page.extend({
      /** An order's number, ours or the partner's. */
      keyword: optional(text(64)),
      channelId: optional(id),
      state: optional(webhookState),
      type: optional(webhookType),
      atFrom: optional(instant),
      atTo: optional(instant),
    }),
    output: pageOf(webhookRow),
  }),
  detail: call({
    method: 'GET',
    path: '/api/webhook/detail',
    effect: 'read',
    access: view,
    summary: '推送记录详情',
    input: z.object({ deliveryId: id }),
    output: webhookRow.extend({
      body: z.string(),
      /** The newest first, a hundred at most. */
      tries: z.array(webhookAttempt),
    }),
    failures: ['webhook.notFound'],
  }),
  /** Once more, under the same id. */
  replay: call({
    method: 'POST',
    path: '/api/webhook/replay',
    effect: 'write',
    access: replay,
    summary: '重新推送',
    input: z.object({ deliveryId: id }),
    output: webhookRow,
    failures: ['webhook.notFound', 'webhook.waiting'],
  }),
  /** What a channel was to be told since then and did not take: what was given up is sent again, what waits is sent at once. */
  replayFailed: call({
    method: 'POST',
    path: '/api/webhook/replayFailed',
    effect: 'write',
    access: replay,
    summary: '重新推送未送达的消息',
    input: z.object({ channelId: id, since: instant }),
    output: z.object({ replayed: z.number().int() }),
    failures: ['channel.notFound', 'channel.beyondCities'],
  }),
} satisfies Area
