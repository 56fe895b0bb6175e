import type { CancelCase, CancelConsequence, CancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import type { ServiceStatus } from '@chauffeur/contract/order/model'
import { applyConsequence } from './cancel-consequence.service.ts'
import { releaseOrder } from '#areas/dispatch/search'
import { isCancellable, lockOrder, type OrderRowDb } from '../model/index.ts'
import { judgeOrder } from './cancel-judge.service.ts'
import { moveToCancelled } from './cancel-move.service.ts'
import { mustBePosted } from '#areas/finance/ledger'
import { postFiled } from '../bill/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { type Orderer, ordererActor, userIdOf } from '#platform/identity/session'
import { findCancelQuote, insertCancelQuote } from './cancel-quote.queries.ts'

export interface CancelJudgement {
  quoteId: string | null
  rule: string
  /** Null once cancelled, and where no row fitted. */
  ruleCase: CancelCase | null
  verdict: 'NO_FAULT' | 'CUSTOMER_AT_FAULT' | 'DRIVER_AT_FAULT' | 'SHARED'
  feeFen: number
  /** What the rule asks for where the city took no fees when this was ordered. */
  waivedFen?: number
  /** Absent once cancelled. */
  consequence?: CancelConsequence | null
  validUntil: string | null
  cancelled: boolean
  serviceStatus: ServiceStatus
  version: number
}
interface Request {
  orderId: string
  quoteId?: string
  reason?: string
  byCustomer?: boolean
}

interface CancelContext {
  platform: Platform
  requestId: string
  fail: Fail<'order.notFound' | 'order.notCancellable' | 'order.cancelQuoteStale'>
}

/** Who cancels, and what came of judging it. */
export interface Cancellation {
  by: 'CUSTOMER' | 'OPERATOR'
  reason: string
  rule: string
  ruleCase: CancelCase | null
  verdict: CancelVerdict
  feeFen: number
  consequence?: CancelConsequence | null
}

/** Cancels a locked order at a judgement that the caller knows to hold: fee, claim, driver, offers and search go with it. */
export async function cancelJudged(
  tx: TenantTx,
  order: OrderRowDb,
  settled: Cancellation,
  who: Orderer,
  requestId: string,
): Promise<OrderRowDb | null> {
  const actor = ordererActor(who)
  const event = settled.by === 'CUSTOMER' ? 'customerCancel' : 'operatorCancel'
  const moved = await moveToCancelled(tx, order, {
    ...settled,
    event,
    actor,
    requestId,
    ...(who.kind === 'OPERATOR' && { updatedBy: who.userId }),
  })
  if (!moved) return null
  await releaseOrder(tx, order)
  if (settled.feeFen > 0) mustBePosted(await postFiled(tx, moved, actor), `The fee of order ${order.order_id}`)
  await applyConsequence(tx, moved, settled.consequence, actor)
  return moved
}

/** Judges responsibility and fee of cancelling now; nothing happens. */
export async function judgeCancelling(
  tx: TenantTx,
  request: Request,
  who: Orderer,
  { platform, fail }: Omit<CancelContext, 'fail'> & { fail: Fail<'order.notFound' | 'order.notCancellable'> },
): Promise<CancelJudgement> {
  const order = (await lockOrder(tx, request.orderId)) ?? fail('order.notFound')
  const judged = await judge(tx, order, byOf(request), who, platform)
  return judged ?? fail('order.notCancellable', { serviceStatus: order.service_status })
}
const byOf = ({ byCustomer }: Request) => (byCustomer === false ? 'OPERATOR' : 'CUSTOMER')

/**
 * Two steps: without `quoteId` the responsibility and fee are judged and nothing happens; with it the order is cancelled
 * at exactly that fee. When the order moved in between, or the judgement is too old, a fresh one is answered instead.
 */
export async function cancelOrder(tx: TenantTx, request: Request, who: Orderer, context: CancelContext): Promise<CancelJudgement> {
  if (request.quoteId === undefined) return judgeCancelling(tx, request, who, context)
  const { platform, requestId, fail } = context
  const order = (await lockOrder(tx, request.orderId)) ?? fail('order.notFound')
  const notCancellable = () => fail('order.notCancellable', { serviceStatus: order.service_status })
  const by = byOf(request)
  const quote = await findCancelQuote(tx, order.order_id, request.quoteId)
  const holds = quote && quote.order_version === order.version && quote.valid_until > new Date() && quote.actor === by
  if (!holds) {
    if (!isCancellable(order.service_status)) return notCancellable()
    // The refusal takes this transaction back, and the judgement it carries has to last: it is made once that is done.
    const detail = () =>
      platform.db.write(who.scope, async (own) => {
        const now = await lockOrder(own, order.order_id)
        return now ? judge(own, now, by, who, platform) : null
      })
    return fail('order.cancelQuoteStale', detail)
  }
  const settled: Cancellation = {
    by,
    reason: request.reason ?? '',
    rule: quote.rule,
    ruleCase: quote.rule_case as unknown as CancelCase | null,
    verdict: quote.verdict as CancelVerdict,
    feeFen: quote.fee_fen,
    consequence: quote.consequence as unknown as CancelConsequence | null,
  }
  const moved = (await cancelJudged(tx, order, settled, who, requestId)) ?? notCancellable()
  return {
    quoteId: null,
    rule: quote.rule,
    ruleCase: null,
    verdict: quote.verdict as CancelJudgement['verdict'],
    feeFen: quote.fee_fen,
    validUntil: null,
    cancelled: true,
    serviceStatus: moved.service_status,
    version: moved.version,
  }
}

async function judge(
  tx: TenantTx,
  order: OrderRowDb,
  by: 'CUSTOMER' | 'OPERATOR',
  who: Orderer,
  platform: Platform,
): Promise<CancelJudgement | null> {
  const now = new Date()
  const judged = await judgeOrder(tx, order, by, now)
  if (!judged) return null
  const validUntil = new Date(now.getTime() + platform.settings.cancelQuoteValidS * 1000)
  const quoteId = await insertCancelQuote(tx, {
    tenantId: order.tenant_id,
    orderId: order.order_id,
    orderVersion: order.version,
    rule: judged.rule,
    ruleCase: judged.ruleCase,
    verdict: judged.verdict,
    feeFen: judged.feeFen,
    consequence: judged.consequence,
    actor: by,
    validUntil,
    createdBy: userIdOf(who),
  })
  return {
    quoteId,
    ...judged,
    validUntil: validUntil.toISOString(),
    cancelled: false,
    serviceStatus: order.service_status,
    version: order.version,
  }
}
