import { ACCEPTANCE_DAYS, type LevelCause, type WhiteEffect } from '@chauffeur/contract/driver/level-model'
import { sql } from 'kysely'
import type { Database, PlatformDb } from '#platform/database/db'
import { acceptanceOf } from '../standing/index.ts'
import { protectedNow, whiteNow } from './level.queries.ts'
import type { ChangeFacts } from './words.rules.ts'

export interface CityToJudge {
  tenant_id: string
  city_id: string
  /** The first midnight of this month there. */
  cycle_from: Date
  /** When what levels are judged by there last changed, or the cycle began: whoever was judged before is judged again. */
  since: Date
}
/**
 * Cities with drivers, and since when each is judged as it is. Some seconds are added to when a setting was saved: it is seen only once its
 * transaction is over.
 */
export async function citiesToJudge({ platform }: Pick<Database, 'platform'>): Promise<CityToJudge[]> {
  const { rows } = await platform.query<CityToJudge>(`
    select t.tenant_id, t.city_id, month.began as cycle_from, greatest(month.began,
      (select max(v.effective_from) + interval '5 seconds' from setting_versions v where v.tenant_id = t.tenant_id and v.kind in ('driverLevels', 'driverLevelRules')
        and (v.city_id = t.city_id or v.city_id is null) and v.effective_from <= clock_timestamp())) as since
    from tenant_cities t join cities c on c.city_id = t.city_id
      cross join lateral (select (date_trunc('month', (now() at time zone 'UTC') + make_interval(mins => c.utc_offset_minutes)) - make_interval(mins => c.utc_offset_minutes)) at time zone 'UTC' as began) month
    order by 1, 2`)
  return rows
}

/** Drivers who have no state yet are given one, some at a time; how many were. */
export async function addStates(tx: PlatformDb, { tenant_id, city_id, cycle_from }: CityToJudge, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into driver_level_states (tenant_id, driver_id, cycle_from)
    select d.tenant_id, d.driver_id, ${cycle_from} from drivers d
    where d.tenant_id = ${tenant_id}::bigint and d.city_id = ${city_id}::bigint
      and not exists (select from driver_level_states s where s.tenant_id = d.tenant_id and s.driver_id = d.driver_id)
    order by d.driver_id limit ${limit} on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Whoever came onto the list or off it since they were judged is judged again. */
export const judgeListed = ({ platform }: Pick<Database, 'platform'>) =>
  platform.query(`
    update driver_level_states s set judged_at = '-infinity' from driver_level_whites w
    where w.tenant_id = s.tenant_id and w.driver_id = s.driver_id and s.judged_at > '-infinity' and w.valid_until > now() - interval '40 days'
      and (s.judged_at < w.valid_from and w.valid_from <= clock_timestamp() or s.judged_at < w.valid_until and w.valid_until <= clock_timestamp())`)

/**
 * Whoever was judged while days counted that are over the last thirty by now is judged again, where a level asks for a rate: a refusal that is
 * forgotten moves a level without anything happening. A day is over for everybody of a city at its midnight.
 */
export const judgeWindows = ({ platform }: Pick<Database, 'platform'>) =>
  platform.query(`
    update driver_level_states s set judged_at = '-infinity'
    from driver_acceptance_days a join drivers d on d.tenant_id = a.tenant_id and d.driver_id = a.driver_id join cities c on c.city_id = d.city_id
    where s.tenant_id = a.tenant_id and s.driver_id = a.driver_id and s.judged_at > '-infinity'
      and a.first_at > now() - interval '${ACCEPTANCE_DAYS + 40} days' and a.first_at < now() - interval '${ACCEPTANCE_DAYS - 1} days'
      and a.day <= (now() at time zone 'UTC' + make_interval(mins => c.utc_offset_minutes))::date - ${ACCEPTANCE_DAYS}
      and a.day > (s.judged_at at time zone 'UTC' + make_interval(mins => c.utc_offset_minutes))::date - ${ACCEPTANCE_DAYS}
      and exists (select from setting_versions v where v.tenant_id = s.tenant_id and v.kind = 'driverLevels'
        and jsonb_path_exists(v.content, '$.levels[*].minAcceptBp ? (@ != null)'))`)

export interface JudgedRow {
  driver_id: string
  level: number
  rating_x100: number
  days_here: number
  exp: number
  cycle_orders: number
  cycle_cancels: number
  accept_bp: number | null
  /** Of a cycle that is over. */
  ended: boolean
  effect: WhiteEffect | null
  white_level: number | null
  valid_until: Date | null
  is_protected: boolean
}
/** The next of those to be judged, held; nobody who is asked for orders or on one waits for it. */
export async function takeToJudge(
  tx: PlatformDb,
  { tenant_id, city_id, cycle_from, since }: CityToJudge,
  after: string,
  limit: number,
): Promise<JudgedRow[]> {
  // Answers to offers are summed up for those alone who are taken.
  const { rows } = await sql<JudgedRow>`
    with taken as materialized (
      select d.tenant_id, d.city_id, d.driver_id, d.level, d.rating_x100, (current_date - d.joined_at)::integer as days_here, s.exp, s.cycle_orders,
        s.cycle_cancels, s.cycle_from < ${cycle_from} as ended, w.effect, w.level as white_level, w.valid_until, ${protectedNow} as is_protected
      from driver_level_states s join drivers d on d.tenant_id = s.tenant_id and d.driver_id = s.driver_id
        left join lateral ${whiteNow} w on true
      where s.tenant_id = ${tenant_id}::bigint and d.city_id = ${city_id}::bigint and s.driver_id > ${after}::bigint
        and s.judged_at < ${since}
      order by s.driver_id limit ${limit} for update of s skip locked)
    select d.*, a.accept_bp from taken d cross join lateral ${acceptanceOf} a order by d.driver_id`.execute(tx)
  return rows
}

/** Of these drivers those whose row nobody holds at this moment; held from here on. The others are judged in the next round. */
export async function lockMovers(tx: PlatformDb, tenantId: string, driverIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ driver_id: string }>`
    select driver_id from drivers where tenant_id = ${tenantId}::bigint and driver_id = any (${driverIds}::bigint[])
    order by driver_id for no key update skip locked`.execute(tx)
  return new Set(rows.map((row) => row.driver_id))
}

export interface JudgedLevel {
  driverId: string
  from: number
  to: number
  cause: LevelCause | null
  ended: boolean
  facts: ChangeFacts | null
}
/** Levels as they were judged, with why; the figures of a cycle that is over begin anew. */
export async function keepJudged(
  tx: PlatformDb,
  { tenant_id, city_id, cycle_from }: CityToJudge,
  judged: readonly JudgedLevel[],
): Promise<void> {
  const all = JSON.stringify(judged)
  await sql`
    update driver_level_states s set judged_at = clock_timestamp(), level_since = case when r."from" <> r."to" then now() else s.level_since end,
      last_orders = case when r.ended then s.cycle_orders else s.last_orders end, last_cancels = case when r.ended then s.cycle_cancels else s.last_cancels end,
      cycle_orders = case when r.ended then 0 else s.cycle_orders end, cycle_cancels = case when r.ended then 0 else s.cycle_cancels end,
      cycle_from = case when r.ended then ${cycle_from} else s.cycle_from end
    from jsonb_to_recordset(${all}::jsonb) r ("driverId" bigint, "from" smallint, "to" smallint, ended boolean)
    where s.tenant_id = ${tenant_id}::bigint and s.driver_id = r."driverId"`.execute(tx)
  const told = judged.filter(({ cause }) => cause !== null)
  if (told.length === 0) return
  const some = JSON.stringify(told)
  await sql`
    update drivers d set level = r."to", updated_at = now() from jsonb_to_recordset(${some}::jsonb) r ("driverId" bigint, "from" smallint, "to" smallint)
    where d.tenant_id = ${tenant_id}::bigint and d.driver_id = r."driverId" and r."from" <> r."to"`.execute(tx)
  await sql`
    insert into driver_level_changes (tenant_id, driver_id, city_id, from_level, to_level, cause, facts)
    select ${tenant_id}::bigint, r."driverId", ${city_id}::bigint, r."from", r."to", r.cause, r.facts
    from jsonb_to_recordset(${some}::jsonb) r ("driverId" bigint, "from" smallint, "to" smallint, cause text, facts jsonb)`.execute(tx)
}
