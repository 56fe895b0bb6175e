import type { BadWeather } from '@chauffeur/contract/driver/bad-weather'
import { type RawBuilder, sql } from 'kysely'
import { switchesOf } from '#areas/operations/city'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'

interface WeatherDb {
  city_id: string
  city_name: string
  rule_id: string | null
  rule_version: number | null
  rule_name: string | null
  flat_fen: number | null
  rate_bp: number | null
  rule_from: Date | null
  rule_to: Date | null
  rule_by: string | null
  rule_at: Date | null
  protection_id: string | null
  protection_reason: string | null
  protected_from: Date | null
  protected_until: Date | null
  protected_by: string | null
}
const later = (...instants: (Date | null)[]) =>
  instants.reduce<Date | null>((last, one) => (one && (!last || one > last) ? one : last), null)
const earlier = (...instants: (Date | null)[]) =>
  instants.reduce<Date | null>((first, one) => (one && (!first || one < first) ? one : first), null)

const view = (row: WeatherDb, charged: boolean): BadWeather => ({
  cityId: row.city_id,
  cityName: row.city_name,
  on: row.rule_id !== null || row.protection_id !== null,
  until: later(row.rule_to, row.protected_until)?.toISOString() ?? null,
  since: earlier(row.rule_from, row.protected_from)?.toISOString() ?? null,
  by: row.rule_at && (!row.protected_from || row.rule_at > row.protected_from) ? (row.rule_by ?? '') : (row.protected_by ?? ''),
  reason: row.protection_reason ?? row.rule_name ?? '',
  version: [row.rule_id, row.rule_version, row.protection_id, row.protected_until?.getTime(), row.protection_reason].join('.'),
  price:
    row.rule_id === null
      ? null
      : { ruleId: row.rule_id, flatFen: row.flat_fen, rateBp: row.rate_bp, until: row.rule_to!.toISOString(), charged },
  protection: row.protection_id === null ? null : { protectionId: row.protection_id, until: row.protected_until!.toISOString() },
})

/** Cities in sight with what bad weather means there now: of several rules of the price in force the one that was changed last is shown. */
export async function badWeatherIn(db: TenantDb, cityId: string | null): Promise<BadWeather[]> {
  const { rows } = await sql<WeatherDb>`
    select c.city_id, c.name as city_name, w.rule_id, w.version as rule_version, w.name as rule_name, w.flat_fen, w.rate_bp, w.active_from as rule_from, w.active_to as rule_to,
      w.updated_at as rule_at, u.real_name as rule_by, p.protection_id, p.reason as protection_reason, p.valid_from as protected_from,
      p.valid_until as protected_until, p.created_by_name as protected_by
    from tenant_cities t join cities c on c.city_id = t.city_id
      left join lateral (select * from weather_rules w where w.tenant_id = t.tenant_id and w.city_id = t.city_id and w.enabled
        and w.active_from <= clock_timestamp() and w.active_to > clock_timestamp() order by w.updated_at desc, w.rule_id desc limit 1) w on true
      left join users u on u.tenant_id = w.tenant_id and u.user_id = w.updated_by
      left join lateral (select * from driver_level_protections p where p.tenant_id = t.tenant_id and p.city_id = t.city_id
        and p.valid_from <= clock_timestamp() and p.valid_until > clock_timestamp() order by p.protection_id desc limit 1) p on true
    where ${cityId === null ? sql`true` : sql`t.city_id = ${cityId}::bigint`}
    order by c.pinyin, c.city_id`.execute(db)
  return Promise.all(
    rows.map(async (row) => view(row, row.rule_id !== null && (await switchesOf(db, row.city_id, ['weatherPrice'])).weatherPrice)),
  )
}
/** The same of one city; undefined where it is not in sight. */
export const badWeatherNow = async (db: TenantDb, cityId: string): Promise<BadWeather | undefined> => (await badWeatherIn(db, cityId))[0]

/** Two who switch it in one city wait for each other. Gives the time by the database's clock, which rules are compared with. */
export async function holdWeather(tx: TenantTx, cityId: string): Promise<Date> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bad-weather', ${cityId}::bigint))`.execute(tx)
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  return rows[0]!.now
}

/** Rules of the price that are in force in the city, held. */
export const rulesInForce = (tx: TenantTx, cityId: string) =>
  tx
    .selectFrom('weather_rules')
    .selectAll()
    .where('city_id', '=', cityId)
    .where('enabled', '=', true)
    .where(sql<boolean>`active_from <= clock_timestamp() and active_to > clock_timestamp()`)
    .orderBy('updated_at', 'desc')
    .orderBy('rule_id', 'desc')
    .forUpdate()
    .execute()

/** Cities where all of it came to its end within the last day and whose people, who heard that it began, have not heard that it is over. */
export async function lapsedCities(db: PlatformDb): Promise<{ tenant_id: string; city_id: string }[]> {
  const { rows } = await sql<{ tenant_id: string; city_id: string }>`
    with ended as (
      select tenant_id, city_id from weather_rules where enabled and active_to <= now() and active_to > now() - interval '1 day'
      union select tenant_id, city_id from driver_level_protections where valid_until <= now() and valid_until > now() - interval '1 day')
    select e.tenant_id, e.city_id from ended e
    where not exists (select 1 from weather_rules w where w.tenant_id = e.tenant_id and w.city_id = e.city_id and w.enabled
        and w.active_from <= now() and w.active_to > now())
      and not exists (select 1 from driver_level_protections p where p.tenant_id = e.tenant_id and p.city_id = e.city_id
        and p.valid_from <= now() and p.valid_until > now())
      and ${lastHeard(sql`e.tenant_id`, sql`e.city_id`)} = 'BAD_WEATHER'`.execute(db)
  return rows
}
/** Whether people of the city take it that there is bad weather. */
export async function isHeardOn(tx: TenantTx, { tenantId, cityId }: { tenantId: string; cityId: string }): Promise<boolean> {
  const { rows } = await sql<{ heard: string | null }>`
    select ${lastHeard(sql`${tenantId}::bigint`, sql`${cityId}::bigint`)} as heard`.execute(tx)
  return rows[0]?.heard === 'BAD_WEATHER'
}
const lastHeard = (tenantId: RawBuilder<unknown>, cityId: RawBuilder<unknown>) => sql<string | null>`(select n.kind from notices n
  where n.tenant_id = ${tenantId} and n.city_id = ${cityId} and n.kind in ('BAD_WEATHER', 'BAD_WEATHER_OVER')
  order by n.at desc, n.notice_id desc limit 1)`
