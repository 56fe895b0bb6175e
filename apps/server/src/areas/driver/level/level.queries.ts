import { type RawBuilder, sql } from 'kysely'
import type { ExpRule, WhiteEffect } from '@chauffeur/contract/driver/level-model'
import type { TenantDb } from '#platform/database/db'
import { acceptanceOf } from '../standing/index.ts'
import type { TriedDriver } from './trial.rules.ts'

/** The first midnight of a month in a city: of this one, or of the one at an instant. */
export const monthBegan = (city: string, at: RawBuilder<unknown> = sql`now()`) => {
  const offset = sql`make_interval(mins => ${sql.ref(`${city}.utc_offset_minutes`)})`
  return sql<Date>`((date_trunc('month', (${at} at time zone 'UTC') + ${offset}) - ${offset}) at time zone 'UTC')`
}

/** The entry of a driver `d` that holds now. */
export const whiteNow = sql`(select w.effect, w.level, w.valid_until from driver_level_whites w
  where w.tenant_id = d.tenant_id and w.driver_id = d.driver_id and w.valid_from <= clock_timestamp() and w.valid_until > clock_timestamp())`
/** Whether nothing is taken and nobody falls in a city now. */
export const protectedNow = sql<boolean>`exists (select from driver_level_protections p
  where p.tenant_id = d.tenant_id and p.city_id = d.city_id and p.valid_from <= clock_timestamp() and p.valid_until > clock_timestamp())`

/** Drivers in sight of these cities as a dry run sees them; other rules of experience count what was counted in this cycle anew. */
export async function triedDrivers(db: TenantDb, cityIds: readonly string[], exp: readonly ExpRule[] | null): Promise<TriedDriver[]> {
  const counted = exp
    ? sql`left join (
        select driver_id, sum(was)::integer as was, sum(now)::integer as now from (
          select x.driver_id, sum(x.delta) as was, case when x.event in ('CANCEL_FORGIVEN', 'PHOTO_REVISED') then sum(x.delta) else
            sign(r.delta) * least(coalesce(r."dayCap", 2147483647), abs(r.delta) * count(*) filter (where x.note <> 'PROTECTED')) end as now
          from driver_experience x join driver_level_states s on s.tenant_id = x.tenant_id and s.driver_id = x.driver_id and x.at >= s.cycle_from
            join cities c on c.city_id = x.city_id
            left join jsonb_to_recordset(${JSON.stringify(exp)}::jsonb) r (event text, delta integer, "dayCap" integer) on r.event = x.event
          where x.counted_at is not null and x.city_id = any (${cityIds}::bigint[])
          group by x.driver_id, x.event, r.delta, r."dayCap", ((x.at at time zone 'UTC') + make_interval(mins => c.utc_offset_minutes))::date) days
        group by driver_id) anew on anew.driver_id = d.driver_id`
    : sql``
  const { rows } = await sql<Omit<TriedDriver, 'white'> & { effect: WhiteEffect | null; whiteLevel: number | null }>`
    select d.driver_id as "driverId", d.driver_no as "driverNo", d.name as "driverName", d.city_id as "cityId", c.name as "cityName", d.level,
      greatest(0, coalesce(s.exp, 0) ${exp ? sql`- coalesce(anew.was, 0) + coalesce(anew.now, 0)` : sql``})::integer as exp,
      coalesce(s.cycle_orders, 0) as orders, coalesce(s.cycle_cancels, 0) as cancels,
      coalesce(s.last_orders, 0) as "lastOrders", coalesce(s.last_cancels, 0) as "lastCancels", d.rating_x100 as "ratingX100", a.accept_bp as "acceptBp",
      (current_date - d.joined_at)::integer as "daysHere", w.effect, w.level as "whiteLevel", ${protectedNow} as "isProtected"
    from drivers d join cities c on c.city_id = d.city_id
      left join driver_level_states s on s.tenant_id = d.tenant_id and s.driver_id = d.driver_id
      left join lateral ${whiteNow} w on true cross join lateral ${acceptanceOf} a ${counted}
    where d.city_id = any (${cityIds}::bigint[]) order by d.driver_no`.execute(db)
  return rows.map(({ effect, whiteLevel, ...row }) => ({ ...row, white: effect && { effect, level: whiteLevel } }))
}

/** A driver, what they are judged by and what last became of them. */
export async function standingOf(db: TenantDb, driverId: string) {
  const { rows } = await sql<{
    driver_id: string
    city_id: string
    level: number
    rating_x100: number
    exp: number
    orders: number
    cancels: number
    level_since: Date | null
    utc_offset_minutes: number
    cycle_from: Date
    cycle_to: Date
    effect: WhiteEffect | null
    valid_until: Date | null
    is_protected: boolean
  }>`
    select d.driver_id, d.city_id, d.level, d.rating_x100, coalesce(s.exp, 0) as exp, coalesce(s.cycle_orders, 0) as orders,
      coalesce(s.cycle_cancels, 0) as cancels, s.level_since, c.utc_offset_minutes,
      coalesce(s.cycle_from, ${monthBegan('c')}) as cycle_from,
      (date_trunc('month', (now() at time zone 'UTC') + make_interval(mins => c.utc_offset_minutes)) + interval '1 month' - make_interval(mins => c.utc_offset_minutes)) at time zone 'UTC' as cycle_to,
      w.effect, w.valid_until, ${protectedNow} as is_protected
    from drivers d join cities c on c.city_id = d.city_id
      left join driver_level_states s on s.tenant_id = d.tenant_id and s.driver_id = d.driver_id
      left join lateral ${whiteNow} w on true
    where d.driver_id = ${driverId}::bigint`.execute(db)
  return rows[0]
}

/** A driver in sight by their number. */
export const namedDriver = (db: TenantDb, driverNo: string) =>
  db
    .selectFrom('drivers as d')
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
    .select(['d.driver_id', 'd.driver_no', 'd.name', 'd.city_id', 'd.level', 'c.name as city_name'])
    .where('d.driver_no', '=', driverNo)
    .executeTakeFirst()
