import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { cityCalls, ServicesAsked } from '@chauffeur/contract/operations/city'
import { addressesOf, findCustomerByPhone } from '#areas/customer/card'
import type { TenantDb } from '#platform/database/db'
import type { AddressHit } from '#platform/geo/address/address'
import { askAddress } from '#platform/geo/address/ask-address'
import type { Platform } from '#platform/http/implement'
import type { LatLng } from '#platform/values/geo'
import { metresBetween } from '#platform/live/positions'
import { cityServing, findCity, tenantCities, type TenantCity } from '#areas/operations/city'
import { pointWords } from './point-words.rules.ts'
import { ownPlacesNear, pickupsLearnedNear, type PlaceHit, searchOwnPlaces } from '#areas/operations/place'

/** A place of one's own that is so near names a point, whatever a map service would call it. */
const AT_THE_SPOT_M = 60
/** A place of one's own within this tells where a point is. */
const REACH_M = 3500
const DEFAULT_LIMIT = 10
/** Whoever sees places that are known waits no longer for what a service may add. */
const PATIENCE_MS = 700
/** A single letter is no question for a map service. */
const LEAST_ASKED = 2

type FoundPlace = AnswerOf<typeof cityCalls.searchPlaces>['rows'][number]
type Place = AnswerOf<typeof cityCalls.addressTips>['rows'][number]

/** Who asks: what they see, and the map services of their tenant. */
interface Asker {
  db: TenantDb
  platform: Pick<Platform, 'db' | 'maps'>
  tenantId: string
}
const NOT_ASKED: ServicesAsked = { by: null, failed: [], none: false }

interface Search {
  cityId: string
  keyword: string
  lat?: number | undefined
  lng?: number | undefined
  limit?: number | undefined
  phone?: string | undefined
}

/** Places that are known here, and, unless that is all that was asked for or enough, what map services suggest behind them; with where drivers often meet customers near each. */
export async function findPlaces(
  asker: Asker,
  search: Search & { only?: 'KNOWN' | undefined },
): Promise<{ rows: FoundPlace[]; services: ServicesAsked }> {
  const { rows, services } = await placesAnywhere(asker, search)
  const customer = search.phone ? await findCustomerByPhone(asker.db, search.phone) : undefined
  const pickups = await pickupsLearnedNear(asker.db, rows, { customerId: customer?.customer_id ?? null })
  return { rows: rows.map((place, at) => ({ ...place, pickups: pickups[at]! })), services }
}

async function placesAnywhere(
  asker: Asker,
  search: Search & { only?: 'KNOWN' | undefined },
): Promise<{ rows: FoundPlace[]; services: ServicesAsked }> {
  const limit = search.limit ?? DEFAULT_LIMIT
  const known = await knownPlaces(asker.db, search)
  const isEnough = known.length >= limit || known.some(({ name }) => name === search.keyword)
  if (search.only || isEnough || search.keyword.length < LEAST_ASKED) return { rows: known, services: NOT_ASKED }
  const suggesting = suggestedPlaces(asker, search)
  const late = sleep(asker.platform.maps.settings.patienceMs ?? PATIENCE_MS, { rows: [], services: NOT_ASKED })
  const { rows, services } = await (known.length > 0 ? Promise.race([suggesting, late]) : suggesting)
  const isKnown = (place: Place) =>
    known.some(({ name, lat, lng }) => name === place.name && metresBetween(lat, lng, place.lat, place.lng) <= AT_THE_SPOT_M * 2)
  const others = rows.filter((place) => !isKnown(place)).map((place) => ({ ...place, usedAt: null }))
  return { rows: [...known, ...others].slice(0, limit), services }
}

/** What map services suggest for what was typed so far. */
export async function suggestedPlaces(
  { db, platform, tenantId }: Asker,
  { cityId, keyword, lat, lng }: Search,
): Promise<{ rows: Place[]; services: ServicesAsked }> {
  const city = await findCity(db, cityId)
  if (!city) return { rows: [], services: NOT_ASKED }
  const near = lat !== undefined && lng !== undefined ? { lat, lng } : null
  const { found, by, failed, none } = await askAddress(platform, tenantId).tips({ keyword, city: asked(city), near })
  return { rows: found.map((hit) => serviceView(hit, cityId, near)), services: { by, failed, none } }
}

/** Where an address lies that was typed. */
export async function geocoded(
  { db, platform, tenantId }: Asker,
  { cityId, address }: { cityId: string; address: string },
): Promise<{ found: (Place & { exact: boolean }) | null; services: ServicesAsked }> {
  const [own, city] = await Promise.all([searchOwnPlaces(db, { cityId, keyword: address, limit: DEFAULT_LIMIT }), findCity(db, cityId)])
  const ownView = (hit: PlaceHit, exact: boolean) => ({ ...answered(hit), distanceM: null, exact })
  const same = own.find((hit) => hit.name === address || hit.address === address)
  if (same) return { found: ownView(same, true), services: NOT_ASKED }
  if (!city) return { found: null, services: NOT_ASKED }
  const { found, by, failed, none } = await askAddress(platform, tenantId).geocode({ text: address, city: asked(city) })
  const services = { by, failed, none }
  if (found) return { found: { ...serviceView(found, cityId, null), exact: found.exact }, services }
  return { found: own[0] ? ownView(own[0], false) : null, services }
}

const asked = ({ city_id, name, lat, lng }: TenantCity) => ({ cityId: city_id, name, lat, lng })

/** What a map service found; in the city that it names, or else in the one that was asked about. */
const serviceView = ({ name, address, district, lat, lng, cityCode }: AddressHit, cityId: string, from: LatLng | null): Place => ({
  placeId: null,
  source: 'SERVICE',
  name,
  address: district !== '' && !address.includes(district) ? `${district}${address}` : address,
  cityId: cityCode ?? cityId,
  lat,
  lng,
  datum: 'WGS84',
  entrances: [],
  pickupNote: '',
  pickups: [],
  distanceM: from && metresBetween(from.lat, from.lng, lat, lng),
})

/** Places of a city that the keyword finds; with a caller, those they used last before the others. */
async function knownPlaces(db: TenantDb, search: Search): Promise<FoundPlace[]> {
  const limit = search.limit ?? DEFAULT_LIMIT
  const [found, used] = await Promise.all([
    searchOwnPlaces(db, { ...search, limit }),
    search.phone ? usedPlaces(db, search.phone, search.cityId) : [],
  ])
  const from = search.lat !== undefined && search.lng !== undefined ? { lat: search.lat, lng: search.lng } : null
  const view = (hit: PlaceHit, usedAt: Date | null): FoundPlace => ({
    ...answered(hit),
    distanceM: from && metresBetween(from.lat, from.lng, hit.lat, hit.lng),
    usedAt: usedAt?.toISOString() ?? null,
  })
  const plain = search.keyword.toLowerCase().replaceAll(/\s/g, '')
  const usedOf = (name: string) => used.find(({ address }) => address === name)
  const recent = used.flatMap((row): FoundPlace[] => {
    const known = found.find(({ name }) => name === row.address)
    if (known) return [view(known, row.created_at)]
    return row.address.toLowerCase().includes(plain) ? [usedView(row, from)] : []
  })
  return [...recent, ...found.filter(({ name }) => !usedOf(name)).map((row) => view(row, null))].slice(0, limit)
}

/** An own place or a door of one, as it is answered. */
const answered = (hit: PlaceHit) => ({
  ...hit,
  entrances: [...hit.entrances],
  datum: 'WGS84' as const,
  source: 'OWN' as const,
  pickups: [],
})

type Used = Awaited<ReturnType<typeof addressesOf>>[number]
const usedView = ({ address, city_id, lat, lng, created_at }: Used, from: LatLng | null): FoundPlace => ({
  placeId: null,
  source: 'USED',
  name: address,
  address: '',
  cityId: city_id,
  lat,
  lng,
  datum: 'WGS84',
  entrances: [],
  pickupNote: '',
  pickups: [],
  distanceM: from && metresBetween(from.lat, from.lng, lat, lng),
  usedAt: created_at.toISOString(),
})

async function usedPlaces(db: TenantDb, phone: string, cityId: string) {
  const customer = await findCustomerByPhone(db, phone)
  return customer ? (await addressesOf(db, customer.customer_id)).filter((row) => row.city_id === cityId) : []
}

/** What lies at a point (WGS84), and in which of the person's cities it is: an own place on the spot, what map services say, an own place around. */
export async function describePoint({ db, platform, tenantId }: Asker, at: LatLng): Promise<AnswerOf<typeof cityCalls.reverseAddress>> {
  const [cities, [near]] = await Promise.all([tenantCities(db), ownPlacesNear(db, at, REACH_M)])
  const city = cityServing(cities, at)
  const where = { cityId: city?.city_id ?? null, cityName: city?.name ?? '' }
  const nearest = near ? { ...answered(near), distanceM: near.distanceM } : null
  if (nearest && nearest.distanceM <= AT_THE_SPOT_M) return { ...where, address: nearest.name, named: true, nearest, services: NOT_ASKED }
  const { found, by, failed, none } = await askAddress(platform, tenantId).reverse(at)
  const services = { by, failed, none }
  if (found) {
    const cityId = city?.city_id ?? found.cityCode
    const place = cityId ? serviceView(found, cityId, at) : nearest
    return { ...where, address: found.exact ? found.name : found.address, named: true, nearest: place, services }
  }
  if (nearest) return { ...where, address: pointWords(at, nearest), named: true, nearest, services }
  return { ...where, address: city ? `${city.name}地图选点` : '', named: false, nearest, services }
}
