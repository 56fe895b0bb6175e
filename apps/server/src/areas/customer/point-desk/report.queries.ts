import type { PointEvent } from '@chauffeur/contract/customer/points-model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

const inSight = (cityId: string | null) =>
  cityId === null
    ? sql`((select app_all_cities()) or l.city_id = any ((select app_cities())::bigint[]))`
    : sql`(l.city_id = ${cityId}::bigint
    and ((select app_all_cities()) or l.city_id = any ((select app_cities())::bigint[])))`
const monthOf = (at: 'l.made_at' | 'u.at') => sql`to_char(${sql.ref(at)} at time zone 'UTC' + interval '8 hours', 'YYYY-MM')`

interface Move {
  month: string
  cityId: string | null
  event: PointEvent
  /** What customers could spend more by it; below zero: less. */
  points: number
}
/** What came to lots and went from them, by month since one, city and event. */
export async function movesByMonth(db: TenantDb, since: string, cityId: string | null): Promise<Move[]> {
  const from = new Date(`${since}-01T00:00:00+08:00`)
  const { rows } = await sql<Move>`
    select month, city_id as "cityId", event, sum(points)::float8 as points from (
      select ${monthOf('l.made_at')} as month, l.city_id, r.event, l.points::bigint as points
      from point_lots l join point_records r on r.tenant_id = l.tenant_id and r.record_id = l.record_id
      where l.made_at >= ${from} and ${inSight(cityId)}
      union all
      select ${monthOf('u.at')}, l.city_id, r.event, -u.points::bigint
      from point_uses u join point_lots l on l.tenant_id = u.tenant_id and l.lot_id = u.lot_id
        join point_records r on r.tenant_id = u.tenant_id and r.record_id = u.record_id
      where u.at >= ${from} and ${inSight(cityId)}) m
    group by 1, 2, 3 order by 1 desc, 3`.execute(db)
  return rows
}

interface Outstanding {
  cityId: string | null
  cityName: string
  customers: number
  points: number
  /** Of which so many end within 30 days. */
  endingSoon: number
}
/** What customers can spend now, by the city in which they came by it. */
export async function outstandingByCity(db: TenantDb, cityId: string | null): Promise<Outstanding[]> {
  const { rows } = await sql<Outstanding>`
    select l.city_id as "cityId", coalesce(c.name, '') as "cityName", count(distinct l.customer_id)::int as customers, sum(l.remaining)::float8 as points,
      coalesce(sum(l.remaining) filter (where l.expires_at <= now() + interval '30 days'), 0)::float8 as "endingSoon"
    from point_lots l left join cities c on c.city_id = l.city_id
    where l.remaining > 0 and ${inSight(cityId)} group by l.city_id, c.name, c.pinyin order by c.pinyin nulls last`.execute(db)
  return rows
}
