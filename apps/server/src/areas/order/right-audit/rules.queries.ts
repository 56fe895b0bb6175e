import { AUDIT_STATUS as A, type AuditStatus } from '@chauffeur/contract/order/model'
import type { AuditRuleKind } from '@chauffeur/contract/order/right-audit-rules'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

interface Range {
  cityId?: string | undefined
  usedFrom: string
  usedTo: string
}
export interface PastUse {
  orderId: string
  coveredFen: number
  state: AuditStatus | null
}
/** Uses in sight, the newest first. */
export const pastUses = async (db: TenantDb, { cityId, usedFrom, usedTo }: Range, limit: number): Promise<PastUse[]> =>
  (
    await sql<PastUse>`
      select u.order_id as "orderId", u.covered_fen as "coveredFen", a.state
      from right_uses u join orders o on o.tenant_id = u.tenant_id and o.order_id = u.order_id
        left join right_order_audits a on a.tenant_id = u.tenant_id and a.order_id = u.order_id
      where u.state in ('USED', 'AUDIT_FAILED') and u.settled_at >= ${usedFrom}::timestamptz and u.settled_at < ${usedTo}::timestamptz
        and (${cityId ?? null}::bigint is null or o.city_id = ${cityId ?? null}::bigint)
      order by u.settled_at desc limit ${limit}`.execute(db)
  ).rows

/** How a use is shown among those that a trial caught. */
export const shownUses = async (db: TenantDb, orderIds: readonly string[]) => {
  const { rows } = await sql<{
    orderId: string
    orderNo: string
    cityName: string
    driverName: string
    rightName: string
    usedAt: Date
  }>`
    select u.order_id as "orderId", o.order_no as "orderNo", c.name as "cityName", coalesce(d.name, '') as "driverName", r.name as "rightName", u.settled_at as "usedAt"
    from right_uses u join orders o on o.tenant_id = u.tenant_id and o.order_id = u.order_id join cities c on c.city_id = o.city_id
      join right_grants g on g.tenant_id = u.tenant_id and g.right_grant_id = u.right_grant_id
      join right_configs r on r.tenant_id = g.tenant_id and r.right_id = g.right_id
      left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
    where u.order_id = any (${[...orderIds]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.orderId, row]))
}

/** Of each rule what it caught and what became of that; without a rule what was taken at random. */
export const precisionOf = async (db: TenantDb, { cityId, usedFrom, usedTo }: Range) =>
  (
    await sql<{ rule: AuditRuleKind | null; caught: number; open: number; passed: number; failed: number }>`
      select hit.rule, count(*)::int as caught,
        (count(*) filter (where a.state in (${sql.lit(A.waiting)}, ${sql.lit(A.inReview)}, ${sql.lit(A.appeal)})))::int as open,
        (count(*) filter (where a.state = ${sql.lit(A.passed)}))::int as passed,
        (count(*) filter (where a.state in (${sql.lit(A.failed)}, ${sql.lit(A.finalFailed)})))::int as failed
      from right_order_audits a join orders o on o.tenant_id = a.tenant_id and o.order_id = a.order_id
        cross join lateral (select unnest(a.hits) as rule union all select null where a.sampled) hit
      where a.used_at >= ${usedFrom}::timestamptz and a.used_at < ${usedTo}::timestamptz
        and (${cityId ?? null}::bigint is null or o.city_id = ${cityId ?? null}::bigint)
      group by 1`.execute(db)
  ).rows

/** Of these rights, those that there are. */
export const knownRights = async (db: TenantDb, rightIds: readonly string[]): Promise<number> =>
  (
    await db
      .selectFrom('right_configs')
      .select(sql<number>`count(*)::int`.as('n'))
      .where(sql<boolean>`right_id = any (${[...rightIds]}::bigint[])`)
      .executeTakeFirstOrThrow()
  ).n
/** Cities with rules of their own. */
export const citiesWithRules = async (db: TenantDb) =>
  (
    await sql<{ cityId: string; name: string }>`
      select distinct c.city_id as "cityId", c.name, c.pinyin from setting_versions v join cities c on c.city_id = v.city_id
      where v.kind = 'rightAuditRules' order by c.pinyin`.execute(db)
  ).rows.map(({ cityId, name }) => ({ cityId, name }))
