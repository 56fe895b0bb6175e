import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import {
  datum,
  fen,
  flag,
  id,
  instant,
  intBetween,
  json,
  metres,
  nothing,
  optional,
  phone,
  requiredText,
  seconds,
  text,
} from '../../kernel/fields.ts'
import { messageLanguage } from '../../kernel/language.ts'
import { dispatchView, orderAction, orderDriver, payStatus, serviceStatus } from '../order/model.ts'
import { rightCover } from '../pricing/model.ts'
import { queueTimer } from '../call-centre/booking-queue.ts'
import { customerFindCalls } from './find.ts'

export const customerRefusals = refusals({
  'customer.exists': { code: 409231, zh: '该号码已是客户', en: 'This number is a customer already' },
  'customer.notFound': { code: 404, zh: '客户不存在', en: 'No such customer' },
  'customer.versionConflict': {
    code: 409232,
    zh: '客户资料已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this customer, look at the present data and try again',
  },
  'customer.cityUnknown': { code: 40063, zh: '所选城市不在您的业务范围内', en: 'That city is not within your scope' },
})

export const customerCard = z.object({
  customerId: id,
  phone: z.string(),
  name: z.string(),
  gender: z.enum(['UNKNOWN', 'MALE', 'FEMALE']),
  /** In which messages reach them. */
  language: messageLanguage,
  level: z.number().int(),
  cityId: id.nullable(),
  blacklisted: z.boolean(),
  blacklistReason: z.string(),
  tags: z.array(z.string()),
  plateNos: z.array(z.string()),
  orderCount: z.number().int(),
  cancelCount24h: z.number().int(),
  lastOrderAt: instant.nullable(),
  remark: z.string(),
  version: z.number().int(),
})

/** A group a customer belongs to, and why. */
export const customerGroupOf = z.object({
  groupId: id,
  name: z.string(),
  type: z.enum(['PRICE', 'MARKETING', 'BLACK', 'TEAM']),
  source: z.enum(['HAND', 'FILE', 'RULE']),
  addedAt: instant,
  /** Empty where a rule put them there. */
  addedBy: z.string(),
  remark: z.string(),
  until: instant.nullable(),
})

export const usedAddress = z.object({
  address: z.string(),
  lat: z.number(),
  lng: z.number(),
  datum,
  cityId: id,
  usedAt: instant,
  use: z.enum(['PICKUP', 'DROPOFF']),
})

export const customerGender = z.enum(['UNKNOWN', 'MALE', 'FEMALE'])
export type CustomerGender = z.infer<typeof customerGender>
/** A field that a change may also empty: left out it stays as it is, `''` (or null) empties it. */
const emptiable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === null ? '' : value), schema.optional()) as unknown as z.ZodOptional<T>
const plate = requiredText(12)
const tag = requiredText(12)
/** What is known of a customer and may be changed. */
/** Month and day, `08-15`. */
export const monthDay = z
  .string()
  .trim()
  .regex(
    /^((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))$/,
    '应为月-日，如 08-15 | must be month-day, such as 08-15',
  )
export const editable = z.object({
  name: emptiable(text(40)),
  birthday: emptiable(monthDay.or(z.literal(''))),
  gender: optional(customerGender),
  language: optional(messageLanguage),
  cityId: emptiable(id.or(z.literal(''))),
  plateNos: optional(json(z.array(plate).max(5))),
  tags: optional(json(z.array(tag).max(10))),
  remark: emptiable(text(500)),
})

export const partnerChannel = z.object({
  channelId: id,
  name: z.string(),
  /** Empty: every city. */
  cityIds: z.array(id),
  /** Rights of the channel that are on and within their time. */
  rights: z.number().int(),
})
export const channelRight = z.object({
  rightId: id,
  rightNo: z.string(),
  name: z.string(),
  cover: rightCover,
  /** What it pays, as an operator would say it. */
  coverText: z.string(),
  excess: z.enum(['CUSTOMER_PAYS', 'REFUSE']),
  validFrom: instant,
  validTo: instant,
  /** Empty: every city. */
  cityNames: z.array(z.string()),
  /** Uses left today; null without a daily stock. */
  leftToday: z.number().int().nullable(),
  /** What this customer has of it; null without a customer or a grant. */
  grant: z
    .object({
      rightGrantId: id,
      /** One of the last two where the right is in money or distance. */
      timesLeft: z.number().int().nullable(),
      amountLeftFen: fen.nullable(),
      distanceLeftM: metres.nullable(),
      expiresAt: instant,
    })
    .nullable(),
})

const view = { authority: 'callCentre.view' } as const

export const deskCustomerCalls = {
  newCustomer: call({
    method: 'GET',
    path: '/djweb/callCenter/new_customer',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'callCentre.place' },
    tolerant: true,
    summary: '新建客户',
    byPhone: ['phone'],
    input: editable.extend({ phone }),
    output: customerCard,
    failures: ['customer.exists', 'customer.cityUnknown'],
  }),
  /** Fields left out stay as they are, empty ones are emptied. A note is added to the customer's notes, whose older ones nobody changes. */
  updateCustomer: call({
    method: 'GET',
    path: '/djweb/callCenter/update_customer_info',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'callCentre.place' },
    tolerant: true,
    summary: '修改客户资料',
    byPhone: ['phone'],
    input: editable.extend({ phone, version: intBetween(1, 1_000_000_000), note: optional(text(500)) }),
    output: customerCard,
    failures: ['customer.notFound', 'customer.versionConflict', 'customer.cityUnknown'],
  }),
  ...customerFindCalls,
  /** Telephones the signed-in operator served lately, newest first, with where the last order went. */
  recentPhones: call({
    method: 'GET',
    path: '/djweb/callCenter/recent_order_phone',
    effect: 'read',
    access: view,
    summary: '最近下单号码',
    input: z.object({ limit: optional(intBetween(1, 50)) }),
    output: z.object({
      rows: z.array(
        z.object({
          /** Masked unless the operator may see it whole. */
          phone: z.string(),
          customerId: id,
          name: z.string(),
          lastOrderId: id,
          lastOrderNo: z.string(),
          serviceStatus,
          lastOrderAt: instant,
          /** Null where only the address is known. */
          pickup: usedAddress.nullable(),
          dropoff: usedAddress.nullable(),
        }),
      ),
    }),
  }),
  partnerChannels: call({
    method: 'GET',
    path: '/djweb/callCenter/partner_channel',
    effect: 'read',
    access: view,
    summary: '合作渠道',
    input: nothing,
    output: z.object({ rows: z.array(partnerChannel) }),
  }),
  partnerChannelRights: call({
    method: 'GET',
    path: '/djweb/callCenter/partner_channel_rights',
    effect: 'read',
    access: view,
    summary: '合作渠道权益',
    byPhone: ['phone'],
    input: z.object({ channelId: id, phone: optional(phone), cityId: optional(id) }),
    output: z.object({ rows: z.array(channelRight) }),
    failures: ['channel.notFound'],
  }),
  /** What is going on with a customer's orders at this moment: the banner of the desk. */
  dynamicInfo: call({
    method: 'GET',
    path: '/djweb/callCenter/dynamic_info',
    effect: 'read',
    access: view,
    summary: '客户实时动态',
    byPhone: ['phone'],
    input: z.object({ phone }),
    output: z.object({
      at: instant,
      orders: z.array(
        z.object({
          orderId: id,
          orderNo: z.string(),
          bookingId: id,
          serviceStatus,
          payStatus,
          /** Of an order that waits to be paid before it is dispatched. */
          prepayUntil: instant.nullable(),
          statusSince: instant,
          /** Seconds in the present status. */
          inStatusS: seconds,
          pickupAddress: z.string(),
          dropoffAddress: z.string(),
          bookTime: instant.nullable(),
          driver: orderDriver.nullable(),
          /** Straight to where the driver is heading. */
          driverAwayM: metres.nullable(),
          dispatch: dispatchView,
          timer: queueTimer.nullable(),
          allowedActions: z.array(orderAction),
          version: z.number().int(),
        }),
      ),
      unpaid: z.object({ count: z.number().int(), totalFen: fen }),
      blacklisted: z.boolean(),
    }),
  }),
  /** A separate base in the specification; it answers beside the others here. */
  phoneAttribution: call({
    method: 'POST',
    path: '/verify/api/phone_attribution',
    effect: 'read',
    access: 'signedIn',
    summary: '号码归属地',
    wholePhones: ['phone'],
    input: z.object({ phone }),
    output: z.object({ phone: z.string(), province: z.string(), city: z.string(), carrier: z.string(), text: z.string(), mobile: flag }),
  }),
} satisfies Area
