import { type CitySwitchVersion, citySwitches, type OwnCitySwitch, ownCitySwitch } from '@chauffeur/contract/operations/city-switch'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

const KIND = 'citySwitch.'
const kindOf = (key: OwnCitySwitch) => `${KIND}${key}`

/** A switch is a setting by itself: two people who change two of them are not in each other's way, and each has its own beginning. */
interface Content {
  on: boolean
  /** Of prepayment: how long an order waits, where the city says so. */
  prepayWaitS?: number | null
}
const define = (key: OwnCitySwitch) =>
  defineCitySetting<Content>()({
    kind: kindOf(key),
    object: 'citySwitch',
    standard: { on: citySwitches[key].standard },
    view: (row): CitySwitchVersion => ({
      cityId: row.cityId!,
      key,
      ...versionFactsOf(row),
      on: row.content.on,
      prepayWaitS: row.content.prepayWaitS ?? null,
      effectiveFrom: row.effectiveFrom!.toISOString(),
      status: row.status,
    }),
    refusals: { conflict: 'citySwitch.versionConflict' },
  })
export const citySwitchSettings = Object.fromEntries(ownCitySwitch.options.map((key) => [key, define(key)])) as Record<
  OwnCitySwitch,
  ReturnType<typeof define>
>

/** How switches of a city stand, or stood at an instant. A partner sees no settings and is held to them all the same: asked of `whole`. */
export const switchesOf = async <K extends OwnCitySwitch>(
  db: TenantDb,
  cityId: string,
  keys: readonly K[],
  at?: Date,
): Promise<Record<K, boolean>> => (await standingOf(db, cityId, keys, at)).on

/** The same, and how long orders wait for their prepayment where the city says so; null also where `prePay` is not asked for. */
export async function standingOf<K extends OwnCitySwitch>(
  db: TenantDb,
  cityId: string,
  keys: readonly K[],
  at?: Date,
): Promise<{ on: Record<K, boolean>; prepayWaitS: number | null }> {
  const { rows } = await sql<{ kind: string; on: boolean; prepayWaitS: number | null }>`
    select distinct on (kind) kind, (content ->> 'on')::boolean as on, (content ->> 'prepayWaitS')::int as "prepayWaitS" from setting_versions
    where kind = any (${keys.map(kindOf)}::text[]) and city_id = ${cityId}::bigint and effective_from <= ${at ?? sql`statement_timestamp()`}
    order by kind, effective_from desc, version desc`.execute(db)
  const set = new Map(rows.map((row) => [row.kind, row]))
  const on = Object.fromEntries(keys.map((key) => [key, set.get(kindOf(key))?.on ?? citySwitches[key].standard])) as Record<K, boolean>
  return { on, prepayWaitS: set.get(kindOf('prePay'))?.prepayWaitS ?? null }
}

/** The cities where somebody has switched one off that is on by itself. */
export async function citiesOff(db: TenantDb, key: OwnCitySwitch): Promise<Set<string>> {
  const { rows } = await sql<{ cityId: string }>`
    select city_id as "cityId" from (
      select distinct on (city_id) city_id, (content ->> 'on')::boolean as on from setting_versions
      where kind = ${kindOf(key)} and effective_from <= statement_timestamp()
      order by city_id, effective_from desc, version desc) v
    where not "on"`.execute(db)
  return new Set(rows.map(({ cityId }) => cityId))
}

interface SwitchVersion {
  cityId: string
  key: OwnCitySwitch
  version: number
  on: boolean
  prepayWaitS: number | null
  reason: string
  changedBy: string
  changedAt: Date
  effectiveFrom: Date
  toCome: boolean
  newest: number
}

/** Of every switch of the cities in sight (or of one) the version in force, and those to come, soonest first. */
export async function switchVersions(db: TenantDb, cityId: string | null): Promise<SwitchVersion[]> {
  const { rows } = await sql<SwitchVersion>`
    select distinct on (kind, city_id, place) city_id as "cityId", substr(kind, ${KIND.length + 1}::int) as key, version, (content ->> 'on')::boolean as on,
      (content ->> 'prepayWaitS')::int as "prepayWaitS", reason, created_by_name as "changedBy", created_at as "changedAt", effective_from as "effectiveFrom", effective_from > statement_timestamp() as "toCome", newest
    from (
      select v.*, case when effective_from > statement_timestamp() then effective_from end as place, max(version) over (partition by kind, city_id) as newest
      from setting_versions v where kind = any (${ownCitySwitch.options.map(kindOf)}::text[]) and (${cityId}::bigint is null or city_id = ${cityId}::bigint)) v
    order by kind, city_id, place nulls first, effective_from desc, version desc`.execute(db)
  return rows
}
