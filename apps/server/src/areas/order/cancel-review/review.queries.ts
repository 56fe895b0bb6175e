import type { cancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import { openReviewStates, type ReviewState } from '@chauffeur/contract/order/cancel-review'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod'
import { disputableStatuses } from './review.rules.ts'
import type { Database, TenantDb, TenantTx } from '#platform/database/db'
import type { CancelReviews } from '#platform/database/tables.generated'

export type Verdict = z.infer<typeof cancelVerdict>
export type ReviewDb = Selectable<CancelReviews>

export interface NewReview {
  tenantId: string
  orderId: string
  kind: 'LEAVE' | 'DISPUTE'
  applicant: 'DRIVER' | 'CUSTOMER'
  driverId: string | null
  reason: string
  note: string
  rule: string
  verdict: Verdict
  feeFen: number
  penaltyFen: number
  dueS: number
  createdBy: string | null
}
export const insertReview = (tx: TenantTx, review: NewReview) =>
  tx
    .insertInto('cancel_reviews')
    .values({
      tenant_id: review.tenantId,
      order_id: review.orderId,
      kind: review.kind,
      applicant: review.applicant,
      driver_id: review.driverId,
      reason: review.reason,
      note: review.note,
      rule: review.rule,
      verdict: review.verdict,
      fee_fen: review.feeFen,
      penalty_fen: review.penaltyFen,
      due_at: sql<Date>`now() + make_interval(secs => ${review.dueS})`,
      created_by: review.createdBy,
    })
    .returning(['review_id', 'due_at'])
    .executeTakeFirstOrThrow()

export const orderOfReview = async (db: TenantDb, reviewId: string): Promise<string | null> =>
  (await db.selectFrom('cancel_reviews').select('order_id').where('review_id', '=', reviewId).executeTakeFirst())?.order_id ?? null

/** What a driver asked for by themselves or had entered for them, the newest first. */
export const reviewsOfDriver = (db: TenantDb, driverId: string) =>
  db
    .selectFrom('cancel_reviews as r')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.order_id', '=', 'r.order_id'))
    .selectAll('r')
    .select('o.order_no')
    .where('r.driver_id', '=', driverId)
    .where('r.applicant', '=', 'DRIVER')
    .orderBy('r.review_id', 'desc')
    .limit(100)
    .execute()

/** Orders of 30 days whose driver was found at fault and has not disputed it. */
export const disputableOf = async (db: TenantDb, driverId: string) =>
  (
    await sql<{ order_id: string; order_no: string; cancelled_at: Date; penalty_fen: number }>`
      select o.order_id, o.order_no, o.cancelled_at, coalesce(o.cancel_penalty_fen, 0) as penalty_fen from orders o
      where o.driver_id = ${driverId}::bigint and o.created_at > now() - interval '30 days'
        and o.service_status in (${sql.join(disputableStatuses.map((status) => sql.lit(status)))}) and o.cancelled_at is not null
        and o.cancel_verdict in ('DRIVER_AT_FAULT', 'SHARED')
        and not exists (select from cancel_reviews r where r.tenant_id = o.tenant_id and r.driver_id = o.driver_id and r.applicant = 'DRIVER'
          and r.order_id = o.order_id and r.kind = 'DISPUTE')
      order by o.created_at desc limit 20`.execute(db)
  ).rows

export const lockReview = (tx: TenantTx, reviewId: string): Promise<ReviewDb | undefined> =>
  tx.selectFrom('cancel_reviews').selectAll().where('review_id', '=', reviewId).forUpdate().executeTakeFirst()

export const closeReview = (
  tx: TenantTx,
  reviewId: string,
  how: {
    state: ReviewState
    by: { userId: string; realName: string } | null
    note: string
    verdict: Verdict
    feeFen: number
    penaltyFen: number
  },
) =>
  tx
    .updateTable('cancel_reviews')
    .set({
      state: how.state,
      decided_at: sql<Date>`now()`,
      decided_by: how.by?.userId ?? null,
      decided_by_name: how.by?.realName ?? '',
      decision_note: how.note,
      decided_verdict: how.verdict,
      decided_fee_fen: how.feeFen,
      decided_penalty_fen: how.penaltyFen,
    })
    .where('review_id', '=', reviewId)
    .execute()

/** Requests whose time is up, across tenants. */
export interface LapsedReview {
  tenantId: string
  reviewId: string
}
export const lapsedReviews = async (database: Database, except: string[], limit: number): Promise<LapsedReview[]> =>
  database.acrossTenants(async (db) =>
    (
      await db
        .selectFrom('cancel_reviews')
        .select(['tenant_id', 'review_id'])
        .where('state', 'in', openReviewStates)
        .where('due_at', '<=', sql<Date>`now()`)
        .where(sql<boolean>`review_id <> all (${except}::bigint[])`)
        .orderBy('due_at')
        .limit(limit)
        .execute()
    ).map((row) => ({ tenantId: row.tenant_id, reviewId: row.review_id })),
  )

/** The fee of a cancellation becomes another: its bill line says so, or goes. */
export async function setCancelFee(tx: TenantTx, orderId: string, feeFen: number): Promise<boolean> {
  if (feeFen === 0) {
    await tx.deleteFrom('bill_lines').where('order_id', '=', orderId).execute()
    return true
  }
  const done = await tx
    .updateTable('bill_lines')
    .set({ amount_fen: feeFen })
    .where('order_id', '=', orderId)
    .where('seq', '=', 1)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
