import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { Entrance, placeCalls } from '@chauffeur/contract/operations/place'
import { findCity, type TenantCity } from '../city/index.ts'
import { isUniqueViolation } from '#platform/database/db'
import type { WriteContext } from '#platform/http/implement'
import { unmasked } from '#platform/identity/mask'
import { metresBetween } from '#platform/live/positions'
import type { LatLng } from '#platform/values/geo'
import { placeView } from './place.list.ts'
import { deletePlace, insertPlaces, listedPlace, lockPlace, type PlaceDb, type PlaceSet, updatePlace } from './place.queries.ts'
import { searchedText, searchKeys } from './place-search.ts'

type Calls = typeof placeCalls
type SaveWays = WriteContext<Calls['save']['failures'][number]>
type ChangeWays = WriteContext<Calls['enable']['failures'][number]>

/** Airports and stations stand outside; what is further away is a slip of the pen, or of another datum. */
const CITY_REACH_M = 60_000
export const isOfCity = (city: Pick<TenantCity, 'lat' | 'lng' | 'service_radius_m'>, points: readonly LatLng[]): boolean =>
  points.every(({ lat, lng }) => metresBetween(city.lat, city.lng, lat, lng) <= Math.max(CITY_REACH_M, 2 * city.service_radius_m))

/** With what it is found by. */
export const placeSet = (place: Omit<PlaceSet, 'searched' | 'search_keys'>): PlaceSet => ({
  ...place,
  searched: searchedText(place),
  search_keys: searchKeys(place, place.city_id),
})

/** What the operation log keeps of a place. */
const audited = ({ city_id, name, address, aliases, lat, lng, entrances, pickup_note, enabled }: PlaceDb) => ({
  cityId: city_id,
  name,
  address,
  aliases,
  point: `${lat}, ${lng}`,
  entrances: entrances.map((door) => `${door.name} ${door.lat}, ${door.lng} ${door.note}`.trim()),
  pickupNote: pickup_note,
  enabled,
})

/** The place under a row lock, as whoever changes it last saw it. */
async function toChange({ tx, operator, fail }: ChangeWays, input: { placeId: string; version?: number | undefined }): Promise<PlaceDb> {
  const place = await lockPlace(tx, input.placeId)
  if (!place) return fail('place.notFound')
  if (place.version !== input.version)
    return fail('place.versionConflict', { current: placeView(await listedPlace(tx, input.placeId), { operator }) })
  return place
}

export async function savePlace(input: ParsedInputOf<Calls['save']>, context: SaveWays) {
  const { tx, operator, audit, fail } = context
  const { placeId, cityId, name, lat, lng } = input
  const before = placeId ? await toChange(context as ChangeWays, { placeId, version: input.version }) : null
  const city = (await findCity(tx, cityId)) ?? fail('place.cityUnknown')
  const entrances: Entrance[] = (input.entrances ?? []).map((door, at) => ({
    ...door,
    note: unmasked(door.note, before?.entrances[at]?.note ?? ''),
  }))
  if (!isOfCity(city, [{ lat, lng }, ...entrances])) return fail('place.outsideCity')
  const set = placeSet({
    city_id: cityId,
    name: unmasked(name, before?.name ?? ''),
    address: unmasked(input.address ?? '', before?.address ?? ''),
    aliases: [...new Set(input.aliases)],
    lat,
    lng,
    entrances,
    pickup_note: unmasked(input.pickupNote ?? '', before?.pickup_note ?? ''),
  })
  if (before)
    await updatePlace(tx, before.place_id, operator.userId, set).catch((error: unknown) => {
      // Also where somebody else gives another place these words at the same moment.
      if (isUniqueViolation(error, 'own_places_named')) return fail('place.exists')
      throw error
    })
  const savedId = before?.place_id ?? (await insertPlaces(tx, operator, [set]))[0] ?? fail('place.exists')
  const saved = await listedPlace(tx, savedId)
  audit({ object: 'place', objectId: saved.place_id, ...(before && { before: audited(before) }), after: audited(saved) })
  return placeView(saved, context)
}

export async function enablePlace(input: ParsedInputOf<Calls['enable']>, context: ChangeWays) {
  const { tx, operator, audit } = context
  const { placeId, enabled } = input
  const before = await toChange(context, input)
  if (before.enabled !== enabled) {
    await updatePlace(tx, placeId, operator.userId, { enabled })
    audit({ object: 'place', objectId: placeId, before: { enabled: !enabled }, after: { name: before.name, enabled } })
  }
  return placeView(await listedPlace(tx, placeId), context)
}

export async function removePlace(input: ParsedInputOf<Calls['remove']>, context: ChangeWays) {
  const before = await toChange(context, input)
  const shown = placeView(await listedPlace(context.tx, input.placeId), context)
  await deletePlace(context.tx, input.placeId)
  context.audit({ object: 'place', objectId: input.placeId, before: audited(before), after: null })
  return shown
}
