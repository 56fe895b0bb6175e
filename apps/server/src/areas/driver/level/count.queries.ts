import { type ExpEvent, undoesExp } from '@chauffeur/contract/driver/level-model'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/database/db'
import type { ExpNote } from '../standing/index.ts'
import { monthBegan } from './level.queries.ts'

export interface NotedRow {
  tenant_id: string
  experience_id: string
  driver_id: string
  city_id: string
  event: ExpEvent
  ref: string
  about: string
  at: Date
  noted_at: Date
  utc_offset_minutes: number
  is_protected: boolean
}
/** When any of what experience is counted by was changed in the business: between two of these the same holds. */
export async function changedAt(db: TenantDb): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select distinct effective_from as at from setting_versions where kind in ('driverExperience', 'driverLevelRules', 'peakTimes') order by 1`.execute(
    db,
  )
  return rows.map(({ at }) => at.getTime())
}

/** Whoever has no state yet begins with the month in which their first entry was noted. */
export const beginStates = (tx: PlatformDb) =>
  sql`
    insert into driver_level_states (tenant_id, driver_id, cycle_from)
    select d.tenant_id, d.driver_id, ${monthBegan('c', sql`x.since`)}
    from (select tenant_id, driver_id, min(noted_at) as since from driver_experience where counted_at is null group by 1, 2) x
      join drivers d on d.tenant_id = x.tenant_id and d.driver_id = x.driver_id join cities c on c.city_id = d.city_id
    where not exists (select from driver_level_states s where s.tenant_id = d.tenant_id and s.driver_id = d.driver_id)
    order by 1, 2 on conflict do nothing`.execute(tx)

/**
 * What was noted and is not counted yet, oldest first, held. What was noted in a month waits until the driver's month before has been judged:
 * also where nothing was counted around its end, each entry counts for the month that it was noted in.
 */
export async function takeNoted(tx: PlatformDb, limit: number): Promise<NotedRow[]> {
  const { rows } = await sql<NotedRow>`
    select x.tenant_id, x.experience_id, x.driver_id, x.city_id, x.event, x.ref, x.about, x.at, x.noted_at, c.utc_offset_minutes,
      exists (select from driver_level_protections p where p.tenant_id = x.tenant_id and p.city_id = x.city_id and p.valid_from <= x.at and p.valid_until > x.at) as is_protected
    from driver_experience x join cities c on c.city_id = x.city_id
      join driver_level_states s on s.tenant_id = x.tenant_id and s.driver_id = x.driver_id
      join drivers d on d.tenant_id = x.tenant_id and d.driver_id = x.driver_id join cities home on home.city_id = d.city_id
    where x.counted_at is null and (s.cycle_from >= ${monthBegan('home')} or x.noted_at < ${monthBegan('home')})
    order by x.experience_id limit ${limit} for update of x skip locked`.execute(tx)
  return rows
}

interface Whose {
  tenantId: string
  driverId: string
}
const columns = (whose: readonly Whose[]) =>
  sql`${whose.map(({ tenantId }) => tenantId)}::bigint[], ${whose.map(({ driverId }) => driverId)}::bigint[]`

/** The states of these drivers, held: experience of one driver is counted one entry after the other. */
export async function lockStates(tx: PlatformDb, whose: readonly Whose[]) {
  const { rows } = await sql<{ driver_id: string; exp: number; cycle_from: Date; cycle_orders: number; cycle_cancels: number }>`
    select s.driver_id, s.exp, s.cycle_from, s.cycle_orders, s.cycle_cancels
    from driver_level_states s where (s.tenant_id, s.driver_id) in (select * from unnest(${columns(whose)}))
    order by s.tenant_id, s.driver_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.driver_id, row]))
}

/** What was given or taken for an event on a day already, as a sum without its sign; one answer for each. */
export async function countedOn(tx: PlatformDb, days: readonly (Whose & { event: ExpEvent; from: Date; to: Date })[]): Promise<number[]> {
  const { rows } = await sql<{ n: number; sum: number }>`
    select w.n::integer as n, coalesce(sum(abs(x.delta)), 0)::integer as sum
    from unnest(${columns(days)}, ${days.map(({ event }) => event)}::text[], ${days.map(({ from }) => from)}::timestamptz[], ${days.map(({ to }) => to)}::timestamptz[])
      with ordinality as w (tenant_id, driver_id, event, since, till, n)
      left join driver_experience x on x.tenant_id = w.tenant_id and x.driver_id = w.driver_id and x.event = w.event and x.counted_at is not null
        and x.at >= w.since and x.at < w.till
    group by w.n order by w.n`.execute(tx)
  return rows.map(({ sum }) => sum)
}

const UNDONE = Object.values(undoesExp).flat()
/** What was counted as that is undone now, by driver and what it was about. */
export async function undoneOf(tx: PlatformDb, of: readonly (Whose & { ref: string })[]) {
  const { rows } = await sql<{ driver_id: string; ref: string; delta: number; at: Date; note: ExpNote }>`
    select x.driver_id, x.ref, x.delta, x.at, x.note from driver_experience x
    where x.event = any (${UNDONE}::text[]) and x.counted_at is not null
      and (x.tenant_id, x.driver_id, x.ref) in (select * from unnest(${columns(of)}, ${of.map(({ ref }) => ref)}::text[]))`.execute(tx)
  return new Map(rows.map((row) => [`${row.driver_id} ${row.ref}`, row]))
}

export interface CountedRow extends Whose {
  experienceId: string
  delta: number
  balance: number
  note: ExpNote
}
export interface StateAfter extends Whose {
  exp: number
  orders: number
  cancels: number
}
/** Entries as they were counted, the states that come of them, and what follows from an entry: all of it, or nothing. */
export async function keepCounted(
  tx: PlatformDb,
  counted: readonly CountedRow[],
  states: readonly StateAfter[],
  follows: readonly (NotedRow & { event: ExpEvent })[],
): Promise<void> {
  await sql`
    update driver_experience x set counted_at = clock_timestamp(), delta = r.delta, balance = r.balance, note = r.note
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) r ("tenantId" bigint, "experienceId" bigint, delta integer, balance integer, note text)
    where x.tenant_id = r."tenantId" and x.experience_id = r."experienceId"`.execute(tx)
  await sql`
    update driver_level_states s set exp = r.exp, cycle_orders = r.orders, cycle_cancels = r.cancels, judged_at = '-infinity'
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) r ("tenantId" bigint, "driverId" bigint, exp integer, orders integer, cancels integer)
    where s.tenant_id = r."tenantId" and s.driver_id = r."driverId"`.execute(tx)
  if (follows.length > 0)
    await sql`
      insert into driver_experience (tenant_id, driver_id, city_id, event, ref, about, at, noted_at)
      select r.* from jsonb_to_recordset(${JSON.stringify(follows)}::jsonb) r (tenant_id bigint, driver_id bigint, city_id bigint, event text, ref text, about text, at timestamptz, noted_at timestamptz)
      on conflict (tenant_id, driver_id, event, ref) do nothing`.execute(tx)
}

/** Each whole hour at peak times of the last days, by the days that time on duty was counted in. */
export const notePeakHours = (tx: PlatformDb) =>
  sql`
    insert into driver_experience (tenant_id, driver_id, city_id, event, ref, about, at)
    select o.tenant_id, o.driver_id, o.city_id, 'PEAK_HOUR', o.online_day_id || '/' || hour, to_char(o.day, 'YYYY-MM-DD'), least(o.last_at, now())
    from driver_online_days o cross join lateral generate_series(1, o.peak_s / 3600) hour
    where o.day_start > now() - interval '3 days' and o.peak_s >= 3600
      and not exists (select from driver_experience x where x.tenant_id = o.tenant_id and x.driver_id = o.driver_id and x.event = 'PEAK_HOUR' and x.ref = o.online_day_id || '/' || hour)
    on conflict (tenant_id, driver_id, event, ref) do nothing`.execute(tx)
