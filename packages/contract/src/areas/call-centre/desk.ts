import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import {
  datum,
  flag,
  id,
  instant,
  intBetween,
  lat,
  lng,
  metres,
  nothing,
  optional,
  phone,
  requiredText,
  seconds,
  text,
} from '../../kernel/fields.ts'
import { measured } from '../../kernel/road.ts'
import { cancelJudged } from '../order/cancel-rules.ts'
import { openCity } from '../operations/city.ts'
import { customerCard, customerGroupOf, usedAddress } from '../customer/card.ts'
import { payer } from '../customer/enterprise.ts'
import { dispatchParams } from '../dispatch/settings.ts'
import {
  auditStatus,
  dispatchStatus,
  dispatchView,
  freshness,
  knownPin,
  orderAction,
  orderDriver,
  orderPlace,
  payStatus,
  pickupPlace,
  serviceStatus,
  serviceType,
  timelineEntry,
  workStatus,
} from '../order/model.ts'
import { orderRow } from '../order/list.ts'
import { usableCoupon, usableRight } from '../pricing/discount.ts'
import { wireFeeLine } from '../pricing/fee-line.ts'

export const nearbyDriver = z.object({
  driverId: id,
  driverNo: z.string(),
  name: z.string(),
  workStatus,
  lat: z.number(),
  lng: z.number(),
  distanceM: metres,
  etaS: seconds,
  /** How the way that the time is for was measured. */
  measured,
  /** Since the server received the last fix. */
  ageS: seconds,
  freshness,
  level: z.number().int(),
})

/** A trip as it is asked for, by whoever asks. */
export const trip = z.object({
  cityId: id,
  /** Left out where only the address is known. */
  pickupLat: optional(lat),
  pickupLng: optional(lng),
  pickupDatum: optional(datum),
  dropoffLat: optional(lat),
  dropoffLng: optional(lng),
  departAt: optional(instant),
  serviceType: optional(serviceType),
  channelId: optional(id),
  phone: optional(phone),
  couponId: optional(id),
  rightGrantId: optional(id),
  /** The enterprise that pays, of those that employ the telephone's owner; without it the customer pays alone. */
  enterpriseId: optional(id),
})
/** A place has both its coordinates or none. */
interface Points {
  pickupLat?: number | undefined
  pickupLng?: number | undefined
  dropoffLat?: number | undefined
  dropoffLng?: number | undefined
}
export const wholePickup = ({ pickupLat, pickupLng }: Points) => (pickupLat === undefined) === (pickupLng === undefined)
export const wholeDropoff = ({ dropoffLat, dropoffLng }: Points) => (dropoffLat === undefined) === (dropoffLng === undefined)
export const half = (path: string) => ({ path: [path], message: '经度与纬度须同时填写 | latitude and longitude belong together' })

/** What a city may have switched off. */
const switchFailures = ['callCentre.deskOff', 'callCentre.partnerOff', 'callCentre.serviceOff'] as const
const payerFailures = [
  'enterprise.notEmployee',
  'enterprise.stopped',
  'enterprise.otherCity',
  'enterprise.otherHours',
  'enterprise.monthLimit',
  'enterprise.noCredit',
] as const

export const feeEstimate = z.object({
  quoteId: id,
  validUntil: instant,
  distanceM: metres,
  durationS: seconds,
  /** How they came about; null without a destination. */
  measured: measured.nullable(),
  templateId: id,
  templateVersion: z.number().int(),
  lines: z.array(wireFeeLine),
  subtotalFen: z.number().int(),
  discountFen: z.number().int(),
  totalFen: z.number().int(),
  enterpriseFen: z.number().int(),
  personalFen: z.number().int(),
  /** In words, when the chosen coupon or right takes nothing off this trip. */
  discountRefused: z.string().nullable(),
})

export const bill = z.object({
  lines: z.array(wireFeeLine),
  subtotalFen: z.number().int(),
  discountFen: z.number().int(),
  totalFen: z.number().int(),
  enterpriseFen: z.number().int(),
  /** What the customer pays of it: besides what they had paid ahead. */
  personalFen: z.number().int(),
  prepaidFen: z.number().int(),
  filedAt: instant,
})

export const orderStatusView = z.object({
  orderId: id,
  orderNo: z.string(),
  serviceStatus,
  payStatus,
  dispatchStatus,
  auditStatus,
  cityId: id,
  pickup: pickupPlace,
  dropoff: orderPlace.nullable(),
  /** When a driver was booked for; null for at once. */
  bookTime: instant.nullable(),
  /** To be paid before it is dispatched, and until when; null where nothing is waited for. */
  prepayDueFen: z.number().int().nullable(),
  prepayUntil: instant.nullable(),
  driver: orderDriver.nullable(),
  timeline: z.array(timelineEntry),
  dispatch: dispatchView,
  /** What the customer was told that it will cost; null where no price was asked. */
  estimate: z.object({ lines: z.array(wireFeeLine), totalFen: z.number().int() }).nullable(),
  bill: bill.nullable(),
  /** Of a cancelled order: what cancelling costs the customer. */
  cancelFeeFen: z.number().int().nullable(),
  allowedActions: z.array(orderAction),
  /** Changes with every change of the order; an action carries it so that nothing unseen is overwritten. */
  version: z.number().int(),
})

const cancelJudgement = cancelJudged.extend({ quoteId: id, validUntil: instant })

const view = { authority: 'callCentre.view' } as const

export const callCentreCalls = {
  openCities: call({
    method: 'GET',
    path: '/djweb/callCenter/open_city_list',
    effect: 'read',
    access: view,
    summary: '开通城市',
    input: nothing,
    /** `ordersOff`: the city has switched off what whoever asks could place there: phone orders, or those of partners for their people. */
    output: z.object({ rows: z.array(openCity.extend({ ordersOff: z.boolean() })) }),
  }),
  customerInfo: call({
    method: 'GET',
    path: '/djweb/callCenter/customer_info',
    effect: 'read',
    access: view,
    summary: '来电客户信息',
    byPhone: ['phone'],
    /** With a quote: what each coupon and right takes off it. */
    input: z.object({ phone, quoteId: optional(id) }),
    output: z.object({
      customer: customerCard.nullable(),
      /** What the business calls the level of the customer; empty where there is none. */
      levelName: z.string(),
      liveOrders: z.array(orderRow),
      lastOrders: z.array(orderRow).max(5),
      lastAddresses: z.array(usedAddress),
      /** What the caller has to pay, without the parts of enterprises; bad debts too. */
      unpaid: z.object({
        count: z.number().int(),
        totalFen: z.number().int(),
        orders: z.array(
          z.object({
            orderId: id,
            orderNo: z.string(),
            payStatus,
            totalFen: z.number().int(),
            filedAt: instant,
            /** Of the city's clock. */
            utcOffsetMinutes: z.number().int(),
          }),
        ),
      }),
      coupons: z.array(usableCoupon),
      rights: z.array(usableRight),
      notes: z.array(z.object({ text: z.string(), author: z.string(), at: instant })),
      groups: z.array(customerGroupOf),
      attribution: z.string(),
      /** Where the caller most likely is: the city of the last order, else the number's own, else the operator's first. */
      cityId: id.nullable(),
      cityFrom: z.enum(['LAST_ORDER', 'ATTRIBUTION', 'OPERATOR']).nullable(),
      /** Enterprises that employ the caller; those that would pay now come first. */
      payers: z.array(payer),
    }),
  }),
  nearbyDrivers: call({
    method: 'GET',
    path: '/djweb/callCenter/nearby_driver_list',
    effect: 'read',
    access: view,
    summary: '附近司机',
    input: z.object({
      cityId: id,
      lat,
      lng,
      datum: optional(datum),
      radiusM: optional(intBetween(100, 50_000)),
      limit: optional(intBetween(1, 200)),
    }),
    output: z.object({ rows: z.array(nearbyDriver) }),
  }),
  estimate: call({
    method: 'GET',
    path: '/djweb/callCenter/fee_estimate',
    effect: 'write',
    access: { authority: 'callCentre.place' },
    tolerant: true,
    unlogged: true,
    summary: '费用预估',
    byPhone: ['phone'],
    input: trip.refine(wholePickup, half('pickupLng')).refine(wholeDropoff, half('dropoffLng')),
    output: feeEstimate,
    failures: [
      'callCentre.cityClosed',
      'callCentre.outsideCity',
      ...switchFailures,
      'pricing.oneDiscount',
      'pricing.couponUnusable',
      'pricing.rightUnusable',
      'channel.notFound',
      'channel.stopped',
      'channel.otherCity',
      'channel.otherService',
      ...payerFailures,
    ],
  }),
  place: call({
    method: 'GET',
    path: '/djweb/callCenter/place_order',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'callCentre.place' },
    tolerant: true,
    once: true,
    summary: '电话下单',
    byPhone: ['phone'],
    input: trip
      .extend({
        phone,
        contactPhone: optional(phone),
        customerName: optional(text(40)),
        pickupAddress: requiredText(200),
        /** How the place came about; left out: chosen from what was offered. */
        pickupPin: optional(knownPin),
        /** For the driver: an entrance, a sign. */
        pickupNote: optional(text(100)),
        dropoffAddress: optional(text(200)),
        dropoffPin: optional(knownPin),
        driverCount: optional(intBetween(1, 5)),
        bookTime: optional(instant),
        driverId: optional(id),
        carPlate: optional(text(12)),
        remark: optional(text(500)),
        quoteId: optional(id),
        callId: optional(id),
      })
      .refine(wholePickup, half('pickupLng'))
      .refine(wholeDropoff, half('dropoffLng')),
    output: z.object({
      bookingId: id,
      bookingNo: z.string(),
      /** The search gives up after this long. */
      timeoutS: seconds,
      orders: z.array(
        z.object({
          orderId: id,
          orderNo: z.string(),
          serviceStatus,
          /** To be paid before it is dispatched, and until when; null where it need not be. */
          prepayDueFen: z.number().int().nullable(),
          prepayUntil: instant.nullable(),
        }),
      ),
    }),
    failures: [
      'callCentre.cityClosed',
      'callCentre.outsideCity',
      ...switchFailures,
      'callCentre.bookingOff',
      'callCentre.orderInProgress',
      'callCentre.blacklisted',
      'callCentre.unpaidOrders',
      'callCentre.driverTaken',
      'callCentre.quoteExpired',
      'callCentre.quoteMismatch',
      'callCentre.bookTimePast',
      'pricing.oneDiscount',
      'pricing.couponUnusable',
      'pricing.rightUnusable',
      'channel.notFound',
      'channel.stopped',
      'channel.otherCity',
      'channel.otherService',
      ...payerFailures,
    ],
  }),
  orderStatus: call({
    method: 'GET',
    path: '/djweb/callCenter/order_status',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '订单进度',
    input: z.object({ orderId: id }),
    output: orderStatusView,
    failures: ['order.notFound'],
  }),
  cancel: call({
    method: 'GET',
    path: '/djweb/callCenter/cancel_order',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'order.cancel' },
    tolerant: true,
    once: true,
    summary: '取消订单',
    input: z.object({ orderId: id, quoteId: optional(id), reason: optional(text(200)), byCustomer: optional(flag) }),
    /** Without `quoteId`: the judgement, and nothing happens. With it: done, `quoteId` and `validUntil` are null. */
    output: cancelJudgement.extend({ quoteId: id.nullable(), validUntil: instant.nullable(), cancelled: z.boolean(), serviceStatus }),
    failures: ['order.notFound', 'order.notCancellable', 'order.cancelQuoteStale'],
  }),
  goingOn: call({
    method: 'GET',
    path: '/djweb/callCenter/check_goingon',
    effect: 'read',
    access: view,
    summary: '是否有进行中的订单',
    byPhone: ['phone'],
    input: z.object({ phone }),
    output: z.object({ goingOn: z.boolean(), orders: z.array(orderRow) }),
  }),
  /** How a search that began now would look for drivers; `settingId` null where the defaults hold. */
  dispatchSetting: call({
    method: 'GET',
    path: '/djweb/callCenter/dispatch_setting',
    effect: 'read',
    access: view,
    summary: '当前派单设置',
    input: z.object({ cityId: id, channelId: optional(id), serviceType: optional(serviceType) }),
    output: dispatchParams.extend({ cityId: id, settingId: id.nullable(), version: z.number().int().nullable(), timeoutS: seconds }),
    failures: ['callCentre.cityClosed'],
  }),
  unpaidOrders: call({
    method: 'GET',
    path: '/djweb/callCenter/unpaid_order',
    effect: 'read',
    access: view,
    summary: '未支付订单',
    byPhone: ['phone'],
    input: z.object({ phone }),
    output: z.object({ rows: z.array(orderRow) }),
  }),
} satisfies Area
