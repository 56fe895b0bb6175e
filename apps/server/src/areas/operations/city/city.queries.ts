import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { isOutsider, type Scope, seesEveryCity } from '#platform/database/scope'

/** What `inServiceArea` goes by. */
export const servedArea = [
  sql<number>`coalesce(tenant_cities.centre_lat, cities.lat)`.as('lat'),
  sql<number>`coalesce(tenant_cities.centre_lng, cities.lng)`.as('lng'),
  'tenant_cities.service_radius_m',
  sql<Polygon | null>`tenant_cities.area`.as('area'),
] as const
/** Takes orders now: opened, and not within the time of a closing. */
export const takesOrders = sql<boolean>`(tenant_cities.open and coalesce(tenant_cities.closed_from > statement_timestamp() or tenant_cities.closed_until <= statement_timestamp(), tenant_cities.closed_from is null))`

const inScope = (db: TenantDb) =>
  db
    .selectFrom('tenant_cities')
    .innerJoin('cities', 'cities.city_id', 'tenant_cities.city_id')
    .select([
      'cities.city_id',
      'cities.name',
      'cities.pinyin',
      ...servedArea,
      'cities.utc_offset_minutes',
      takesOrders.as('open'),
      'tenant_cities.org_id',
    ])

/** Cities of the tenant that the person's scope holds. */
export const tenantCities = (db: TenantDb) => inScope(db).orderBy('cities.pinyin').execute()
export type TenantCity = Awaited<ReturnType<typeof tenantCities>>[number]

/** The same as a choice: ids and names. */
export const cityNames = async (db: TenantDb): Promise<{ cityId: string; name: string }[]> =>
  (await tenantCities(db)).map(({ city_id, name }) => ({ cityId: city_id, name }))

/** Of these the ones for which somebody may say what holds there, as `mayKeepFor` does for one: none for an organisation or a partner. */
export const citiesToKeep = async (db: TenantDb, scope: Scope): Promise<{ cityId: string; name: string }[]> =>
  isOutsider(scope) ? [] : cityNames(db)

export const findCity = (db: TenantDb, cityId: string): Promise<TenantCity | undefined> =>
  inScope(db).where('tenant_cities.city_id', '=', cityId).executeTakeFirst()

/**
 * Whether somebody may say what holds in a city, or (null) in every city without rules of its own. It holds for every organisation and partner
 * there: for those who run the city for the business alone.
 */
export const mayKeepFor = async (db: TenantDb, scope: Scope, cityId: string | null): Promise<boolean> =>
  cityId === null ? seesEveryCity(scope) : !isOutsider(scope) && (await findCity(db, cityId)) !== undefined

/** The same of several cities, each of which is one of the business; none stands for every city. */
export const mayKeepForAll = async (db: TenantDb, scope: Scope, cityIds: readonly string[]): Promise<boolean> => {
  if (cityIds.length === 0) return seesEveryCity(scope)
  const own = new Set((await citiesToKeep(db, scope)).map(({ cityId }) => cityId))
  return cityIds.every((cityId) => own.has(cityId))
}
