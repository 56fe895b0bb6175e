import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, nothing, optional, page, pageOf, requiredText, seconds } from '../../kernel/fields.ts'
import { cancelVerdict } from './cancel-rules.ts'
import { serviceStatus } from './model.ts'

export const orderReviewRefusals = refusals({
  'orderReview.notFound': { code: 40470, zh: '申请不存在或不在您的业务范围内', en: 'No such request within your scope' },
  /** `data`: the request as it was decided. */
  'orderReview.decided': { code: 409701, zh: '该申请已处理，不能重复处理', en: 'This request has been decided already' },
  'orderReview.open': { code: 409702, zh: '该订单已有待处理的申请', en: 'The order has a request waiting already' },
  'orderReview.nothingToReview': {
    code: 409703,
    zh: '订单当前状态没有可复核的取消',
    en: 'The order has no cancellation to review in its present state',
  },
  'orderReview.paid': {
    code: 409704,
    zh: '取消费已支付，请先退款再改判',
    en: 'The fee has been paid, refund it before changing the verdict',
  },
  'orderReview.notAtFault': {
    code: 400701,
    zh: '司机无责时不能扣司机的款',
    en: 'A driver who is not at fault cannot be charged',
  },
  'orderReview.customerNotAtFault': {
    code: 400702,
    zh: '客户无责时不能收取取消费',
    en: 'A customer who is not at fault cannot be charged',
  },
})

/** A driver who wants to leave an order, or somebody who disputes who was at fault. */
export const reviewKind = z.enum(['LEAVE', 'DISPUTE'])
export type ReviewKind = z.infer<typeof reviewKind>
export const reviewKindText: Record<ReviewKind, string> = { LEAVE: '司机申请取消', DISPUTE: '判责申诉' }
export const reviewApplicant = z.enum(['DRIVER', 'CUSTOMER'])
export const REVIEW_STATE = { applied: 10, reviewing: 20, approved: 30, rejected: 40, lapsed: 50 } as const
/** Waits for a decision. */
export const openReviewStates: readonly ReviewState[] = [REVIEW_STATE.applied, REVIEW_STATE.reviewing]
export const reviewState = z.literal(Object.values(REVIEW_STATE))
export type ReviewState = z.infer<typeof reviewState>
export const reviewStateText: Record<ReviewState, string> = { 10: '待处理', 20: '处理中', 30: '已同意', 40: '已驳回', 50: '超时自动处理' }
export const reviewReason = z.enum(['NO_CONTACT', 'CUSTOMER_REQUEST', 'UNSAFE', 'VEHICLE', 'PERSONAL', 'WRONG_FAULT', 'OTHER'])
export type ReviewReason = z.infer<typeof reviewReason>
export const reviewReasonText: Record<ReviewReason, string> = {
  NO_CONTACT: '联系不上客户',
  CUSTOMER_REQUEST: '客户要求取消',
  UNSAFE: '存在安全风险',
  VEHICLE: '车辆无法代驾',
  PERSONAL: '司机个人原因',
  WRONG_FAULT: '判责不符合事实',
  OTHER: '其他',
}

export const cancelReview = z.object({
  reviewId: id,
  kind: reviewKind,
  state: reviewState,
  applicant: reviewApplicant,
  reason: reviewReason,
  note: z.string(),
  orderId: id,
  orderNo: z.string(),
  serviceStatus,
  cityName: z.string(),
  driverName: z.string(),
  driverNo: z.string(),
  customerPhone: z.string(),
  /** The driver's false claims of the last 30 days: requests that were refused. */
  refusedBefore: z.number().int(),
  /** What the table says now (or said at the cancellation). */
  rule: z.string(),
  verdict: cancelVerdict,
  feeFen: z.number().int(),
  /** What the driver bears by it. */
  penaltyFen: z.number().int(),
  /** For so long a driver who is found at fault only now is not asked for this customer. */
  hideDriverS: z.object({ DRIVER_AT_FAULT: seconds, SHARED: seconds }),
  appliedAt: instant,
  /** Decided by itself then: 120 s while the order is live, 24 h afterwards. */
  dueAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: z.string(),
  decisionNote: z.string(),
  decidedVerdict: cancelVerdict.nullable(),
  decidedFeeFen: z.number().int().nullable(),
  decidedPenaltyFen: z.number().int().nullable(),
  mayDecide: z.boolean(),
})
export type CancelReview = z.infer<typeof cancelReview>

export const orderReviewCalls = {
  /** Waiting ones first, what lapses next on top. */
  list: call({
    method: 'GET',
    path: '/djweb/order/order_reject_cancel_list',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'orderReview.view' },
    summary: '取消复核列表',
    input: page.extend({
      state: optional(json(z.array(intBetween(0, 999)).max(5))),
      kind: optional(reviewKind),
      cityId: optional(id),
      orderId: optional(id),
    }),
    output: pageOf(cancelReview).extend({ waiting: z.number().int() }),
  }),
  /** An operator puts down what a customer or driver disputes on the telephone. */
  apply: call({
    method: 'POST',
    path: '/djweb/order/order_reject_cancel_apply',
    effect: 'write',
    access: { authority: 'order.edit' },
    tolerant: true,
    summary: '登记取消申诉',
    input: z.object({ orderId: id, applicant: reviewApplicant, reason: reviewReason, note: requiredText(500) }),
    output: z.object({ reviewId: id, dueAt: instant }),
    failures: ['order.notFound', 'orderReview.open', 'orderReview.nothingToReview'],
  }),
  /**
   * Decides once. Approved: the driver leaves with this verdict, or the earlier verdict becomes this one, and what the customer owes and the
   * driver bore by it with it. Refused: all stays as it is.
   */
  decide: call({
    method: 'POST',
    path: '/djweb/order/order_reject_cancel_decide',
    effect: 'write',
    access: { authority: 'orderReview.decide' },
    tolerant: true,
    once: true,
    summary: '处理取消复核',
    input: z.object({
      reviewId: id,
      approve: flag,
      verdict: optional(cancelVerdict),
      feeFen: optional(intBetween(0, 100_000)),
      /** Absent: what the driver bears as it is where they are found at fault, else nothing. */
      penaltyFen: optional(intBetween(0, 100_000)),
      note: requiredText(200),
    }),
    output: z.object({
      state: reviewState,
      verdict: cancelVerdict,
      feeFen: z.number().int(),
      /** Less than asked for where the driver's account does not reach. */
      penaltyFen: z.number().int(),
      serviceStatus,
    }),
    failures: [
      'orderReview.notFound',
      'orderReview.decided',
      'orderReview.nothingToReview',
      'orderReview.paid',
      'orderReview.notAtFault',
      'orderReview.customerNotAtFault',
    ],
  }),
  /** What the driver asked for, and what became of it; the newest 100. */
  driverReviews: call({
    method: 'GET',
    path: '/driver/v1/cancel-reviews',
    effect: 'read',
    access: 'driver',
    summary: '我的取消申请与申诉',
    input: nothing,
    output: z.object({
      rows: z.array(
        z.object({
          reviewId: id,
          kind: reviewKind,
          state: reviewState,
          orderNo: z.string(),
          reason: reviewReason,
          note: z.string(),
          appliedAt: instant,
          dueAt: instant,
          decision: z.object({ note: z.string(), at: instant }).nullable(),
        }),
      ),
      /** Orders of the last 30 days of which they were found at fault and said nothing yet. */
      disputable: z.array(z.object({ orderId: id, orderNo: z.string(), cancelledAt: instant, penaltyFen: z.number().int() })),
    }),
  }),
  /** The driver asks to leave a live order without being at fault, or disputes the verdict of one they left. */
  driverApply: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/cancel-review',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '司机申请取消或申诉',
    input: z.object({ id, reason: reviewReason, note: requiredText(500) }),
    output: z.object({ reviewId: id, dueAt: instant }),
    failures: ['order.notFound', 'orderReview.open', 'orderReview.nothingToReview'],
  }),
} satisfies Area
