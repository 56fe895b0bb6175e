import type { InputOf } from '@chauffeur/contract/kernel/call'
import type { groundCalls } from '@chauffeur/contract/operations/ground'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/database/db'

type View = InputOf<typeof groundCalls.known>
/** More names than this on a screen nobody reads. */
const NAMES = 400

interface City {
  tenantId: string
  cityId: string
  lat: number
}
/** Cities of a business whose streets were not looked at today. */
export const citiesDue = async (tx: PlatformDb): Promise<City[]> =>
  (
    await sql<City>`
      select tc.tenant_id as "tenantId", tc.city_id as "cityId", c.lat from tenant_cities tc join cities c using (city_id)
      left join city_streets s using (tenant_id, city_id)
      where s.made_at is null or s.made_at < now() - interval '20 hours' order by s.made_at nulls first`.execute(tx)
  ).rows

/** So many trips are enough for a city, of so many orders, whatever else was never driven. */
const TRIPS = 1_500
const ORDERS = 20_000

interface Track {
  driverId: string
  customerId: string
  firstAt: Date
  path: string
  times: string
}
/** Longitudes and latitudes. */
export type Line = [number, number][]
/** The newest trips of a city. */
export const newestTracks = async (tx: PlatformDb, { tenantId, cityId }: City): Promise<Track[]> =>
  (
    await sql<Track>`
      select o.driver_id as "driverId", o.customer_id as "customerId", t.first_at as "firstAt", t.path, t.times
      from (select order_id from order_tracks where tenant_id = ${tenantId}::bigint order by order_id desc limit ${ORDERS}) newest
      join order_tracks t on t.tenant_id = ${tenantId}::bigint and t.order_id = newest.order_id
      join orders o on o.tenant_id = t.tenant_id and o.order_id = t.order_id
      where o.city_id = ${cityId}::bigint and o.driver_id is not null
      order by t.order_id desc limit ${TRIPS}`.execute(tx)
  ).rows

export const keepStreets = async (tx: PlatformDb, { tenantId, cityId }: City, lines: readonly Line[], trips: number): Promise<void> => {
  await sql`
    insert into city_streets (tenant_id, city_id, lines, trips) values (${tenantId}::bigint, ${cityId}::bigint, ${JSON.stringify(lines)}::jsonb, ${trips})
    on conflict (tenant_id, city_id) do update set lines = excluded.lines, trips = excluded.trips, made_at = now()`.execute(tx)
}

/** Places of the tenant's own in view. */
export const placesIn = (db: TenantDb, { west, south, east, north }: View) =>
  db
    .selectFrom('own_places')
    .select(['name', 'lat', 'lng'])
    .where('enabled', '=', true)
    .where('lat', '>', south)
    .where('lat', '<', north)
    .where('lng', '>', west)
    .where('lng', '<', east)
    .orderBy(sql`length(name)`)
    .orderBy('place_id')
    .limit(NAMES)
    .execute()

/** Learned streets of the cities whose middle is within reach of the view. */
export const streetsIn = async (db: TenantDb, { west, south, east, north }: View): Promise<Line[]> =>
  (
    await sql<{ line: Line }>`
      select jsonb_array_elements(s.lines) as line from city_streets s join cities c using (city_id)
      where c.lat between ${south - 0.7} and ${north + 0.7} and c.lng between ${west - 0.8} and ${east + 0.8}`.execute(db)
  ).rows.map(({ line }) => line)
