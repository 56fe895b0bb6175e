import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { id, instant, optional } from '../../kernel/fields.ts'
import { orderAttention, workStatus } from '../order/model.ts'

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
