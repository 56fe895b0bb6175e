import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import {
  datum,
  id,
  instant,
  intBetween,
  lat,
  lng,
  metres,
  nothing,
  numberBetween,
  optional,
  phone,
  requiredText,
  seconds,
  text,
} from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'
import { queueLeave } from '../dispatch/team.ts'
import { orderPlace, pickupPlace, serviceStatus, workStatus } from '../order/model.ts'
import { wireFeeLine } from '../pricing/fee-line.ts'
import { orderFileKind } from '../quality/photo-model.ts'
import { takenFields } from '../quality/upload.ts'
import { APP_REFUSALS } from './client.ts'
import { FACE_REFUSALS } from '../qualification/face.ts'

// The driver side: an open API that a driver app, a partner or the simulator uses. JSON throughout.

/**
 * `GET /driver/v1/offers/stream` is a `text/event-stream` read with fetch, token in the header: an event `offers` with all open offers of the
 * driver whenever they change, the first at once; an event `withdrawal` with the id of one to be read again, its state or what the driver has
 * to do about it being another; an event `message` when there is a message to fetch; and a comment every 15 s. It ends with the session, and when the server stops.
 */
export const OFFER_STREAM_PATH = '/driver/v1/offers/stream'

export const driverOffer = z.object({
  offerId: id,
  orderId: id,
  orderNo: z.string(),
  sentAt: instant,
  expiresAt: instant,
  /** An order that was assigned by hand may have words alone: `lat` and `lng` are null. */
  pickup: pickupPlace,
  dropoff: orderPlace.nullable(),
  distanceM: metres,
  etaS: seconds,
  estimateFen: z.number().int().nullable(),
})

export const driverOrder = z.object({
  orderId: id,
  orderNo: z.string(),
  serviceStatus,
  pickup: driverOffer.shape.pickup,
  dropoff: driverOffer.shape.dropoff,
  /**
   * Empty where the city hides customers' numbers from drivers, or none lies between them yet: they call the business, which counts as calling
   * them.
   */
  contactPhone: z.string(),
  /** `contactPhone` is a number between the driver and the customer; with `recorded` both hear before they speak that it is. */
  privacyNumber: z.object({ recorded: z.boolean() }).nullable(),
  /** As the city shows customers' names to this client; empty where it shows none. */
  customerName: z.string(),
  /** What the bill may say in this city, by what held when the order was placed. */
  takes: z.object({ cash: z.boolean(), tips: z.boolean() }),
  /** What the customer paid ahead and the bill takes first: the driver collects only the rest; fen, 0 where nothing. */
  prepaidFen: z.number().int(),
  bookTime: instant.nullable(),
  acceptedAt: instant.nullable(),
  arrivedAt: instant.nullable(),
  departAt: instant.nullable(),
  version: z.number().int(),
})

export const fix = z.object({
  lat,
  lng,
  datum: optional(datum),
  /** The device's own clock; age is reckoned from receive time only. */
  at: optional(instant),
  accuracyM: optional(intBetween(0, 100_000)),
  speedMps: optional(numberBetween(0, 120)),
  headingDeg: optional(intBetween(0, 360)),
})
export const extra = z.object({
  type: z.enum(['TOLL', 'PARKING', 'LODGING', 'OTHER', 'TIP']),
  amountFen: intBetween(1, 1_000_000),
  /** Kept as the reason of the step. */
  note: optional(text(100)),
  /** Pictures of kind `RECEIPT` that were uploaded for this order. */
  receiptIds: optional(z.array(id).max(5)),
})

const ofOrder = z.object({ id })
const moved = z.object({ order: driverOrder })

export const dispatchCalls = {
  sendCode: call({
    method: 'POST',
    path: '/driver/v1/code',
    effect: 'write',
    access: 'public',
    body: 'json',
    summary: '发送登录验证码',
    input: z.object({ tenantId: id, phone }),
    output: z.object({ expiresInS: seconds }),
    failures: ['driver.codeTooOften', ...APP_REFUSALS],
  }),
  signIn: call({
    method: 'POST',
    path: '/driver/v1/sign-in',
    effect: 'write',
    access: 'public',
    body: 'json',
    summary: '司机登录',
    input: z.object({ tenantId: id, phone, code: requiredText(8), device: optional(text(100)) }),
    output: z.object({ token: z.string(), driverId: id, driverNo: z.string(), name: z.string(), cityId: id }),
    failures: ['driver.badCode', 'driver.locked', 'driver.accountDisabled', ...APP_REFUSALS],
  }),
  signOut: call({
    method: 'POST',
    path: '/driver/v1/sign-out',
    effect: 'write',
    access: 'driver',
    beforeAgreement: true,
    body: 'json',
    summary: '司机退出',
    input: nothing,
    output: nothing,
    failures: ['driver.onOrder'],
  }),
  me: call({
    method: 'GET',
    path: '/driver/v1/me',
    effect: 'read',
    access: 'driver',
    ofTrip: true,
    summary: '司机状态',
    input: nothing,
    output: z.object({ driverId: id, driverNo: z.string(), name: z.string(), cityId: id, workStatus, order: driverOrder.nullable() }),
  }),
  goOnline: call({
    method: 'POST',
    path: '/driver/v1/online',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '上线',
    input: fix.partial({ lat: true, lng: true }),
    output: z.object({ workStatus }),
    failures: [
      'driver.notQualified',
      'driver.papersOver',
      'driver.policyMissing',
      'driver.examRequired',
      'driver.dutyClosed',
      'driver.insuranceRequired',
      ...FACE_REFUSALS,
    ],
  }),
  goOffline: call({
    method: 'POST',
    path: '/driver/v1/offline',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '下线',
    input: nothing,
    output: z.object({ workStatus }),
    failures: ['driver.onOrder'],
  }),
  positions: call({
    method: 'POST',
    path: '/driver/v1/positions',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'json',
    unlogged: true,
    summary: '上报位置',
    input: z.object({ positions: z.array(fix).min(1).max(100) }),
    output: z.object({ accepted: z.number().int(), rejected: z.number().int() }),
  }),
  offers: call({
    method: 'GET',
    path: '/driver/v1/offers',
    effect: 'read',
    access: 'driver',
    summary: '等待派单（长轮询）',
    input: z.object({ waitS: optional(intBetween(0, 25)) }),
    output: z.object({ offers: z.array(driverOffer) }),
    failures: APP_REFUSALS,
  }),
  accept: call({
    method: 'POST',
    path: '/driver/v1/offers/{id}/accept',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '接单',
    input: ofOrder,
    output: moved,
    failures: ['driver.offerGone', 'driver.offerExpired', 'driver.busy', 'driver.notQualified', 'driver.policyEnded', ...FACE_REFUSALS],
  }),
  reject: call({
    method: 'POST',
    path: '/driver/v1/offers/{id}/reject',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '拒单',
    input: ofOrder.extend({ reason: optional(text(100)) }),
    output: nothing,
    failures: ['driver.offerGone', 'driver.offerExpired'],
  }),
  arrive: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/arrive',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'json',
    summary: '就位',
    input: ofOrder,
    output: moved,
    failures: ['driver.orderNotFound', 'driver.wrongState', 'driver.tooFarFromPickup', 'driver.placeUnknown'],
  }),
  depart: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/depart',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'json',
    summary: '开始代驾',
    input: ofOrder,
    output: moved,
    failures: ['driver.orderNotFound', 'driver.wrongState', 'driver.photosMissing'],
  }),
  end: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/end',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'json',
    summary: '结束行程',
    input: ofOrder.extend({ reason: optional(text(200)) }),
    output: moved,
    failures: ['driver.orderNotFound', 'driver.wrongState', 'driver.tooFarFromDropoff'],
  }),
  file: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/file',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'json',
    once: true,
    summary: '报单',
    input: ofOrder.extend({ extras: optional(z.array(extra).max(10)), cashCollected: optional(z.boolean()) }),
    output: moved.extend({ lines: z.array(wireFeeLine), totalFen: z.number().int() }),
    failures: [
      'driver.orderNotFound',
      'driver.wrongState',
      'driver.cashOff',
      'driver.tipsOff',
      'driver.extraTooLarge',
      'driver.walletTooLow',
      'driver.accountShut',
      'driver.receiptMissing',
      'driver.receiptUnknown',
    ],
  }),
  uploadFile: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/files',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'multipart',
    summary: '上传照片或票据',
    input: ofOrder.extend({ kind: orderFileKind, file: upload, ...takenFields }),
    /** The same picture sent again is the same file. */
    output: z.object({ fileId: id, width: z.number().int(), height: z.number().int() }),
    failures: ['driver.orderNotFound', 'driver.wrongState', 'driver.badPicture', 'driver.tooManyFiles', 'driver.noRetake'],
  }),
  queue: call({
    method: 'GET',
    path: '/driver/v1/queue',
    effect: 'read',
    access: 'driver',
    summary: '区域排队位置',
    input: nothing,
    /** Where the driver stands in the queue of an area; or, for ten minutes, how they last came out of one. Both null for everybody else. Asked for now and then: a place changes with whoever leaves before. */
    output: z.object({
      queue: z
        .object({
          name: z.string(),
          /** From 1: that many are asked before, less one. */
          place: z.number().int(),
          waiting: z.number().int(),
          enteredAt: instant,
          /** Last put in or moved by an operator, and what they say. */
          movedAt: instant.nullable(),
          note: z.string(),
        })
        .nullable(),
      left: z.object({ name: z.string(), at: instant, reason: queueLeave, note: z.string() }).nullable(),
    }),
  }),
  answers: call({
    method: 'GET',
    path: '/driver/v1/answers',
    effect: 'read',
    access: 'driver',
    summary: '接单统计',
    input: nothing,
    /** What the driver answered to the offers of the last seven days. */
    output: z.object({
      days: z.number().int(),
      offers: z.number().int(),
      accepted: z.number().int(),
      rejected: z.number().int(),
      expired: z.number().int(),
      rejectReasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
    }),
  }),
  logCall: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/call',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'json',
    summary: '记录联系客户',
    input: ofOrder,
    output: z.object({ calls: z.number().int() }),
    failures: ['driver.orderNotFound', 'driver.wrongState'],
  }),
  cancel: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/cancel',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'json',
    once: true,
    summary: '司机取消',
    input: ofOrder.extend({ reason: requiredText(200) }),
    output: nothing,
    failures: ['driver.orderNotFound', 'driver.wrongState'],
  }),
} satisfies Area
