import type { TenantDb } from '#platform/database/db'

const inScope = (db: TenantDb) =>
  db
    .selectFrom('tenant_cities')
    .innerJoin('cities', 'cities.city_id', 'tenant_cities.city_id')
    .select([
      'cities.city_id',
      'cities.name',
      'cities.pinyin',
      'cities.lat',
      'cities.lng',
      'cities.utc_offset_minutes',
      'tenant_cities.open',
      'tenant_cities.service_radius_m',
      'tenant_cities.org_id',
    ])

/** Cities of the tenant that the person's scope holds. */
export const tenantCities = (db: TenantDb) => inScope(db).orderBy('cities.pinyin').execute()
export type TenantCity = Awaited<ReturnType<typeof tenantCities>>[number]

/** The same as a choice: ids and names. */
export const cityNames = async (db: TenantDb): Promise<{ cityId: string; name: string }[]> =>
  (await tenantCities(db)).map(({ city_id, name }) => ({ cityId: city_id, name }))

export const findCity = (db: TenantDb, cityId: string): Promise<TenantCity | undefined> =>
  inScope(db).where('tenant_cities.city_id', '=', cityId).executeTakeFirst()
