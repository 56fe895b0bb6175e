import type { ServiceStatus } from '@chauffeur/contract/order-model'
import { releaseOrder } from '#areas/dispatch'
import { insertCancelFee, judgeOrder, lockOrder, moveOrder, type OrderRowDb } from '#areas/order'
import { postFiled } from '#areas/wallet'
import type { TenantTx } from '#platform/db'
import type { OperatorSession } from '#platform/session'
import { findCancelQuote, insertCancelQuote } from './cancel.queries.ts'

export interface Judged {
  quoteId: string | null
  rule: string
  verdict: 'NO_FAULT' | 'CUSTOMER_AT_FAULT' | 'DRIVER_AT_FAULT' | 'SHARED'
  feeFen: number
  validUntil: string | null
  cancelled: boolean
  serviceStatus: ServiceStatus
}
type CancelRefusal =
  | { refusal: 'order.notFound' }
  | { refusal: 'order.notCancellable'; detail: { serviceStatus: number } }
  | { refusal: 'order.cancelQuoteStale'; fresh: Judged }
interface Request {
  orderId: string
  quoteId?: string
  reason?: string
  byCustomer?: boolean
}

/**
 * Two steps: without `quoteId` the responsibility and fee are judged and nothing happens; with it the order is cancelled
 * at exactly that fee. When the order moved in between, or the judgement is too old, a fresh one is answered instead.
 */
export async function cancelOrder(
  tx: TenantTx,
  request: Request,
  operator: OperatorSession,
  context: { validS: number; requestId: string; now: Date },
): Promise<Judged | CancelRefusal> {
  const order = await lockOrder(tx, request.orderId)
  if (!order) return { refusal: 'order.notFound' }
  const by = request.byCustomer === false ? 'OPERATOR' : 'CUSTOMER'
  const quote = request.quoteId ? await findCancelQuote(tx, order.order_id, request.quoteId) : undefined
  const holds = quote && quote.order_version === order.version && quote.valid_until > context.now && quote.actor === by
  if (!holds) {
    const fresh = await judge(tx, order, by, operator, context)
    if (!fresh) return { refusal: 'order.notCancellable', detail: { serviceStatus: order.service_status } }
    return request.quoteId ? { refusal: 'order.cancelQuoteStale', fresh } : fresh
  }
  const moved = await moveOrder(tx, order, {
    event: by === 'CUSTOMER' ? 'customerCancel' : 'operatorCancel',
    actor: { type: 'OPERATOR', id: operator.userId, name: operator.realName },
    ...(request.reason && { reason: request.reason }),
    requestId: context.requestId,
    payload: { rule: quote.rule, verdict: quote.verdict, feeFen: quote.fee_fen },
    set: {
      cancel_actor: by,
      cancel_reason: request.reason ?? '',
      cancel_rule: quote.rule,
      cancel_fee_fen: quote.fee_fen,
      updated_by: operator.userId,
      ...(quote.fee_fen > 0 && {
        pay_status: 10,
        subtotal_fen: quote.fee_fen,
        discount_fen: 0,
        total_fen: quote.fee_fen,
        enterprise_fen: 0,
        personal_fen: quote.fee_fen,
      }),
    },
  })
  if (!moved) return { refusal: 'order.notCancellable', detail: { serviceStatus: order.service_status } }
  if (quote.fee_fen > 0) await insertCancelFee(tx, order.tenant_id, order.order_id, quote.fee_fen, quote.rule)
  await releaseOrder(tx, order)
  if (quote.fee_fen > 0) await postFiled(tx, moved, { type: 'OPERATOR', id: operator.userId })
  return {
    quoteId: null,
    rule: quote.rule,
    verdict: quote.verdict as Judged['verdict'],
    feeFen: quote.fee_fen,
    validUntil: null,
    cancelled: true,
    serviceStatus: moved.service_status as ServiceStatus,
  }
}

async function judge(
  tx: TenantTx,
  order: OrderRowDb,
  by: 'CUSTOMER' | 'OPERATOR',
  operator: OperatorSession,
  { now, validS }: { now: Date; validS: number },
): Promise<Judged | null> {
  const judged = await judgeOrder(tx, order, by, now)
  if (!judged) return null
  const validUntil = new Date(now.getTime() + validS * 1000)
  const quoteId = await insertCancelQuote(tx, {
    tenantId: order.tenant_id,
    orderId: order.order_id,
    orderVersion: order.version,
    ...judged,
    actor: by,
    validUntil,
    createdBy: operator.userId,
  })
  return {
    quoteId,
    ...judged,
    validUntil: validUntil.toISOString(),
    cancelled: false,
    serviceStatus: order.service_status as ServiceStatus,
  }
}
