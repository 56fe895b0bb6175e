import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { datum, id, instant, lat, lng, optional, partnerBookingId, phone, requiredText, text } from '../../kernel/fields.ts'
import { knownPin, orderPlace, pickupPlace, seenVersion } from './model.ts'

export const orderEditRefusals = refusals({
  /** `data.retryAfterS`. */
  'order.messageTooMany': {
    code: 429722,
    zh: '该订单一小时内已发送 6 条消息，为避免打扰客户请稍后再发，或直接致电客户',
    en: 'Six messages went out for this order within the hour: send the next one later, or call the customer',
  },
  'order.messageTooSoon': { code: 429721, zh: '刚刚已给客户发过同样的消息，请稍后再发', en: 'The same message was sent a moment ago' },
  /** `data.retryAfterS`: until the quiet hours end. */
  'order.messageQuiet': {
    code: 429724,
    zh: '该城市现在是免打扰时段，不发送支付提醒',
    en: 'These are the quiet hours of the city: nobody is reminded now',
  },
  /** `data.retryAfterS`: until the day of the city ends. */
  'order.messageCapped': {
    code: 429723,
    zh: '该手机号今天收到的支付提醒已达上限',
    en: 'This telephone was reminded as often as it may be in a day',
  },
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

export const orderMessageKind = z.enum(['SEARCHING', 'DRIVER', 'ARRIVED', 'BILL', 'CANCELLED', 'UNPAID', 'PREPAY', 'CUSTOM'])
export type OrderMessageKind = z.infer<typeof orderMessageKind>
export const orderMessageKindText: Record<OrderMessageKind, string> = {
  SEARCHING: '正在寻找司机',
  DRIVER: '司机信息',
  ARRIVED: '司机已到达',
  BILL: '账单与支付',
  CANCELLED: '取消通知',
  UNPAID: '支付提醒',
  PREPAY: '预付通知',
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

const edit = { authority: 'order.edit' } as const

export const orderEditCalls = {
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
  /** Another address, or where on the map it is: a search that waited for the place goes on by itself. The pick-up until the driver is there, for every order of the booking still without a driver; the destination until the trip ends. */
  changePlace: call({
    method: 'POST',
    path: '/djweb/order/order_place',
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '修改上车点或目的地',
    /** Without coordinates only the words are known. `note` is the pick-up's alone. */
    input: z
      .object({
        orderId: id,
        end: z.enum(['PICKUP', 'DROPOFF']),
        address: requiredText(200),
        lat: optional(lat),
        lng: optional(lng),
        datum: optional(datum),
        pin: optional(knownPin),
        note: optional(text(100)),
        version: seenVersion,
      })
      .refine((place) => (place.lat === undefined) === (place.lng === undefined), {
        path: ['lng'],
        message: '经度与纬度须同时填写 | latitude and longitude belong together',
      }),
    output: z.object({ pickup: pickupPlace, dropoff: orderPlace.nullable(), version: z.number().int() }),
    failures: ['order.notFound', 'order.versionConflict', 'order.wrongState', 'callCentre.outsideCity'],
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
    failures: [
      'order.notFound',
      'order.messageUnfit',
      'order.messageQuiet',
      'order.messageCapped',
      'order.messageTooSoon',
      'order.messageTooMany',
    ],
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
    input: z.object({ bookingId: id, channelId: optional(id), partnerBookingId }),
    output: z.object({ bookingId: id, channelId: id, partnerBookingId: z.string() }),
    failures: ['order.bookingNotFound', 'order.bookingOtherChannel', 'order.bookingMapped'],
  }),
} satisfies Area
