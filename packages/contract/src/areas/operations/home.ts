import * as z from 'zod'
import { type Area, call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, nothing, optional } from '../../kernel/fields.ts'
import { orderAttention, workStatus } from '../order/model.ts'

// What the console begins with: the figures of its first page, and the way of a new business to its first order.

const count = z.number().int()
/** What the console's home shows. An operating day runs from 06:00 to 06:00 of the city's local time. */
export const overview = z.object({
  at: instant,
  dayFrom: instant,
  orders: z.object({ placed: count, finished: count, cancelled: count, failed: count, placedYesterdaySameTime: count }),
  /** Orders that found a driver ÷ searches that ended, in basis points; null before the first one ended. */
  dispatchSuccessBp: count.nullable(),
  /** What was paid on the day, of bills and of fees for cancelling, whenever the order was placed (docs/adr/0014). */
  paidFen: count,
  paidYesterdaySameTimeFen: count,
  drivers: z.object({
    online: count,
    idle: count,
    onOrder: count,
    silent: count,
    total: count,
    byStatus: z.partialRecord(workStatus, count),
  }),
  queue: z.object({ waiting: count, longestWaitS: count }),
  byHour: z.array(z.object({ hour: instant, placed: count, finished: count, failed: count, paidFen: count })),
  byCity: z.array(z.object({ cityId: id, name: z.string(), placed: count, paidFen: count, waiting: count, online: count, idle: count })),
  /** How many bookings need somebody, as their queue counts them, and how many bills are long unpaid. */
  inNeed: z.object({ bookings: count, unpaid: count }),
  /** The gravest of them first, one entry a booking. */
  attention: z.array(
    z.object({
      kind: z.enum([...orderAttention.options, 'UNPAID_LONG']),
      orderId: id,
      orderNo: z.string(),
      cityName: z.string(),
      since: instant,
      detail: z.string(),
      /** Unpaid bills are one entry, told by the oldest of them; everything else is one booking, told by its order in need. */
      count,
    }),
  ),
})

export const reportCalls = {
  overview: call({
    method: 'GET',
    path: '/api/console/overview',
    effect: 'read',
    access: { authority: 'console.view' },
    summary: '控制台首页',
    input: z.object({ cityId: optional(id) }),
    output: overview,
  }),
} satisfies Area

export const guideRefusals = refusals({
  'guide.wholeTenantOnly': {
    code: 403143,
    zh: '开始向导属于整个公司，仅不限城市与机构的人员可以修改',
    en: 'The guide belongs to the whole company: people bound to cities or an organisation cannot change it',
  },
  'guide.versionConflict': { code: 409145, zh: '向导已被他人修改，请刷新', en: 'Somebody else changed the guide, reload' },
})

/** What a business does before its first bill, in the order in which it is easiest. */
export const guideStep = z.enum(['BRAND', 'CITY', 'PRICES', 'MAPS', 'MESSAGES', 'PEOPLE', 'DRIVER', 'INVITATION', 'ORDER'])
export type GuideStep = z.infer<typeof guideStep>

export const guideCalls = part({
  guide: call({
    method: 'GET',
    path: '/djweb/guide/state',
    effect: 'read',
    access: { authority: 'guide.view' },
    summary: '开始向导',
    input: nothing,
    output: z.object({
      /** Done is read from the business itself: nothing is ticked off by hand. */
      steps: z.array(z.object({ step: guideStep, done: z.boolean(), skipped: z.boolean() })),
      /** Put away: the home page does not lead here any more. */
      closed: z.boolean(),
      /** Whether the asker may leave out steps and put it away. */
      mayChange: z.boolean(),
      version: z.number().int(),
    }),
  }),
  saveGuide: call({
    method: 'POST',
    path: '/djweb/guide/save',
    effect: 'write',
    access: { authority: 'guide.view' },
    everyChannel: true,
    summary: '修改开始向导',
    input: z.object({
      version: intBetween(0, 1_000_000),
      skipped: json(z.array(guideStep).max(guideStep.options.length)),
      closed: flag,
    }),
    output: z.object({ version: z.number().int() }),
    failures: ['guide.wholeTenantOnly', 'guide.versionConflict'],
  }),
})
