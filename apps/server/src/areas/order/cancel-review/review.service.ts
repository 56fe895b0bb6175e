import { PAY_STATUS, type ServiceStatus } from '@chauffeur/contract/order/model'
import {
  type orderReviewCalls,
  REVIEW_STATE,
  type ReviewReason,
  reviewReasonText,
  type ReviewState,
} from '@chauffeur/contract/order/cancel-review'
import { changeConsequence, leaveOrder } from '../cancel/index.ts'
import { type Actor, lockOrder, noteOrder, type OrderRowDb } from '../model/index.ts'
import { hideSecondsByDecision, insertCancelFee, type Judgement, judgeOrder, keptConsequence } from '../cancel/index.ts'
import { notifyOfOrder } from '#areas/operations/notice'
import { tellOfAppeal } from '#areas/message/inbox'
import { mustBePosted } from '#areas/finance/ledger'
import { postReclaimed } from '../bill/index.ts'
import type { Fail } from '#platform/http/implement'
import { isUniqueViolation, type TenantTx } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { whole } from '#platform/database/whole-tenant'
import { closeReview, insertReview, lockReview, orderOfReview, type ReviewDb, setCancelFee, type Verdict } from './review.queries.ts'
import { type DriverBurden, decidedBurden, isCustomerAtFault, isDriverAtFault, nothing, reviewMachine, reviewOf } from './review.rules.ts'

interface Application {
  orderId: string
  applicant: 'DRIVER' | 'CUSTOMER'
  reason: ReviewReason
  note: string
  actor: Actor
  /** The driver's own order alone. */
  driverId?: string
  requestId: string
  fail: Fail<'order.notFound' | 'orderReview.open' | 'orderReview.nothingToReview'>
}

/** Puts a request into the queue. Of two at once for one order one stands. */
export async function applyForReview(tx: TenantTx, { fail, ...of }: Application): Promise<{ reviewId: string; dueAt: string }> {
  const order = await lockOrder(tx, of.orderId)
  if (!order || (of.driverId !== undefined && order.driver_id !== of.driverId)) return fail('order.notFound')
  const about = reviewOf(order.service_status)
  if (!about || (about.kind === 'LEAVE' && of.applicant === 'CUSTOMER')) return fail('orderReview.nothingToReview')
  const now = new Date()
  const judged = about.kind === 'LEAVE' ? await judgeOrder(tx, order, 'DRIVER', now) : standingOf(order)
  if (!judged) return fail('orderReview.nothingToReview')
  try {
    const made = await insertReview(tx, {
      tenantId: order.tenant_id,
      orderId: order.order_id,
      kind: about.kind,
      applicant: of.applicant,
      driverId: of.applicant === 'DRIVER' ? order.driver_id : null,
      reason: of.reason,
      note: of.note,
      rule: judged.rule,
      verdict: judged.verdict,
      feeFen: judged.feeFen,
      penaltyFen: judged.consequence?.driverPenaltyFen ?? 0,
      dueS: about.dueS,
      createdBy: of.actor.type === 'OPERATOR' ? of.actor.id : null,
    })
    await noteOrder(tx, order, {
      event: 'reviewApplied',
      actor: of.actor,
      reason: `${reviewReasonText[of.reason]}：${of.note}`,
      set: {},
      payload: { reviewId: made.review_id, kind: about.kind },
      requestId: of.requestId,
    })
    await notifyOfOrder(tx, order, { kind: 'CANCEL_REVIEW', subject: order.order_no })
    return { reviewId: made.review_id, dueAt: made.due_at.toISOString() }
  } catch (error) {
    if (isUniqueViolation(error, 'cancel_reviews_open')) return fail('orderReview.open')
    throw error
  }
}

const standingOf = (order: OrderRowDb) => ({
  rule: order.cancel_rule,
  verdict: order.cancel_verdict ?? 'NO_FAULT',
  feeFen: order.cancel_fee_fen ?? 0,
  consequence: { driverPenaltyFen: order.cancel_penalty_fen ?? 0 },
})

export interface Decision {
  reviewId: string
  approve: boolean
  verdict?: Verdict | undefined
  feeFen?: number | undefined
  penaltyFen?: number | undefined
  note: string
}
type Decided = { state: ReviewState; verdict: Verdict; feeFen: number; penaltyFen: number; serviceStatus: ServiceStatus; cityId: string }

/**
 * Decides a request once, by an operator or (null) by the clock. A driver who may leave leaves with the verdict decided, and the booking goes
 * on without them; one who may not has to serve. A disputed verdict becomes the one decided, and with it the claim on the customer and what
 * the driver bore. When nobody decided in time, a driver who wants to leave is judged by the table, since the customer cannot be kept waiting;
 * a disputed verdict stands.
 */
export async function decideReview(
  tx: TenantTx,
  decision: Decision,
  operator: OperatorSession | null,
  { requestId, vault }: { requestId: string; vault: Vault },
  fail: Fail<(typeof orderReviewCalls.decide.failures)[number]>,
): Promise<Decided> {
  const orderId = await orderOfReview(tx, decision.reviewId)
  // The order is the first row anybody locks.
  const order = orderId === null ? undefined : await lockOrder(tx, orderId)
  const review = order && (await lockReview(tx, decision.reviewId))
  if (!order || !review) return fail('orderReview.notFound')
  const event = operator === null ? 'lapse' : decision.approve ? 'approve' : 'reject'
  const state = reviewMachine.next(review.state, event, operator ? 'OPERATOR' : 'TIMER')
  if (state === null)
    return fail('orderReview.decided', {
      state: review.state,
      decidedBy: review.decided_by_name,
      decidedAt: review.decided_at?.toISOString(),
    })
  const actor: Actor = operator ? operatorActor(operator) : { type: 'TIMER', id: null, name: '系统' }
  const judged = await verdictOf(tx, order, review, decision, operator === null)
  const charges = decision.approve && (decision.penaltyFen ?? 0) > 0
  if (charges && (!order.driver_id || !isDriverAtFault(judged.verdict))) return fail('orderReview.notAtFault')
  if (decision.approve && (decision.feeFen ?? 0) > 0 && !isCustomerAtFault(judged.verdict)) return fail('orderReview.customerNotAtFault')
  const context = { actor, requestId, note: decision.note }
  const acts = operator === null ? review.kind === 'LEAVE' : decision.approve
  const after = acts
    ? await (review.kind === 'LEAVE' ? leave(tx, order, judged, context) : rejudge(tx, order, review, judged, context, fail))
    : await stay(tx, order, state, context)
  // The order went on without the request: by the clock it ends undone rather than stand open for ever.
  if (!after && operator !== null) return fail('orderReview.nothingToReview')
  const { service_status, city_id, cancel_penalty_fen } = after ?? order
  if (review.applicant === 'DRIVER' && review.driver_id)
    await tellOfAppeal(tx, vault, order, {
      driverId: review.driver_id,
      matter: review.kind,
      granted: acts,
      reason: operator === null ? 'LAPSED' : decision.note,
    })
  const { verdict, feeFen } = judged
  const penaltyFen = cancel_penalty_fen ?? 0
  await closeReview(tx, review.review_id, { state, by: operator, note: decision.note, verdict, feeFen, penaltyFen })
  return { state, verdict, feeFen, penaltyFen, serviceStatus: service_status, cityId: city_id }
}

/** What will hold: the operator's own words where they approve, else what the table says. */
async function verdictOf(tx: TenantTx, order: OrderRowDb, review: ReviewDb, decision: Decision, lapsed: boolean) {
  const stood = { rule: review.rule, ruleCase: null, verdict: review.verdict as Verdict, feeFen: review.fee_fen, consequence: null }
  const table = review.kind === 'LEAVE' ? ((await judgeOrder(tx, order, 'DRIVER', new Date())) ?? stood) : stood
  const standing = { ...bearsOf(order, review, table), hidesFromNow: false }
  if (lapsed || !decision.approve) return { ...table, bears: standing }
  const verdict = decision.verdict ?? (review.kind === 'LEAVE' ? 'NO_FAULT' : table.verdict)
  const hideS = await hideSecondsByDecision(whole(tx))
  const bears = decidedBurden(standing, verdict, decision.penaltyFen, hideS(order, verdict))
  const feeFen = decision.feeFen ?? (verdict === 'CUSTOMER_AT_FAULT' ? table.feeFen : 0)
  return { rule: table.rule, ruleCase: table.ruleCase, verdict, feeFen, bears, consequence: bears }
}

/** What the driver bears as it is: of an order they still hold by the table, of one that was cancelled what was kept with it. */
function bearsOf(order: OrderRowDb, review: ReviewDb, table: Pick<Judgement, 'verdict' | 'consequence'>): DriverBurden {
  if (review.kind === 'DISPUTE') return { verdict: order.cancel_verdict ?? 'NO_FAULT', ...keptConsequence(order) }
  return { verdict: table.verdict, ...nothing, ...table.consequence }
}

type DecidedVerdict = Awaited<ReturnType<typeof verdictOf>>
interface DecisionContext {
  actor: Actor
  requestId: string
  note: string
}

const leave = (
  tx: TenantTx,
  order: OrderRowDb,
  judged: DecidedVerdict,
  { actor, requestId, note }: DecisionContext,
): Promise<OrderRowDb | null> => leaveOrder(tx, order, { ...judged, actor, reason: note, requestId })

const stay = (tx: TenantTx, order: OrderRowDb, state: ReviewState, { actor, requestId, note }: DecisionContext): Promise<OrderRowDb> =>
  noteOrder(tx, order, {
    event: state === REVIEW_STATE.lapsed ? 'reviewLapsed' : 'reviewRefused',
    actor,
    reason: note,
    set: {},
    requestId,
  })

async function rejudge(
  tx: TenantTx,
  order: OrderRowDb,
  review: ReviewDb,
  { verdict, feeFen, bears }: DecidedVerdict,
  how: DecisionContext,
  fail: Fail<'orderReview.paid'>,
): Promise<OrderRowDb> {
  const beforeFen = order.cancel_fee_fen ?? 0
  const lost = order.pay_status === PAY_STATUS.badDebt
  // A part that was paid ahead is paid, too.
  const paid = (order.pay_status !== PAY_STATUS.unpaid && !lost) || (order.prepaid_fen ?? 0) > 0
  if (feeFen !== beforeFen && paid && beforeFen > 0) return fail('orderReview.paid')
  const fee = feeFen !== beforeFen && {
    pay_status: feeFen === 0 ? PAY_STATUS.none : lost ? PAY_STATUS.badDebt : PAY_STATUS.unpaid,
    subtotal_fen: feeFen,
    discount_fen: 0,
    total_fen: feeFen,
    enterprise_fen: 0,
    personal_fen: feeFen,
  }
  if (fee) {
    if (!(await setCancelFee(tx, order.order_id, feeFen)))
      await insertCancelFee(tx, order.tenant_id, order.order_id, feeFen, order.cancel_rule)
    // The claim of a bad debt is in the books no more.
    if (!lost)
      mustBePosted(
        await postReclaimed(tx, { ...order, ...fee }, beforeFen, review.review_id, how.actor),
        `The fee decided for order ${order.order_id}`,
      )
  }
  const { waived, countsToRate } = bears
  const hideDriverS = bears.hideDriverS > 0 && !bears.hidesFromNow ? 'AS_IT_STANDS' : bears.hideDriverS
  const changed = order.driver_id && (await changeConsequence(tx, order, { ...bears, hideDriverS }, review.review_id, how.actor))
  const before = {
    verdict: order.cancel_verdict,
    feeFen: beforeFen,
    penaltyFen: order.cancel_penalty_fen ?? 0,
    hideDriverS: order.cancel_hide_s,
  }
  return noteOrder(tx, order, {
    event: 'rejudged',
    actor: how.actor,
    reason: how.note,
    requestId: how.requestId,
    payload: {
      before,
      after: { verdict, feeFen, penaltyFen: changed ? changed.takenFen : 0, hideDriverS: changed ? bears.hideDriverS : 0 },
    },
    set: {
      cancel_verdict: verdict,
      cancel_fee_fen: feeFen,
      ...fee,
      ...(changed && {
        cancel_penalty_fen: changed.takenFen,
        cancel_waived: waived,
        cancel_counts: countsToRate,
      }),
    },
  })
}
