import type { PointRule } from '@chauffeur/contract/customer/points-model'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

export const twice = (rules: readonly PointRule[]): boolean => new Set(rules.map(({ event }) => event)).size < rules.length

/** What a rule would have given for one noted thing, caps of days aside. */
const worth: Record<PointRule['event'], { of: RawBuilder<unknown>; each: RawBuilder<number> }> = {
  ORDER: { of: sql`d.event = 'ORDER_PAID'`, each: sql<number>`1` },
  AMOUNT: { of: sql`d.event = 'ORDER_PAID'`, each: sql<number>`d.amount_fen / 100` },
  FIRST_ORDER: {
    of: sql`d.event = 'ORDER_PAID' and not exists (select from orders o join orders f on f.tenant_id = o.tenant_id and f.customer_id = o.customer_id
      where o.tenant_id = d.tenant_id and o.order_id = d.order_id and f.service_status = ${sql.lit(SERVICE_STATUS.billFiled)} and f.filed_at < o.filed_at)`,
    each: sql<number>`1`,
  },
  BIRTHDAY: { of: sql`d.event = 'BIRTHDAY'`, each: sql<number>`1` },
  PRAISE: { of: sql`d.event = 'PRAISE'`, each: sql<number>`1` },
}

/** Of what was noted in the last 30 days where rules of the city (null: of all without rules of their own) hold: what it gave, and would have given by these. */
export async function lastDaysOf(
  db: TenantDb,
  cityId: string | null,
  rules: readonly PointRule[],
): Promise<{ orders: number; gave: number; wouldGive: number }> {
  const there =
    cityId === null
      ? sql`not exists (select from setting_versions s where s.tenant_id = d.tenant_id and s.kind = 'pointTerms' and s.city_id = d.city_id)
          and (d.city_id is null or exists (select from tenant_cities t where t.tenant_id = d.tenant_id and t.city_id = d.city_id))`
      : sql`d.city_id = ${cityId}::bigint`
  const noted = sql`point_dues d where d.at > now() - interval '30 days' and ${there}`
  const given = rules.map(
    (rule) => sql`(select coalesce(sum(${rule.dayCap === null ? sql`x.points` : sql`least(x.points, ${rule.dayCap}::bigint)`}), 0) from (
      select sum(${worth[rule.event].each} * ${rule.points}::bigint) as points from ${noted} and ${worth[rule.event].of}
      group by d.customer_id, (d.at at time zone 'UTC' + interval '8 hours')::date) x)`,
  )
  const { rows } = await sql<{ orders: number; gave: number; wouldGive: number }>`
    select (select count(*)::int from ${noted} and d.event = 'ORDER_PAID') as orders,
      (select coalesce(sum(d.points) filter (where d.points > 0), 0)::float8 from ${noted}) as gave,
      (${given.length === 0 ? sql`0` : sql.join(given, sql` + `)})::float8 as "wouldGive"`.execute(db)
  return rows[0]!
}
