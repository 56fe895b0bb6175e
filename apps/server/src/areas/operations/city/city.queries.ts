import { sql } from 'kysely'
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

/** Places of a city whose name, address, pinyin or initials hold the keyword; names that begin with it first. */
export const searchPlaces = (db: TenantDb, cityId: string, keyword: string, limit: number) => {
  const plain = keyword.toLowerCase().replaceAll(/[\s%_\\]/g, '')
  if (plain === '') return Promise.resolve([])
  const anywhere = `%${plain}%`
  return db
    .selectFrom('places')
    .select(['name', 'address', 'city_id', 'lat', 'lng'])
    .where('city_id', '=', cityId)
    .where((eb) =>
      eb.or([
        eb(sql`lower(name)`, 'like', anywhere),
        eb(sql`lower(address)`, 'like', anywhere),
        eb('pinyin', 'like', plain.length > 1 ? anywhere : `${plain}%`),
        eb('initials', 'like', plain.length > 1 ? anywhere : `${plain}%`),
      ]),
    )
    .orderBy(sql`lower(name) = ${plain}`, 'desc')
    .orderBy(sql`lower(name) like ${`${plain}%`} or pinyin like ${`${plain}%`} or initials like ${`${plain}%`}`, 'desc')
    .orderBy(sql`length(name)`)
    .orderBy('name')
    .limit(limit)
    .execute()
}

/** Places near a point, within a box of about `reachDeg` degrees. */
export const placesNear = (db: TenantDb, lat: number, lng: number, reachDeg: number) =>
  db
    .selectFrom('places')
    .select(['name', 'address', 'city_id', 'lat', 'lng'])
    .where('lat', '>', lat - reachDeg)
    .where('lat', '<', lat + reachDeg)
    .where('lng', '>', lng - reachDeg * 1.2)
    .where('lng', '<', lng + reachDeg * 1.2)
    .orderBy(sql`(lat - ${lat}) ^ 2 + (lng - ${lng}) ^ 2`)
    .limit(1)
    .executeTakeFirst()
