import {
  type CancelReview,
  orderReviewCalls,
  REVIEW_STATE,
  reviewKindText,
  type ReviewReason,
  reviewReasonText,
  reviewStateText,
} from '@chauffeur/contract/order/cancel-review'
import { sql } from 'kysely'
import { fen, instant, phone, text, words } from '#platform/list/columns'
import { hideSecondsByDecision } from '../cancel/index.ts'
import { phoneFor } from '../model/index.ts'
import { is, isOneOf } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { wholeTenant } from '#platform/database/scope'
import type { Verdict } from './review.queries.ts'

const isOpen = (state: number) => state === REVIEW_STATE.applied || state === REVIEW_STATE.reviewing
const open = sql<boolean>`(r.state in (${sql.lit(REVIEW_STATE.applied)}, ${sql.lit(REVIEW_STATE.reviewing)}))`

/** Waiting ones first, by when they lapse; then the newest. */
export const reviewList = defineList(orderReviewCalls.list, {
  from: ({ db }) =>
    db
      .selectFrom('cancel_reviews as r')
      .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.order_id', '=', 'r.order_id')),
  filters: { state: isOneOf('r.state', 'smallint'), kind: is('r.kind'), cityId: is('o.city_id'), orderId: is('r.order_id') },
  key: 'r.review_id',
  order: [desc(open), asc(sql`case when ${open} then r.due_at end`), desc('r.created_at')],
  select: (rows) =>
    rows
      .innerJoin('cities as c', 'c.city_id', 'o.city_id')
      .leftJoin('drivers as d', (join) =>
        join.onRef('d.tenant_id', '=', 'r.tenant_id').on('d.driver_id', '=', sql<string>`coalesce(r.driver_id, o.driver_id)`),
      )
      .selectAll('r')
      .select([
        'o.order_no',
        'o.service_status',
        'o.contact_phone',
        'o.city_id',
        'o.channel_id',
        'o.service_type',
        'o.enterprise_id',
        'o.right_grant_id',
        'o.arrived_at',
        'c.name as city_name',
        'd.name as driver_name',
        'd.driver_no',
        sql<number>`(select count(*)::int from cancel_reviews w where w.tenant_id = r.tenant_id and w.driver_id = r.driver_id
          and w.state = ${sql.lit(REVIEW_STATE.rejected)} and w.created_at > now() - interval '30 days' and w.review_id <> r.review_id)`.as(
          'refused_before',
        ),
      ]),
  cutFirst: true,
  beside: (_, { platform, scope }) => hideSecondsByDecision(platform.db.reader(wholeTenant(scope.tenantId))),
  file: {
    module: import.meta.url,
    zh: '取消复核',
    en: 'Cancellation reviews',
    columns: {
      orderNo: text('订单号', 'Order no.'),
      cityName: text('城市', 'City'),
      kind: words('类型', 'Type', reviewKindText),
      state: words('状态', 'Status', reviewStateText),
      reason: words('原因', 'Reason', reviewReasonText),
      note: text('说明', 'Note'),
      driverNo: text('司机工号', 'Driver no.'),
      driverName: text('司机', 'Driver'),
      customerPhone: phone('客户电话', 'Customer phone'),
      feeFen: fen('取消费', 'Cancellation fee'),
      penaltyFen: fen('司机扣款', 'Penalty'),
      appliedAt: instant('申请时间', 'Requested'),
      dueAt: instant('截止时间', 'Due at'),
      decidedAt: instant('处理时间', 'Decided at'),
      decidedBy: text('处理人', 'Decided by'),
      decisionNote: text('处理说明', 'Decision note'),
      decidedFeeFen: fen('处理后取消费', 'Fee decided'),
      decidedPenaltyFen: fen('处理后司机扣款', 'Penalty decided'),
    },
  },
  view: (row, { operator }, hideS): CancelReview => ({
    reviewId: row.review_id,
    kind: row.kind,
    state: row.state,
    applicant: row.applicant,
    reason: row.reason as ReviewReason,
    note: row.note,
    orderId: row.order_id,
    orderNo: row.order_no,
    serviceStatus: row.service_status,
    cityName: row.city_name,
    driverName: row.driver_name ?? '',
    driverNo: row.driver_no ?? '',
    customerPhone: phoneFor(operator.authorities, row.contact_phone),
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
    mayDecide: isOpen(row.state) && operator.authorities.has('orderReview.decide'),
  }),
})
