import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, metres, optional, page, pageOf, text } from '../../kernel/fields.ts'
import { actorType, dispatchFilter, orderTimer, serviceStatus } from './model.ts'
import { orderRow } from './list.ts'

export const orderChangeRefusals = refusals({
  /** `data`: `{ version, serviceStatus, event, actorName, at }` of the change that came first. */
  'order.versionConflict': {
    code: 409721,
    zh: '订单已被他人更新，请查看最新状态后再操作',
    en: 'Someone else changed the order, look at its present state first',
  },
  'order.wrongState': { code: 409722, zh: '订单当前状态不允许此操作', en: 'The present state of the order does not allow this' },
})

export const trackedOrder = orderRow.extend({
  /** What breaches next, and when (past: has); null where nothing runs. */
  timer: orderTimer.nullable(),
  dueAt: instant.nullable(),
  round: z.number().int(),
  rounds: z.number().int(),
  radiusM: metres,
  candidates: z.number().int(),
  filteredOut: z.partialRecord(dispatchFilter, z.number().int()),
  /** Drivers asked so far, and how many of them refused or let it lapse. */
  asked: z.number().int(),
  declined: z.number().int(),
})
export type TrackedOrder = z.infer<typeof trackedOrder>

export const orderProgressCalls = {
  /** Orders under way, what breaches its timer next first. */
  status: call({
    method: 'GET',
    path: '/djweb/order/status',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '派单跟踪',
    input: page.extend({
      cityId: optional(id),
      serviceStatus: optional(json(z.array(intBetween(0, 999)).max(20))),
      keyword: optional(text(40)),
      /** Only what has breached or will within two minutes. */
      urgent: optional(flag),
    }),
    output: pageOf(trackedOrder).extend({ at: instant, overdue: z.number().int() }),
  }),
  /** What was done to the order, by whom, with before and after; newest first. */
  log: call({
    method: 'GET',
    path: '/djweb/order/order_opt_log',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '订单操作日志',
    input: page.extend({ orderId: id }),
    output: pageOf(
      z.object({
        seq: z.number().int(),
        at: instant,
        event: z.string(),
        actorType,
        actorName: z.string(),
        fromStatus: serviceStatus.nullable(),
        toStatus: serviceStatus,
        reason: z.string(),
        /** What the change carried: amounts in fen, telephones masked. */
        detail: z.record(z.string(), z.unknown()).nullable(),
        requestId: z.string(),
      }),
    ),
    failures: ['order.notFound'],
  }),
} satisfies Area
