import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, intBetween, requiredText } from '../../kernel/fields.ts'

export const mergeRefusals = refusals({
  'customer.mergeSelf': { code: 400237, zh: '不能与自己合并', en: 'A customer cannot be merged with themselves' },
  /** `data`: `{ orderNo }`. */
  'customer.orderLive': {
    code: 409236,
    zh: '客户有进行中的订单，请在订单结束后再操作',
    en: 'The customer has an order under way: try again once it has ended',
  },
  /** `data`: `{ count }`. */
  'customer.owes': {
    code: 409237,
    zh: '客户有未付账单，请先结清或核销',
    en: 'The customer has unpaid bills: settle or write them off first',
  },
  'customer.prepaid': {
    code: 409248,
    zh: '客户还有未抵扣或待退的预付款，请先退还',
    en: 'Money that the customer paid ahead is still held: return it first',
  },
  'customer.beyondSight': {
    code: 409240,
    zh: '客户在您业务范围外也有订单，请由负责这些城市的人员操作',
    en: 'The customer has orders beyond your scope: who runs those cities too can do this',
  },
  'customer.mergeNotFound': { code: 404, zh: '没有这次合并', en: 'No such merge' },
  'customer.mergeOver': {
    code: 409238,
    zh: '合并已撤销，或已超过一天，不能撤销',
    en: 'This merge was undone, or is more than a day old and stays',
  },
})

/** So long after it a merge can be undone. */
export const MERGE_UNDO_HOURS = 24

const one = z.object({
  customerId: id,
  name: z.string(),
  /** Masked unless the operator may see it whole. */
  phone: z.string(),
  orderCount: z.number().int(),
})
export const customerMerge = z.object({
  mergeId: id,
  /** The one that went. */
  gone: one,
  reason: z.string(),
  mergedAt: instant,
  mergedBy: z.string(),
  /** Null: it stays. */
  undoUntil: instant.nullable(),
  undoneAt: instant.nullable(),
})
export type CustomerMerge = z.infer<typeof customerMerge>

const merge = { authority: 'customer.merge' } as const

/** Two that are one person become one: orders and all that hangs on them are then one customer's, and either telephone finds them. */
export const mergeCalls = {
  merges: call({
    method: 'GET',
    path: '/djweb/customers/merges',
    effect: 'read',
    access: { authority: 'customer.view' },
    summary: '客户合并记录',
    input: z.object({ customerId: id }),
    output: z.object({ rows: z.array(customerMerge) }),
    failures: ['customer.notFound'],
  }),
  merge: call({
    method: 'POST',
    path: '/djweb/customers/merge',
    effect: 'write',
    access: merge,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '合并客户',
    /** `goneId` goes into `customerId`, as both were last seen. */
    input: z.object({
      customerId: id,
      version: intBetween(1, 1_000_000_000),
      goneId: id,
      reason: requiredText(200),
    }),
    output: customerMerge,
    failures: ['customer.notFound', 'customer.versionConflict', 'customer.mergeSelf', 'customer.orderLive', 'customer.beyondSight'],
  }),
  undoMerge: call({
    method: 'POST',
    path: '/djweb/customers/merge_undo',
    effect: 'write',
    access: merge,
    everyChannel: true,
    summary: '撤销合并客户',
    input: z.object({ mergeId: id }),
    output: customerMerge,
    failures: ['customer.mergeNotFound', 'customer.mergeOver', 'customer.orderLive', 'customer.beyondSight'],
  }),
  /** The person goes for good; orders, bills and books stay without them. */
  erase: call({
    method: 'POST',
    path: '/djweb/customers/erase',
    effect: 'write',
    access: { authority: 'customer.erase' },
    everyChannel: true,
    tolerant: true,
    summary: '抹除客户个人信息',
    input: z.object({ customerId: id, version: intBetween(1, 1_000_000_000), reason: requiredText(200) }),
    output: z.object({}),
    failures: [
      'customer.notFound',
      'customer.versionConflict',
      'customer.orderLive',
      'customer.owes',
      'customer.prepaid',
      'customer.beyondSight',
    ],
  }),
} satisfies Area
