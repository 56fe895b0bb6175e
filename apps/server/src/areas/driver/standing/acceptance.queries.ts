import { ACCEPTANCE_DAYS } from '@chauffeur/contract/driver/level-model'
import { type RawBuilder, sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/database/db'

/** A transaction that offers an order is over by then: no offer of an earlier time appears later. */
const SETTLED_S = 120
/** So many are counted in one transaction, about. */
const AT_ONCE = 20_000

/** When the offers of one step were sent. */
interface Step {
  from: Date
  to: Date
}
/**
 * The next offers to count, held; null where there are none yet. None behind one that is still open: what becomes of each is known by then.
 * Another process that is at it is not waited for.
 */
export async function takeOffers(tx: PlatformDb): Promise<Step | null> {
  const { rows } = await sql<Step>`
    select c.until as "from", least(now() - make_interval(secs => ${SETTLED_S}::int), (select min(sent_at) from offers where result = 'SENT'),
      (select sent_at from offers where sent_at > c.until order by sent_at offset ${AT_ONCE}::int limit 1)) as "to"
    from driver_acceptance_counted c for update skip locked`.execute(tx)
  const [step] = rows
  return step && step.to > step.from ? step : null
}

/** Counts them; how many drivers are concerned. Whose level may rest on it is judged anew. */
export async function countOffers(tx: PlatformDb, { from, to }: Step): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with answered as (
      select o.tenant_id, o.driver_id, o.result, o.sent_at, (o.sent_at at time zone 'UTC' + make_interval(mins => c.utc_offset_minutes))::date as day,
        o.result <> 'ACCEPTED' and exists (select from driver_level_protections p where p.tenant_id = o.tenant_id and p.city_id = d.city_id
          and p.valid_from <= o.sent_at and p.valid_until > o.sent_at) as spared
      from offers o join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id join cities c on c.city_id = d.city_id
      where o.sent_at >= ${from} and o.sent_at < ${to} and o.result in ('ACCEPTED', 'REJECTED', 'EXPIRED'))
    insert into driver_acceptance_days as a (tenant_id, driver_id, day, accepted, rejected, expired, spared, first_at)
    select tenant_id, driver_id, day, count(*) filter (where result = 'ACCEPTED'), count(*) filter (where result = 'REJECTED' and not spared),
      count(*) filter (where result = 'EXPIRED' and not spared), count(*) filter (where spared), min(sent_at)
    from answered group by 1, 2, 3 order by 1, 2, 3
    on conflict (tenant_id, driver_id, day) do update set accepted = a.accepted + excluded.accepted, rejected = a.rejected + excluded.rejected,
      expired = a.expired + excluded.expired, spared = a.spared + excluded.spared`.execute(tx)
  if (numAffectedRows > 0n)
    await sql`
      update driver_level_states s set judged_at = '-infinity' from (
        select distinct o.tenant_id, o.driver_id from offers o where o.sent_at >= ${from} and o.sent_at < ${to} and o.result in ('ACCEPTED', 'REJECTED', 'EXPIRED')) o
      where s.tenant_id = o.tenant_id and s.driver_id = o.driver_id and s.judged_at > '-infinity'
        and exists (select from setting_versions v where v.tenant_id = s.tenant_id and v.kind = 'driverLevels'
          and jsonb_path_exists(v.content, '$.levels[*].minAcceptBp ? (@ != null)'))`.execute(tx)
  await sql`update driver_acceptance_counted set until = ${to}`.execute(tx)
  return Number(numAffectedRows)
}

/** Of a driver `d` in the last days, today among them: one row, whoever was asked nothing has a row too. */
export const acceptanceOf = sql`(
  select coalesce(sum(a.accepted), 0)::integer as accepted, coalesce(sum(a.rejected), 0)::integer as rejected,
    coalesce(sum(a.expired), 0)::integer as expired, coalesce(sum(a.spared), 0)::integer as spared,
    (10000 * sum(a.accepted) / nullif(sum(a.accepted + a.rejected + a.expired), 0))::integer as accept_bp
  from driver_acceptance_days a where a.tenant_id = d.tenant_id and a.driver_id = d.driver_id
    and a.day > (select (now() at time zone 'UTC' + make_interval(mins => c.utc_offset_minutes))::date from cities c where c.city_id = d.city_id) - ${sql.lit(ACCEPTANCE_DAYS)})` as RawBuilder<unknown>

export interface AcceptanceDb {
  accepted: number
  rejected: number
  expired: number
  spared: number
  /** Null where the driver was asked nothing. */
  accept_bp: number | null
}
export const acceptanceIn = async (db: TenantDb, driverId: string): Promise<AcceptanceDb | undefined> =>
  (
    await sql<AcceptanceDb>`select a.* from drivers d cross join lateral ${acceptanceOf} a where d.driver_id = ${driverId}::bigint`.execute(
      db,
    )
  ).rows[0]
