import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

const SHOWN = 12

/** What a customer may spend now, and what of it ends when. What is over and was not ended yet does not count. */
export async function standingOf(
  db: TenantDb,
  customerId: string,
  now: Date,
): Promise<{ balance: number; ending: { points: number; expiresAt: string }[] }> {
  const { rows } = await sql<{ balance: number; ending: { points: number; expiresAt: string }[] }>`
    select a.balance - coalesce((select sum(remaining)::int from point_lots l where l.tenant_id = a.tenant_id and l.customer_id = a.customer_id
        and l.remaining > 0 and l.expires_at <= ${now}), 0) as balance,
      coalesce((select jsonb_agg(jsonb_build_object('points', e.points, 'expiresAt', to_char(e.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.expires_at)
        from (select expires_at, sum(remaining)::int as points from point_lots l where l.tenant_id = a.tenant_id and l.customer_id = a.customer_id
          and l.remaining > 0 and l.expires_at > ${now} and l.expires_at < 'infinity' group by expires_at order by expires_at limit ${SHOWN}) e), '[]') as ending
    from point_accounts a where a.customer_id = ${customerId}`.execute(db)
  return rows[0] ?? { balance: 0, ending: [] }
}

export const couponEnds = async (db: TenantDb, couponId: string): Promise<Date> =>
  (await db.selectFrom('coupons').select('valid_to').where('coupon_id', '=', couponId).executeTakeFirstOrThrow()).valid_to

const NEWEST = 50
/** A customer's own records, the newest. */
export async function recordsOf(db: TenantDb, customerId: string) {
  const rows = await db
    .selectFrom('point_records')
    .select(['record_id', 'event', 'delta', 'balance_after', 'about', 'at'])
    .where('customer_id', '=', customerId)
    .orderBy('account_version', 'desc')
    .limit(NEWEST)
    .execute()
  return rows.map(({ record_id, event, delta, balance_after, about, at }) => ({
    recordId: record_id,
    event,
    delta,
    balanceAfter: balance_after,
    about,
    at: at.toISOString(),
  }))
}

/** Whether points have anything to do with a customer: rules are on, or they have some. */
export const hasPoints = async (db: TenantDb): Promise<boolean> =>
  (
    await sql<{ is: boolean }>`
      select exists (select from coupon_templates where price_points is not null) or exists (select from setting_versions where kind = 'pointTerms') as is`.execute(
      db,
    )
  ).rows[0]!.is
