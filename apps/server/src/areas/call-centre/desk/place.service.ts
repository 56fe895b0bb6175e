import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { cityCalls } from '@chauffeur/contract/operations/city'
import { addressesOf, findCustomerByPhone } from '#areas/customer/card'
import type { TenantDb } from '#platform/database/db'
import type { LatLng } from '#platform/values/geo'
import { metresBetween } from '#platform/live/positions'
import { tenantCities } from '#areas/operations/city'
import { ownPlacesNear, type PlaceHit, searchOwnPlaces } from '#areas/operations/place'

/** A place nearer than this names a point; else the point is described by its distance from the city's centre. */
const NAMED_WITHIN_M = 1500
const REACH_M = 3500
const DEFAULT_LIMIT = 10

type FoundPlace = AnswerOf<typeof cityCalls.searchPlaces>['rows'][number]

interface Search {
  cityId: string
  keyword: string
  lat?: number | undefined
  lng?: number | undefined
  limit?: number | undefined
  phone?: string | undefined
}

/** Places of a city that the keyword finds; with a caller, those they used last before the others. */
export async function findPlaces(db: TenantDb, search: Search): Promise<FoundPlace[]> {
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

/** By a name that can be told to a driver; from afar the figures say where exactly. */
const nearTo = (name: string, distanceM: number, point: string): string =>
  distanceM <= 50
    ? name
    : distanceM <= NAMED_WITHIN_M
      ? `${name}附近${distanceM}米`
      : `${name}附近${(distanceM / 1000).toFixed(1)}公里（${point}）`

/** What lies at a point (WGS84), and in which of the person's cities it is. */
export async function describePoint(db: TenantDb, at: LatLng) {
  const [cities, [near]] = await Promise.all([tenantCities(db), ownPlacesNear(db, at, REACH_M)])
  const city = cities.find((row) => metresBetween(at.lat, at.lng, row.lat, row.lng) <= row.service_radius_m)
  const nearest = near ? { ...answered(near), distanceM: near.distanceM } : null
  const point = `${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}`
  return {
    cityId: city?.city_id ?? null,
    cityName: city?.name ?? '',
    address: nearest ? nearTo(nearest.name, nearest.distanceM, point) : city ? `${city.name} ${point}` : '',
    nearest,
  }
}
