import type { ServiceStatus } from '@chauffeur/contract/order-model'
import { type CancelReview, orderReviewCalls, REVIEW_STATE, type ReviewReason, type ReviewState } from '@chauffeur/contract/order-review'
import { hideSecondsByDecision, phoneFor } from '#areas/order'
import { implement } from '#platform/implement'
import { offsetOf, pageOf } from '#platform/page'
import { wholeTenant } from '#platform/scope'
import { operatorActor } from '#platform/session'
import { countReviews, listReviews, type ReviewRow, type Verdict } from './review.queries.ts'
import { applyForReview, decideReview } from './review.service.ts'

const isOpen = (state: number) => state === REVIEW_STATE.applied || state === REVIEW_STATE.reviewing

type HideSeconds = Awaited<ReturnType<typeof hideSecondsByDecision>>
const view = (row: ReviewRow, authorities: ReadonlySet<string>, hideS: HideSeconds): CancelReview => ({
  reviewId: row.review_id,
  kind: row.kind as CancelReview['kind'],
  state: row.state as ReviewState,
  applicant: row.applicant as CancelReview['applicant'],
  reason: row.reason as ReviewReason,
  note: row.note,
  orderId: row.order_id,
  orderNo: row.order_no,
  serviceStatus: row.service_status as ServiceStatus,
  cityName: row.city_name,
  driverName: row.driver_name ?? '',
  driverNo: row.driver_no ?? '',
  customerPhone: phoneFor(authorities, row.contact_phone),
  refusedBefore: row.refused_before,
  rule: row.rule,
  verdict: row.verdict as Verdict,
  feeFen: row.fee_fen,
  penaltyFen: row.penalty_fen,
  hideDriverS: { DRIVER_AT_FAULT: hideS(row, 'DRIVER_AT_FAULT'), SHARED: hideS(row, 'SHARED') },
  appliedAt: row.created_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by_name,
  decisionNote: row.decision_note,
  decidedVerdict: row.decided_verdict as Verdict | null,
  decidedFeeFen: row.decided_fee_fen,
  decidedPenaltyFen: row.decided_penalty_fen,
  mayDecide: isOpen(row.state) && authorities.has('orderReview.decide'),
})

export const orderReviewRoutes = implement(
  'orderReview',
  orderReviewCalls,
)({
  list: async ({ input, db, operator, platform }) => {
    const [rows, { total, waiting }, hideS] = await Promise.all([
      listReviews(db, input, input.pageSize, offsetOf(input)),
      countReviews(db, input),
      hideSecondsByDecision(platform.db.reader(wholeTenant(operator.tenantId))),
    ])
    return {
      ...pageOf(
        rows.map((row) => view(row, operator.authorities, hideS)),
        total,
        input,
      ),
      waiting,
    }
  },
  apply: async ({ input, db, operator, request, fail, audit }) => {
    const made = await applyForReview(db, {
      ...input,
      actor: operatorActor(operator),
      requestId: request.id,
    })
    if ('refusal' in made) return fail(made.refusal)
    audit({ object: 'order', objectId: input.orderId, after: made })
    return made
  },
  decide: async ({ input, db, operator, platform, request, fail, audit }) => {
    const done = await decideReview(db, input, operator, request.id)
    if ('refusal' in done) return fail(done.refusal, 'detail' in done ? done.detail : undefined)
    audit({ object: 'cancelReview', objectId: input.reviewId, after: done })
    platform.wakeDispatch(done.cityId)
    return done
  },
  driverApply: async ({ input, db, driver, request, fail }) => {
    const made = await applyForReview(db, {
      orderId: input.id,
      applicant: 'DRIVER',
      reason: input.reason,
      note: input.note,
      driverId: driver.driverId,
      actor: { type: 'DRIVER', id: driver.driverId, name: driver.name },
      requestId: request.id,
    })
    return 'refusal' in made ? fail(made.refusal) : made
  },
})
