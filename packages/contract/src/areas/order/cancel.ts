import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { flag, id, instant, optional, text } from '../../kernel/fields.ts'
import { cancelJudged } from './cancel-rules.ts'
import { serviceStatus } from './model.ts'

const cancel = { authority: 'order.cancel' } as const

export const orderCancelCalls = {
  /** Who is at fault and what it costs; nothing happens yet. */
  judgeCancel: call({
    method: 'GET',
    path: '/djweb/order/judge_cancel',
    anyVerb: true,
    effect: 'write',
    access: cancel,
    tolerant: true,
    unlogged: true,
    summary: '取消判责',
    /** `byCustomer` false: the operator's own decision. */
    input: z.object({ orderId: id, byCustomer: optional(flag) }),
    output: cancelJudged.extend({ quoteId: id, validUntil: instant, serviceStatus, version: z.number().int() }),
    failures: ['order.notFound', 'order.notCancellable'],
  }),
  /** Cancels at exactly the judgement of `quoteId`; where it no longer holds, `order.cancelQuoteStale` carries a fresh one. */
  cancel: call({
    method: 'GET',
    path: '/djweb/order/order_cancel',
    anyVerb: true,
    effect: 'write',
    access: cancel,
    tolerant: true,
    once: true,
    summary: '取消订单',
    input: z.object({ orderId: id, quoteId: id, reason: optional(text(200)), byCustomer: optional(flag) }),
    output: cancelJudged.extend({ serviceStatus, version: z.number().int() }),
    failures: ['order.notFound', 'order.notCancellable', 'order.cancelQuoteStale'],
  }),
} satisfies Area
