import { orderReviewCalls, REVIEW_STATE, type ReviewReason } from '@chauffeur/contract/order/cancel-review'
import { implement } from '#platform/http/implement'
import { COUNT_LIMIT } from '#platform/list/page'
import { operatorActor } from '#platform/identity/session'
import { reviewList } from './review.list.ts'
import { disputableOf, reviewsOfDriver } from './review.queries.ts'
import { applyForReview, decideReview } from './review.service.ts'

const OPEN: number[] = [REVIEW_STATE.applied, REVIEW_STATE.reviewing]

export const orderReviewRoutes = implement(
  'orderReview',
  orderReviewCalls,
)({
  list: async (asked) => {
    const open = OPEN.filter((state) => asked.input.state?.includes(state) ?? true)
    const [page, waiting] = await Promise.all([
      reviewList.page(asked),
      open.length ? reviewList.count({ ...asked, input: { ...asked.input, state: open } }) : 0,
    ])
    return { ...page, waiting: Math.min(waiting, COUNT_LIMIT) }
  },
  apply: async ({ input, db, operator, request, fail, audit }) => {
    const made = await applyForReview(db, {
      ...input,
      actor: operatorActor(operator),
      requestId: request.id,
      fail,
    })
    audit({ object: 'order', objectId: input.orderId, after: made })
    return made
  },
  decide: async ({ input, db, operator, platform, request, fail, audit }) => {
    const done = await decideReview(db, input, operator, { requestId: request.id, vault: platform.vault }, fail)
    audit({ object: 'cancelReview', objectId: input.reviewId, after: done })
    platform.wakeDispatch(done.cityId)
    return done
  },
  driverReviews: async ({ db, driver }) => {
    const [reviews, disputable] = await Promise.all([reviewsOfDriver(db, driver.driverId), disputableOf(db, driver.driverId)])
    return {
      rows: reviews.map((row) => ({
        reviewId: row.review_id,
        kind: row.kind,
        state: row.state,
        orderNo: row.order_no,
        reason: row.reason as ReviewReason,
        note: row.note,
        appliedAt: row.created_at.toISOString(),
        dueAt: row.due_at.toISOString(),
        decision: row.decided_at ? { note: row.decision_note, at: row.decided_at.toISOString() } : null,
      })),
      disputable: disputable.map((row) => ({
        orderId: row.order_id,
        orderNo: row.order_no,
        cancelledAt: row.cancelled_at.toISOString(),
        penaltyFen: row.penalty_fen,
      })),
    }
  },
  driverApply: ({ input, db, driver, request, fail }) =>
    applyForReview(db, {
      orderId: input.id,
      applicant: 'DRIVER',
      reason: input.reason,
      note: input.note,
      driverId: driver.driverId,
      actor: { type: 'DRIVER', id: driver.driverId, name: driver.name },
      requestId: request.id,
      fail,
    }),
})
