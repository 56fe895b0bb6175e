import type { cancelVerdict } from '@chauffeur/contract/cancel-rules'
import type { ReviewState } from '@chauffeur/contract/order-review'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod'
import type { Database, TenantDb, TenantTx } from '#platform/db'
import { COUNT_LIMIT } from '#platform/page'
import type { CancelReviews } from '#platform/tables.generated'

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
        .where('state', 'in', [10, 20])
        .where('due_at', '<=', sql<Date>`now()`)
        .where(sql<boolean>`review_id <> all (${except}::bigint[])`)
        .orderBy('due_at')
        .limit(limit)
        .execute()
    ).map((row) => ({ tenantId: row.tenant_id, reviewId: row.review_id })),
  )

export interface ReviewRow extends ReviewDb {
  order_no: string
  service_status: number
  contact_phone: string
  city_id: string
  channel_id: string | null
  service_type: string
  enterprise_id: string | null
  right_grant_id: string | null
  arrived_at: Date | null
  city_name: string
  driver_name: string | null
  driver_no: string | null
  refused_before: number
}
export interface ReviewFilter {
  state?: number[] | undefined
  kind?: string | undefined
  cityId?: string | undefined
  orderId?: string | undefined
}

const found = (filter: ReviewFilter) => sql`
  from cancel_reviews r join orders o on o.tenant_id = r.tenant_id and o.order_id = r.order_id
  where (${filter.state ?? null}::smallint[] is null or r.state = any (${filter.state ?? null}::smallint[]))
    and (${filter.kind ?? null}::text is null or r.kind = ${filter.kind ?? null})
    and (${filter.cityId ?? null}::bigint is null or o.city_id = ${filter.cityId ?? null}::bigint)
    and (${filter.orderId ?? null}::bigint is null or r.order_id = ${filter.orderId ?? null}::bigint)`

/** Waiting ones first, by when they lapse; then the newest. */
export const listReviews = async (db: TenantDb, filter: ReviewFilter, limit: number, offset: number): Promise<ReviewRow[]> =>
  (
    await sql<ReviewRow>`
      with page as (select r.*, o.order_no, o.service_status, o.contact_phone, o.city_id, o.channel_id, o.service_type, o.enterprise_id,
          o.right_grant_id, o.arrived_at, coalesce(r.driver_id, o.driver_id) as of_driver ${found(filter)}
        order by (r.state in (10, 20)) desc, case when r.state in (10, 20) then r.due_at end, r.created_at desc, r.review_id desc
        limit ${sql.lit(limit)} offset ${sql.lit(offset)})
      select p.*, c.name as city_name, d.name as driver_name, d.driver_no,
        (select count(*)::int from cancel_reviews w where w.tenant_id = p.tenant_id and w.driver_id = p.driver_id and w.state = 40
          and w.created_at > now() - interval '30 days' and w.review_id <> p.review_id) as refused_before
      from page p join cities c on c.city_id = p.city_id left join drivers d on d.tenant_id = p.tenant_id and d.driver_id = p.of_driver
      order by (p.state in (10, 20)) desc, case when p.state in (10, 20) then p.due_at end, p.created_at desc, p.review_id desc`.execute(db)
  ).rows

export async function countReviews(db: TenantDb, filter: ReviewFilter): Promise<{ total: number; waiting: number }> {
  const { rows } = await sql<{ total: number; waiting: number }>`
    select count(*)::int as total, (count(*) filter (where state in (10, 20)))::int as waiting from (select r.state ${found(filter)} limit ${sql.lit(COUNT_LIMIT + 1)}) f`.execute(
    db,
  )
  return rows[0]!
}

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
