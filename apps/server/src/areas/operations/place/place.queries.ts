import type { Entrance } from '@chauffeur/contract/operations/place'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import { metresBetween } from '#platform/live/positions'
import type { LatLng } from '#platform/values/geo'
import { folded, keywordKeys } from '#platform/values/search-keys'
import { isDoorFound } from './place-search.ts'

/** A place as it is offered; a door of one is offered by itself. */
export interface PlaceHit {
  placeId: string
  cityId: string
  name: string
  address: string
  lat: number
  lng: number
  entrances: readonly Entrance[]
  pickupNote: string
}

/** So many that a keyword finds are looked at: one that finds more is too short to find the right one first. */
const LOOKED_AT = 200
const found = ['place_id', 'city_id', 'name', 'address', 'aliases', 'lat', 'lng', 'pickup_note'] as const
const entrancesOf = (table: string) => sql<Entrance[]>`${sql.ref(`${table}.entrances`)}`.as('entrances')
const entrances = entrancesOf('own_places')

interface Search {
  cityId: string
  keyword: string
  limit: number
}

/**
 * The tenant's own places of a city whose name, other names, address, pinyin or initials hold the keyword: what is called so first, then what
 * begins with it. Doors stand behind their place, and before it where the keyword is theirs.
 */
export async function searchOwnPlaces(db: TenantDb, { cityId, keyword, limit }: Search): Promise<PlaceHit[]> {
  const plain = folded(keyword)
  if (plain === '') return []
  const { anywhere, beginning } = keywordKeys(plain, cityId)
  const keyed = (keys: readonly number[]) => sql`select own_place_ids(${cityId}::bigint, ${keys}::integer[], ${LOOKED_AT})`
  const rows = await db
    .selectFrom('own_places')
    .select(found)
    .select(entrances)
    .where(sql<boolean>`place_id in (${keyed(beginning)}${anywhere ? sql` union ${keyed(anywhere)}` : sql``})`)
    .where('searched', 'like', `%${anywhere ? '' : '\n'}${plain}%`)
    .orderBy(sql`searched like ${`%\n${plain}\n%`}`, 'desc')
    .orderBy(sql`searched like ${`%\n${plain}%`}`, 'desc')
    .orderBy(sql`length(name)`)
    .orderBy('name')
    .orderBy('place_id')
    .limit(limit)
    .execute()
  return rows
    .flatMap((row) => {
      const doors = row.entrances.filter((door) => isDoorFound(row, door, plain))
      return doors.length > 0 ? [...doors.map((door) => doorHit(row, door)), placeHit(row)] : hitsOf(row)
    })
    .slice(0, limit)
}

type Found = Awaited<ReturnType<typeof nearRows>>[number]
const placeHit = ({ place_id, city_id, name, address, lat, lng, entrances: doors, pickup_note }: Found): PlaceHit => ({
  placeId: place_id,
  cityId: city_id,
  name,
  address,
  lat,
  lng,
  entrances: doors,
  pickupNote: pickup_note,
})
const doorHit = (row: Found, door: Entrance): PlaceHit => ({
  ...placeHit(row),
  name: `${row.name} · ${door.name}`,
  lat: door.lat,
  lng: door.lng,
  entrances: [],
  pickupNote: door.note || row.pickup_note,
})
const hitsOf = (row: Found): PlaceHit[] => [placeHit(row), ...row.entrances.map((door) => doorHit(row, door))]

const DEGREE_M = 111_195
const NEAR_AT_MOST = 20

const nearRows = (db: TenantDb, { lat, lng }: LatLng, withinM: number) => {
  const high = withinM / DEGREE_M
  const wide = high / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  return db
    .selectFrom('own_places')
    .select(found)
    .select(entrances)
    .where('enabled', '=', true)
    .where('lat', '>', lat - high)
    .where('lat', '<', lat + high)
    .where('lng', '>', lng - wide)
    .where('lng', '<', lng + wide)
    .orderBy(sql`(lat - ${lat}) ^ 2 + ((lng - ${lng}) * ${high / wide}) ^ 2`)
    .limit(NEAR_AT_MOST)
    .execute()
}

/** Own places and their doors around a point, the nearest first. */
export async function ownPlacesNear(db: TenantDb, at: LatLng, withinM = 1_500): Promise<(PlaceHit & { distanceM: number })[]> {
  const rows = await nearRows(db, at, withinM)
  return rows
    .flatMap(hitsOf)
    .map((hit) => ({ ...hit, distanceM: metresBetween(at.lat, at.lng, hit.lat, hit.lng) }))
    .toSorted((a, b) => a.distanceM - b.distanceM)
}

/** Places that cannot be found yet, of all tenants; locked. */
export const keylessPlaces = (tx: PlatformDb, limit: number) =>
  tx
    .selectFrom('own_places')
    .select(['tenant_id', 'place_id', 'city_id', 'name', 'address', 'aliases'])
    .select(entrances)
    .where('search_keys', 'is', null)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

export const writeKeys = (
  tx: PlatformDb,
  made: readonly { tenant_id: string; place_id: string; searched: string; search_keys: readonly number[] }[],
) =>
  sql`update own_places p set searched = made.searched, search_keys = made.search_keys
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (tenant_id bigint, place_id bigint, searched text, search_keys integer[])
    where p.tenant_id = made.tenant_id and p.place_id = made.place_id`.execute(tx)

export const places = (db: TenantDb) => db.selectFrom('own_places as p').innerJoin('cities as c', 'c.city_id', 'p.city_id')
export const listed = (rows: ReturnType<typeof places>) => rows.selectAll('p').select(entrancesOf('p')).select('c.name as city_name')
export const listedPlace = (db: TenantDb, placeId: string) => listed(places(db)).where('p.place_id', '=', placeId).executeTakeFirstOrThrow()
export type ListedPlace = Awaited<ReturnType<typeof listedPlace>>

export const lockPlace = (tx: TenantTx, placeId: string) =>
  tx.selectFrom('own_places as p').selectAll().select(entrancesOf('p')).where('place_id', '=', placeId).forUpdate().executeTakeFirst()
export type PlaceDb = NonNullable<Awaited<ReturnType<typeof lockPlace>>>

/** What is saved of a place. */
export interface PlaceSet {
  city_id: string
  name: string
  address: string
  aliases: string[]
  lat: number
  lng: number
  entrances: Entrance[]
  pickup_note: string
  searched: string
  search_keys: number[]
}

/** The ids of new places, in their order; undefined for each that is there already. */
export async function insertPlaces(
  tx: TenantTx,
  by: { tenantId: string; userId: string },
  sets: readonly PlaceSet[],
): Promise<(string | undefined)[]> {
  const rows = await tx
    .insertInto('own_places')
    .values(
      sets.map(({ entrances: doors, ...set }) => ({
        ...set,
        entrances: JSON.stringify(doors),
        tenant_id: by.tenantId,
        created_by: by.userId,
        updated_by: by.userId,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning(['place_id', 'city_id', 'name', 'address'])
    .execute()
  const ids = new Map(rows.map((row) => [sameness(row), row.place_id]))
  return sets.map((set) => {
    const key = sameness(set)
    const placeId = ids.get(key)
    ids.delete(key)
    return placeId
  })
}
/** A city has a name and address once. */
export const sameness = ({ city_id, name, address }: Pick<PlaceSet, 'city_id' | 'name' | 'address'>): string =>
  `${city_id}\n${name.toLowerCase()}\n${address.toLowerCase()}`

export const updatePlace = (
  tx: TenantTx,
  placeId: string,
  by: string,
  { entrances: doors, ...set }: Partial<PlaceSet> & { enabled?: boolean },
) =>
  tx
    .updateTable('own_places')
    .set((eb) => ({
      ...set,
      ...(doors && { entrances: JSON.stringify(doors) }),
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
      updated_by: by,
    }))
    .where('place_id', '=', placeId)
    .execute()

export const deletePlace = (tx: TenantTx, placeId: string) => tx.deleteFrom('own_places').where('place_id', '=', placeId).execute()

/** Which of these names and addresses a city has already, as `sameness` says them. */
export async function knownPlaces(
  db: TenantDb,
  wanted: readonly Pick<PlaceSet, 'city_id' | 'name' | 'address'>[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Pick<PlaceSet, 'city_id' | 'name' | 'address'>>`
    select p.city_id, p.name, p.address from own_places p
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (city_id bigint, name text, address text)
      on p.tenant_id = app_tenant() and p.city_id = w.city_id and lower(p.name) = lower(w.name) and lower(p.address) = lower(w.address)`.execute(
    db,
  )
  return new Set(rows.map(sameness))
}

/** Removes places that nobody has changed since they were made; gives those. */
export async function removeUntouched(tx: TenantTx, placeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ place_id: string }>`
    delete from own_places where place_id = any (${placeIds}::bigint[]) and version = 1 returning place_id`.execute(tx)
  return new Set(rows.map(({ place_id }) => place_id))
}
