import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, nothing, optional, partnerBookingId, phone, requiredText, text } from '../../kernel/fields.ts'
import { bill, callCentreCalls, feeEstimate, half, trip, wholeDropoff, wholePickup } from '../call-centre/desk.ts'
import { cancelVerdict } from '../order/cancel-rules.ts'
import { knownPin, orderEndReason, orderPlace, payStatus, pickupPlace, serviceStatus, serviceType } from '../order/model.ts'

export const partnerRefusals = refusals({
  'partner.noOrder': { code: 404, zh: '本渠道没有这个订单号', en: 'The channel has no order of this number' },
  'partner.otherContent': {
    code: 409171,
    zh: '该订单号已用于另一内容的订单；重发须与首次内容一致，新订单请用新的订单号',
    en: 'This number was used for an order with other content: send again what was sent first, or use a new number',
  },
  'partner.quotaUsed': {
    code: 409172,
    zh: '本渠道今日下单额度已用完，北京时间零点恢复',
    en: 'The channel has placed all its orders of the day; the next day begins at midnight in Beijing',
  },
  'partner.whichOrder': {
    code: 400171,
    zh: '该预约有多个订单，请指明要取消的订单',
    en: 'The booking has several orders: say which to cancel',
    field: 'orderId',
  },
})

/** What a partner may say of a trip: the channel is that of its key, and what an enterprise pays is not a partner's to say. */
const asked = trip.omit({ channelId: true, enterpriseId: true, couponId: true })
/** The driver of an order while it is theirs, for whoever waits for them. */
const partnerDriver = z.object({ driverNo: z.string(), name: z.string(), phone: z.string() })
const orderOfPartner = z.object({
  orderId: id,
  orderNo: z.string(),
  serviceType,
  serviceStatus,
  payStatus,
  statusSince: instant,
  pickup: pickupPlace,
  dropoff: orderPlace.nullable(),
  bookTime: instant.nullable(),
  driver: partnerDriver.nullable(),
  estimateFen: z.number().int().nullable(),
  totalFen: z.number().int().nullable(),
  cancelFeeFen: z.number().int().nullable(),
  /** To be paid before it is dispatched, and until when; null where nothing is waited for, or no more. */
  prepayDueFen: fen.nullable(),
  prepayUntil: instant.nullable(),
  /** Why it ended by itself; null where it did not. */
  endReason: orderEndReason.nullable(),
  /** Rises with each change of the order. */
  seq: z.number().int(),
})
/** A booking has one order; one that the desk placed for the partner may have up to five. */
const partnerOrder = z.object({
  partnerBookingId: z.string(),
  bookingId: id,
  bookingNo: z.string(),
  cityId: id,
  createdAt: instant,
  orders: z.array(orderOfPartner),
})
export type PartnerOrder = z.infer<typeof partnerOrder>

/** What a partner's program asks of its channel. Every call of access `partner` is signed, see `kernel/partner.ts`, and stands in the partner's API document. */
export const partnerCalls = {
  /** A first call, to see that key and signature are right. */
  channel: call({
    method: 'GET',
    path: '/partner/v1/channel',
    effect: 'read',
    access: 'partner',
    summary: '本渠道资料与额度',
    input: nothing,
    output: z.object({
      channelId: id,
      name: z.string(),
      code: z.string(),
      /** A channel that is off places no new order. */
      enabled: z.boolean(),
      /** Where and what it may order; empty: everywhere, everything. */
      cityIds: z.array(id),
      serviceTypes: z.array(serviceType),
      callsPerMinute: z.number().int(),
      /** Null: no limit. */
      ordersPerDay: z.number().int().nullable(),
      ordersToday: z.number().int(),
      serverTime: instant,
    }),
  }),
  /** The price of a trip, which an order of the same trip keeps until it is over. */
  quote: call({
    method: 'POST',
    path: '/partner/v1/quote',
    effect: 'write',
    access: 'partner',
    body: 'json',
    unlogged: true,
    summary: '合作方费用预估',
    input: asked.refine(wholePickup, half('pickupLng')).refine(wholeDropoff, half('dropoffLng')),
    output: feeEstimate.omit({ enterpriseFen: true, personalFen: true }),
    failures: callCentreCalls.estimate.failures,
  }),
  /** Once for each number of the partner's: sent again it answers how the order stands, with other content it is refused. */
  place: call({
    method: 'POST',
    path: '/partner/v1/orders',
    effect: 'write',
    access: 'partner',
    body: 'json',
    once: true,
    summary: '合作方下单',
    input: asked
      .omit({ departAt: true })
      .extend({
        partnerBookingId,
        phone,
        contactPhone: optional(phone),
        customerName: optional(text(40)),
        pickupAddress: requiredText(200),
        pickupPin: optional(knownPin),
        pickupNote: optional(text(100)),
        dropoffAddress: optional(text(200)),
        dropoffPin: optional(knownPin),
        bookTime: optional(instant),
        carPlate: optional(text(12)),
        remark: optional(text(500)),
        quoteId: optional(id),
      })
      .refine(wholePickup, half('pickupLng'))
      .refine(wholeDropoff, half('dropoffLng')),
    output: partnerOrder,
    failures: [...callCentreCalls.place.failures, 'partner.otherContent', 'partner.quotaUsed'],
  }),
  order: call({
    method: 'GET',
    path: '/partner/v1/orders/{partnerBookingId}',
    effect: 'read',
    access: 'partner',
    summary: '合作方查询订单',
    input: z.object({ partnerBookingId }),
    output: partnerOrder,
    failures: ['partner.noOrder'],
  }),
  /**
   * Without `quoteId`: what cancelling would cost now, and nothing happens. With it: cancelled at exactly that. An order that is cancelled
   * already is answered as such.
   */
  cancel: call({
    method: 'POST',
    path: '/partner/v1/orders/{partnerBookingId}/cancel',
    effect: 'write',
    access: 'partner',
    body: 'json',
    once: true,
    summary: '合作方取消订单',
    input: z.object({ partnerBookingId, orderId: optional(id), quoteId: optional(id), reason: optional(text(200)) }),
    output: z.object({
      orderId: id,
      cancelled: z.boolean(),
      serviceStatus,
      verdict: cancelVerdict.nullable(),
      feeFen: z.number().int(),
      quoteId: id.nullable(),
      validUntil: instant.nullable(),
    }),
    failures: ['partner.noOrder', 'partner.whichOrder', 'order.notFound', 'order.notCancellable', 'order.cancelQuoteStale'],
  }),
  /** Null until it is filed; a cancelled order has a fee or nothing. */
  bill: call({
    method: 'GET',
    path: '/partner/v1/orders/{partnerBookingId}/bill',
    effect: 'read',
    access: 'partner',
    summary: '合作方查询账单',
    input: z.object({ partnerBookingId }),
    output: z.object({
      partnerBookingId: z.string(),
      bookingId: id,
      orders: z.array(
        z.object({
          orderId: id,
          orderNo: z.string(),
          serviceStatus,
          payStatus,
          cancelFeeFen: z.number().int().nullable(),
          bill: bill.nullable(),
        }),
      ),
    }),
    failures: ['partner.noOrder'],
  }),
} satisfies Area
