import { cityCalls } from '@chauffeur/contract/city'
import { toWgs84 } from '#platform/geo'
import { implement } from '#platform/implement'
import { metresBetween } from '#platform/positions'
import { placesNear, searchPlaces, tenantCities } from './city.queries.ts'

/** A place nearer than this names a point; else the point is described by its distance from the city's centre. */
const NAMED_WITHIN_M = 1500

export const cityRoutes = implement(
  'city',
  cityCalls,
)({
  browserKey: ({ platform: { settings } }) => ({ provider: settings.map.provider, ak: settings.map.key, styleUrl: settings.map.styleUrl }),
  searchPlaces: async ({ input, db }) => {
    const rows = await searchPlaces(db, input.cityId, input.keyword, input.limit ?? 10)
    const from = input.lat !== undefined && input.lng !== undefined ? { lat: input.lat, lng: input.lng } : null
    return {
      rows: rows.map((row) => ({
        name: row.name,
        address: row.address,
        cityId: row.city_id,
        lat: row.lat,
        lng: row.lng,
        datum: 'WGS84' as const,
        distanceM: from && metresBetween(from.lat, from.lng, row.lat, row.lng),
      })),
    }
  },
  reverseAddress: async ({ input, db }) => {
    const at = toWgs84(input, input.datum)
    const [cities, near] = await Promise.all([tenantCities(db), placesNear(db, at.lat, at.lng, 0.03)])
    const city = cities.find((row) => metresBetween(at.lat, at.lng, row.lat, row.lng) <= row.service_radius_m)
    const distanceM = near ? metresBetween(at.lat, at.lng, near.lat, near.lng) : null
    const nearest =
      near && distanceM !== null
        ? { name: near.name, address: near.address, cityId: near.city_id, lat: near.lat, lng: near.lng, datum: 'WGS84' as const, distanceM }
        : null
    const named =
      nearest && distanceM !== null && distanceM <= NAMED_WITHIN_M ? `${nearest.name}${distanceM > 50 ? `附近${distanceM}米` : ''}` : ''
    return {
      cityId: city?.city_id ?? null,
      cityName: city?.name ?? '',
      address: named || (city ? `${city.name} ${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}` : ''),
      nearest,
    }
  },
})
