import { sql } from 'kysely'
import type { Database, PlatformDb, TenantDb } from '#platform/database/db'
import type { CountedDay } from './online.rules.ts'

/*
 * Where a session stands is asked across tenants, as the platform. What is written for all of them at once goes a statement at a time, so that
 * nobody who goes on or off duty waits.
 */
const SILENCE = `private.duty_silence()`

/** Signs that came since; who has sent none for a while was on duty until the last one, and again from the next on. */
export async function followSigns({ platform }: Pick<Database, 'platform'>): Promise<void> {
  await platform.query(`
    with seen as (
      select s.tenant_id, s.session_id, case when p.received_at - s.seen_at <= ${SILENCE} then greatest(s.seen_at, p.received_at) else s.seen_at end as at
      from driver_duty_sessions s left join driver_positions p on p.tenant_id = s.tenant_id and p.driver_id = s.driver_id where s.ended_at is null)
    update driver_duty_sessions s set seen_at = seen.at, ended_at = seen.at, end_reason = 'SILENT' from seen
    where s.tenant_id = seen.tenant_id and s.session_id = seen.session_id and s.ended_at is null and s.seen_at <= seen.at
      and clock_timestamp() - seen.at > ${SILENCE}`)
  await platform.query(`
    update driver_duty_sessions s set seen_at = least(p.received_at, clock_timestamp()) from driver_positions p
    where s.ended_at is null and p.tenant_id = s.tenant_id and p.driver_id = s.driver_id
      and least(p.received_at, clock_timestamp()) > s.seen_at and p.received_at - s.seen_at <= ${SILENCE}`)
  await platform.query(`
    insert into driver_duty_sessions (tenant_id, driver_id, city_id, began_at, seen_at)
    select d.tenant_id, d.driver_id, d.city_id, again.at, again.at
    from drivers d join driver_positions p on p.tenant_id = d.tenant_id and p.driver_id = d.driver_id
      cross join lateral (select greatest(p.received_at, d.online_since,
        (select max(s.ended_at) from driver_duty_sessions s where s.tenant_id = d.tenant_id and s.driver_id = d.driver_id)) as at) again
    where d.online_since is not null and clock_timestamp() - p.received_at <= ${SILENCE}
      and not exists (select from driver_duty_sessions s where s.tenant_id = d.tenant_id and s.driver_id = d.driver_id and s.ended_at is null)
    on conflict do nothing`)
}

export interface SessionDb {
  session_id: string
  tenant_id: string
  driver_id: string
  city_id: string
  began_at: Date
  until: Date
  utc_offset_minutes: number
}

/** Sessions that ended and are in no day yet, held: from here on they are. */
export async function takeEnded(tx: PlatformDb, limit: number): Promise<SessionDb[]> {
  const { rows } = await sql<SessionDb>`
    update driver_duty_sessions s set counted = true from cities c
    where c.city_id = s.city_id and s.session_id in (
      select session_id from driver_duty_sessions where ended_at is not null and not counted order by session_id limit ${limit} for update skip locked)
    returning s.session_id, s.tenant_id, s.driver_id, s.city_id, s.began_at, s.ended_at as until, c.utc_offset_minutes`.execute(tx)
  return rows
}
export async function openAfter(tx: PlatformDb, sessionId: string, limit: number): Promise<SessionDb[]> {
  const { rows } = await sql<SessionDb>`
    select s.session_id, s.tenant_id, s.driver_id, s.city_id, s.began_at, s.seen_at as until, c.utc_offset_minutes
    from driver_duty_sessions s join cities c on c.city_id = s.city_id
    where s.ended_at is null and s.session_id > ${sessionId}::bigint order by s.session_id limit ${limit}`.execute(tx)
  return rows
}

export interface Stretch {
  tenantId: string
  driverId: string
  cityId: string
  /** Seconds, midnights of the city. */
  from: number
  to: number
}
/** What lies in each stretch of each driver, with the number of the stretch. */
export async function sessionsIn(tx: PlatformDb, stretches: readonly Stretch[]): Promise<{ n: number; began_at: Date; until: Date }[]> {
  const { rows } = await sql<{ n: number; began_at: Date; until: Date }>`
    select w.n::integer as n, s.began_at, coalesce(s.ended_at, s.seen_at) as until
    from unnest(${stretches.map(({ tenantId }) => tenantId)}::bigint[], ${stretches.map(({ driverId }) => driverId)}::bigint[],
      ${stretches.map(({ cityId }) => cityId)}::bigint[], ${stretches.map(({ from }) => from)}::float8[], ${stretches.map(({ to }) => to)}::float8[])
      with ordinality as w (tenant_id, driver_id, city_id, since, till, n)
    join driver_duty_sessions s on s.tenant_id = w.tenant_id and s.driver_id = w.driver_id and s.city_id = w.city_id
      and s.began_at < to_timestamp(w.till) and coalesce(s.ended_at, s.seen_at) >= to_timestamp(w.since)`.execute(tx)
  return rows
}

export interface DayRow extends CountedDay {
  tenantId: string
  driverId: string
  cityId: string
  day: string
  midnight: number
}
export async function keepDays(tx: PlatformDb, days: readonly DayRow[]): Promise<void> {
  await sql`
    insert into driver_online_days as d (tenant_id, driver_id, city_id, day, day_start, online_s, peak_s, peaks, hour_s, times, first_at, last_at,
      target_online_s, target_peak_s, attended)
    select "tenantId", "driverId", "cityId", day, to_timestamp(midnight), "onlineS", "peakS", peaks, "hourS", times, to_timestamp("firstAt"),
      to_timestamp("lastAt"), "targetOnlineS", "targetPeakS", attended
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r ("tenantId" bigint, "driverId" bigint, "cityId" bigint, day date, midnight float8,
      "onlineS" integer, "peakS" integer, peaks jsonb, "hourS" integer[], times integer, "firstAt" float8, "lastAt" float8, "targetOnlineS" integer,
      "targetPeakS" integer, attended boolean)
    order by 1, 2, 3, 4
    on conflict (tenant_id, driver_id, city_id, day) do update set online_s = excluded.online_s, peak_s = excluded.peak_s, peaks = excluded.peaks,
      hour_s = excluded.hour_s, times = excluded.times, first_at = excluded.first_at, last_at = excluded.last_at,
      target_online_s = excluded.target_online_s, target_peak_s = excluded.target_peak_s, attended = excluded.attended, counted_at = now()
    where (d.online_s, d.times, d.last_at, d.peaks, d.attended) is distinct from
      (excluded.online_s, excluded.times, excluded.last_at, excluded.peaks, excluded.attended)`.execute(tx)
}

export const onlineDays = (db: TenantDb) =>
  db
    .selectFrom('driver_online_days as o')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'o.tenant_id').onRef('d.driver_id', '=', 'o.driver_id'))
    .innerJoin('cities as c', 'c.city_id', 'o.city_id')
/** The day is not over yet. */
export const underWay = sql<boolean>`(o.day_start + interval '1 day' > now())`
export const shownDays = (rows: ReturnType<typeof onlineDays>) =>
  rows
    .selectAll('o')
    .select([
      'd.driver_no',
      'd.name as driver_name',
      'c.name as city_name',
      sql<string>`to_char(o.day, 'YYYY-MM-DD')`.as('day_text'),
      underWay.as('under_way'),
    ])
export type OnlineDayDb = Awaited<ReturnType<ReturnType<typeof shownDays>['execute']>>[number]

/** A day of a city, hour by hour and in sum. */
export async function cityDay(db: TenantDb, cityId: string, day: string, midnight: Date) {
  const [hours, orders, sums] = await Promise.all([
    sql<{ hour: number; drivers: number; onlineS: number }>`
      select h.n::integer - 1 as hour, count(*) filter (where h.s > 0)::integer as drivers, sum(h.s)::float8 as "onlineS"
      from driver_online_days o cross join unnest(o.hour_s) with ordinality as h (s, n)
      where o.city_id = ${cityId}::bigint and o.day = ${day}::date group by 1 order by 1`.execute(db),
    sql<{ hour: number; orders: number }>`
      select floor(extract(epoch from created_at - ${midnight}) / 3600)::integer as hour, count(*)::integer as orders from orders
      where city_id = ${cityId}::bigint and created_at >= ${midnight} and created_at < ${midnight}::timestamptz + interval '1 day' group by 1`.execute(
      db,
    ),
    sql<{ drivers: number; onlineS: number; peakS: number; due: number; attended: number }>`
      select count(distinct driver_id)::integer as drivers, coalesce(sum(online_s), 0)::float8 as "onlineS", coalesce(sum(peak_s), 0)::float8 as "peakS",
        count(attended)::integer as due, count(*) filter (where attended)::integer as attended
      from driver_online_days where city_id = ${cityId}::bigint and day = ${day}::date`.execute(db),
  ])
  return { hours: hours.rows, orders: new Map(orders.rows.map((row) => [row.hour, row.orders])), sums: sums.rows[0]! }
}
