import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, nothing, option, optional, page, pageOf, seconds, text } from '../../kernel/fields.ts'
import { orderAttention, orderSource, orderTimer, orderTimerText, serviceStatus } from '../order/model.ts'

export const queueRefusals = refusals({
  'queue.notFound': { code: 404, zh: '该预约单不存在或不在您的业务范围内', en: 'No such booking within your scope' },
  'queue.taken': { code: 409201, zh: '已被其他客服领取', en: 'Another operator has claimed it' },
  'queue.closed': { code: 409202, zh: '该预约单已结束，无需处理', en: 'This booking has ended, there is nothing to do' },
  'queue.notFailed': {
    code: 409204,
    zh: '只有派单失败的预约单可以结束跟进',
    en: 'Only a booking whose search failed can be taken off the queue',
  },
  'queue.empty': { code: 409203, zh: '没有等待处理的预约单', en: 'Nothing is waiting' },
})

export const queueStatus = z.enum(['WAITING', 'PART_ASSIGNED', 'ASSIGNED', 'FAILED', 'CLOSED'])
export type QueueStatus = z.infer<typeof queueStatus>
export const queueStatusText: Record<QueueStatus, string> = {
  WAITING: '等待派单',
  PART_ASSIGNED: '部分派到',
  ASSIGNED: '已派到',
  FAILED: '派单失败',
  CLOSED: '已结束',
}

/** What an order under way breaches next; a search that failed waits for somebody. */
export const queueTimerKind = z.enum([...orderTimer.options, 'failed'])
export type QueueTimerKind = z.infer<typeof queueTimerKind>
export const queueTimerText: Record<QueueTimerKind, string> = { ...orderTimerText, failed: '等待处理' }
export const queueTimer = z.object({ kind: queueTimerKind, dueAt: instant, breached: z.boolean() })
export type QueueTimer = z.infer<typeof queueTimer>

/** A booking that is not over: it fans out to one order for each driver. */
export const queueRow = z.object({
  bookingId: id,
  bookingNo: z.string(),
  queueStatus,
  source: orderSource,
  cityId: id,
  cityName: z.string(),
  channelId: id.nullable(),
  channelName: z.string(),
  customerName: z.string(),
  /** Masked unless the operator may see it whole. */
  customerPhone: z.string(),
  pickupAddress: z.string(),
  dropoffAddress: z.string(),
  remark: z.string(),
  driverCount: z.number().int(),
  bookTime: instant.nullable(),
  createdAt: instant,
  /** Who placed it. */
  agentName: z.string(),
  claimedBy: z.object({ userId: id, name: z.string(), at: instant }).nullable(),
  /** Claimed by the signed-in operator, or placed by them and claimed by nobody. */
  mine: z.boolean(),
  /** The order of the booking that needs an eye soonest; the others are in `orders`. */
  orderId: id,
  serviceStatus,
  /** Of an order that waits to be paid before it is dispatched. */
  prepayUntil: instant.nullable(),
  statusSince: instant,
  inStatusS: seconds,
  timer: queueTimer.nullable(),
  attention: z.array(z.object({ kind: orderAttention, orderId: id, detail: z.string() })),
  orders: z.array(
    z.object({
      orderId: id,
      orderNo: z.string(),
      serviceStatus,
      statusSince: instant,
      driverName: z.string(),
      driverNo: z.string(),
      timer: queueTimer.nullable(),
    }),
  ),
  canClaim: z.boolean(),
  version: z.number().int(),
})
export type QueueRow = z.infer<typeof queueRow>

export const queueFilter = z.object({
  /** Booking number, order number, telephone or customer's name. */
  keyword: optional(text(40)),
  cityId: optional(id),
  channelId: optional(id),
  source: optional(orderSource),
  queueStatus: optional(queueStatus),
  /** `WAITING` before a driver has it, `SERVING` from acceptance to the bill, `SCHEDULED` before the search opens, `FAILED`. */
  stage: optional(z.enum(['WAITING', 'SCHEDULED', 'SERVING', 'FAILED'])),
  /** What somebody is needed for, or `ANY`. */
  attention: optional(z.enum([...orderAttention.options, 'ANY'])),
  unclaimed: optional(flag),
})

const listInput = page.extend(queueFilter.shape)
const listOutput = pageOf(queueRow).extend({
  at: instant,
  /** Of everything that the filter lets through, not of the page alone. */
  counts: z.object({ attention: z.number().int(), unclaimed: z.number().int(), breached: z.number().int() }),
})

export const queueCalls = {
  /** What breaches its timer next comes first; failed searches before everything. */
  orderQueue: call({
    method: 'GET',
    path: '/djweb/callCenter/order_queue_list',
    effect: 'read',
    access: { authority: 'callCentre.queue' },
    summary: '全部订单队列',
    input: listInput,
    output: listOutput,
  }),
  myOrderQueue: call({
    method: 'GET',
    path: '/djweb/callCenter/my_order_queue_list',
    effect: 'read',
    access: { authority: 'callCentre.view' },
    summary: '我的订单队列',
    input: listInput,
    output: listOutput,
  }),
  queueFilterOptions: call({
    method: 'GET',
    path: '/djweb/callCenter/order_queue_filter_options',
    effect: 'read',
    access: { authority: 'callCentre.view' },
    summary: '队列筛选项',
    input: nothing,
    /** Each list begins with the "all" option. */
    output: z.object({
      cities: z.array(option),
      channels: z.array(option),
      sources: z.array(option),
      queueStatuses: z.array(option),
      stages: z.array(option),
      attentions: z.array(option),
    }),
  }),
  /** Claims a booking for the signed-in operator, or without an id the one that is most urgent and unclaimed. Claiming again changes nothing. */
  claimFromQueue: call({
    method: 'GET',
    path: '/djweb/callCenter/get_order_by_queue',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'callCentre.claim' },
    tolerant: true,
    summary: '领取订单',
    input: z.object({ bookingId: optional(id), cityId: optional(id) }),
    output: queueRow,
    failures: ['queue.notFound', 'queue.taken', 'queue.closed', 'queue.empty'],
  }),
  releaseToQueue: call({
    method: 'POST',
    path: '/djweb/callCenter/release_order_to_queue',
    effect: 'write',
    access: { authority: 'callCentre.claim' },
    tolerant: true,
    summary: '放回队列',
    input: z.object({ bookingId: id }),
    output: queueRow,
    failures: ['queue.notFound', 'queue.taken'],
  }),
  /** Takes a booking whose search failed off the queue: the customer has been told, nobody searches on. */
  closeInQueue: call({
    method: 'POST',
    path: '/djweb/callCenter/close_order_in_queue',
    effect: 'write',
    access: { authority: 'callCentre.claim' },
    tolerant: true,
    summary: '结束跟进',
    input: z.object({ bookingId: id }),
    output: z.object({ bookingId: id, queueStatus }),
    failures: ['queue.notFound', 'queue.taken', 'queue.notFailed'],
  }),
} satisfies Area
