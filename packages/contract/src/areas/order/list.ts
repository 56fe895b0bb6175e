import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, metres, optional, page, pageOf, text } from '../../kernel/fields.ts'
import { cancelCase, cancelConsequence, cancelVerdict } from './cancel-rules.ts'
import {
  actorType,
  auditStatus,
  dispatchStatus,
  dispatchView,
  orderAction,
  orderDriver,
  orderPlace,
  orderSource,
  paidBy,
  payStatus,
  pickupPlace,
  serviceStatus,
  serviceType,
  timelineEntry,
  trackQuality,
} from './model.ts'
import { orderPrepay } from '../finance/prepayment.ts'
import { measured } from '../../kernel/road.ts'
import { filledGaps } from './track.ts'
import { memberSource } from '../customer/group.ts'
import { wireFeeLine } from '../pricing/fee-line.ts'

export const orderRefusals = refusals({
  'order.notFound': { code: 404, zh: '订单不存在或不在您的业务范围内', en: 'No such order within your scope' },
})

export const orderRow = z.object({
  orderId: id,
  orderNo: z.string(),
  bookingId: id,
  bookingNo: z.string(),
  serviceStatus,
  payStatus,
  dispatchStatus,
  auditStatus,
  source: orderSource,
  serviceType,
  cityId: id,
  cityName: z.string(),
  /** Of the city's clock: times of the order are read by it. */
  utcOffsetMinutes: z.number().int(),
  channelId: id.nullable(),
  /** Masked unless the operator may see it whole. */
  customerPhone: z.string(),
  customerName: z.string(),
  driverId: id.nullable(),
  driverNo: z.string(),
  driverName: z.string(),
  pickupAddress: z.string(),
  dropoffAddress: z.string(),
  /** What the bill says, and before it is filed what was estimated. */
  totalFen: z.number().int().nullable(),
  estimateFen: z.number().int().nullable(),
  distanceM: metres.nullable(),
  /** How much of the billed distance a service filled in along streets, where the track had gaps; null where nothing was filled. */
  filledM: metres.nullable(),
  bookTime: instant.nullable(),
  createdAt: instant,
  /** A prepayment that is waited for, and until when; null where none is. */
  prepayDueFen: z.number().int().nullable(),
  prepayUntil: instant.nullable(),
  /** When the present service status began. */
  statusSince: instant,
  version: z.number().int(),
  allowedActions: z.array(orderAction),
})
export type OrderRow = z.infer<typeof orderRow>

export const orderFilter = z.object({
  /** Number of order or booking, telephone (also its last four digits), driver's number or name, a part of an address. */
  keyword: optional(text(40)),
  cityId: optional(id),
  serviceStatus: optional(json(z.array(intBetween(0, 999)).max(20))),
  payStatus: optional(json(z.array(intBetween(0, 999)).max(10))),
  source: optional(orderSource),
  serviceType: optional(serviceType),
  /** Waits to be paid before it is dispatched. */
  awaitsPrepay: optional(flag),
  driverId: optional(id),
  customerId: optional(id),
  channelId: optional(id),
  enterpriseId: optional(id),
  createdAtFrom: optional(instant),
  createdAtTo: optional(instant),
  totalFenFrom: optional(intBetween(0, 100_000_000)),
  totalFenTo: optional(intBetween(0, 100_000_000)),
})

/** Counted up to 1 000; that many and more are 1 000. */
const stateCount = z.number().int().min(0)

export const orderDetail = orderRow.extend({
  callerPhone: z.string(),
  contactPhone: z.string(),
  carPlate: z.string(),
  remark: z.string(),
  attempt: z.number().int(),
  pickup: pickupPlace,
  dropoff: orderPlace.nullable(),
  estimateDistanceM: metres.nullable(),
  estimateDurationS: z.number().int().nullable(),
  /** How the estimated way was measured; null where there was none, or it was not kept yet. */
  estimateMeasured: measured.nullable(),
  templateId: id.nullable(),
  /** The group of the customer whose price it is; empty where it is none's. */
  priceGroup: z.string(),
  /** How the customer had come into it when the order was placed; null where it is not known. */
  priceGroupWhy: z.object({ source: memberSource, addedAt: instant, addedBy: z.string() }).nullable(),
  templateVersion: z.number().int().nullable(),
  trackQuality: trackQuality.nullable(),
  /** Metres of the trip that a service gave where its track has gaps; null where none did. */
  filled: filledGaps.nullable(),
  agentName: z.string(),
  dispatchAt: instant.nullable(),
  acceptedAt: instant.nullable(),
  arrivedAt: instant.nullable(),
  departAt: instant.nullable(),
  endedAt: instant.nullable(),
  filedAt: instant.nullable(),
  paidAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  cancelActor: actorType.nullable(),
  cancelReason: z.string(),
  cancelRule: z.string(),
  /** What that row asked for when it decided. */
  cancelCase: cancelCase.nullable(),
  cancelVerdict: cancelVerdict.nullable(),
  cancelFeeFen: z.number().int().nullable(),
  /** What followed for the driver and stands; null where nobody had the order. */
  cancelConsequence: cancelConsequence.nullable(),
  partnerBookingId: z.string(),
  /** Added by operators, newest first. */
  remarks: z.array(z.object({ text: z.string(), byName: z.string(), at: instant })),
  driver: orderDriver.nullable(),
  timeline: z.array(timelineEntry),
  dispatch: dispatchView,
  /** The bill once filed, of a trip or of a cancellation, each line with the rule that made it in words. */
  billLines: z.array(wireFeeLine.extend({ reason: z.string() })),
  estimateLines: z.array(wireFeeLine),
  /** A cancellation request that waits for its decision. */
  openReviewId: id.nullable(),
  /** Of the bill, what an enterprise pays; null before there is one. */
  enterpriseFen: z.number().int().nullable(),
  /** What the traveller still has to pay, a bad debt too; null where nothing is open. */
  dueFen: z.number().int().nullable(),
  /** How the traveller's part was paid; null while it is not, and where there is none. */
  payment: z
    .object({
      way: paidBy,
      amountFen: z.number().int(),
      /** Number of the payment at the bank or payment channel. */
      reference: z.string(),
      note: z.string(),
      paidAt: instant,
      /** Who took or entered it, empty where the customer paid by themselves; and when. */
      byName: z.string(),
      recordedAt: instant,
    })
    .nullable(),
  /** Null where none was asked for. */
  prepay: orderPrepay.nullable(),
  siblings: z.array(z.object({ orderId: id, orderNo: z.string(), serviceStatus, prepayUntil: instant.nullable() })),
})

export const orderCalls = {
  list: call({
    method: 'GET',
    path: '/djweb/order/order_list',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '订单列表',
    input: page.extend(orderFilter.shape),
    output: pageOf(orderRow),
  }),
  counts: call({
    method: 'GET',
    path: '/djweb/order/order_counts',
    effect: 'read',
    access: { authority: 'order.view' },
    tolerant: true,
    summary: '订单各状态数量',
    /** The filter of the list; its service and pay status are what is counted by, and narrow nothing. */
    input: orderFilter,
    output: z.object({ seeking: stateCount, inHand: stateCount, unpaid: stateCount }),
  }),
  info: call({
    method: 'GET',
    path: '/djweb/callCenter/order_info',
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '订单详情',
    input: z.object({ orderId: id }),
    output: orderDetail,
    failures: ['order.notFound'],
  }),
} satisfies Area
