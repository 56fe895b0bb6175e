import { type LevelEffects, NO_LEVEL_EFFECTS } from '@chauffeur/contract/driver/level-model'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

/**
 * What each level of these cities gives, by the settings that hold now: the city's own, else the tenant's. A row has `city_id`, `level`, `most`
 * (the highest there is) and the effects under the names of the program. A city whose levels nobody set has no row, and its levels no effect.
 */
const effectsIn = (cities: RawBuilder<unknown>, tenantId: RawBuilder<unknown>) => sql`(
  select c.city_id, l.*, max(l.level) over (partition by c.city_id) as most
  from ${cities} c cross join lateral (
      select v.content from setting_versions v
      where v.tenant_id = ${tenantId} and v.kind = 'driverLevels' and (v.city_id = c.city_id or v.city_id is null) and v.effective_from <= statement_timestamp()
      order by v.city_id nulls last, v.effective_from desc, v.version desc limit 1) s
    cross join lateral jsonb_to_recordset(s.content -> 'levels')
      l (level integer, "dispatchWeight" integer, "freeWithdrawals" integer, "rangeBonusM" integer, "commissionOffBp" integer))`

/** The same of the cities of drivers `d`, to be joined to them as `e` by `isLevelOf`. */
export const effectsOfDrivers = (tenantId: RawBuilder<unknown>, driverIds: RawBuilder<unknown>) =>
  effectsIn(sql`(select distinct city_id from drivers where tenant_id = ${tenantId} and driver_id = any (${driverIds}))`, tenantId)
/** The same of every city of the tenant that asks. */
export const effectsInTenant = effectsIn(sql`(select city_id from tenant_cities where tenant_id = app_tenant())`, sql`app_tenant()`)
/** Of a driver whose level is there no more the highest that is counts. */
export const isLevelOf = sql<boolean>`e.city_id = d.city_id and e.level = least(d.level, e.most)`

/** What a driver has of their level now. */
export async function effectsOf(db: TenantDb, driverId: string): Promise<LevelEffects> {
  const { rows } = await sql<LevelEffects>`
    select e."dispatchWeight", e."freeWithdrawals", e."rangeBonusM", e."commissionOffBp"
    from drivers d join ${effectsIn(sql`(select city_id from drivers where driver_id = ${driverId}::bigint)`, sql`app_tenant()`)} e on ${isLevelOf}
    where d.driver_id = ${driverId}::bigint`.execute(db)
  return rows[0] ?? NO_LEVEL_EFFECTS
}
