import * as z from 'zod'
import type { LatLng } from '../../values/geo.ts'
import type { MapServiceAsked } from '../services/services.ts'
import { type AddressAdapter, type AddressHit, type AddressQuestions, HITS, type WordsAsked } from './address.ts'

// Photon (komoot): OpenStreetMap by GeoJSON, WGS84. It looks near a point first and knows no bounds of a city.

const said = z.string().optional().catch(undefined)
const features = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
      properties: z.object({
        name: said,
        housenumber: said,
        street: said,
        locality: said,
        district: said,
        city: said,
        type: said,
        osm_key: said,
      }),
    }),
  ),
})
type Feature = z.infer<typeof features>['features'][number]

const ROUGH = new Set(['street', 'locality', 'district'])
/** Wider than a pin can stand for. */
const TOO_WIDE = new Set(['city', 'county', 'state', 'country'])

const hitOf = ({ geometry, properties: of }: Feature): AddressHit => {
  const [lng, lat] = geometry.coordinates
  const street = `${of.street ?? ''}${of.housenumber ?? ''}`
  return {
    name: of.name ?? (street || (of.locality ?? of.district ?? '')),
    address: [of.district, street].filter(Boolean).join(''),
    lat,
    lng,
    cityCode: null,
    district: of.district ?? '',
    exact: !ROUGH.has(of.type ?? ''),
  }
}
/** About the reach of a city: what lies further bears the same name by chance. */
const REACH_DEG = 0.6

function questionsOf({ asking }: MapServiceAsked): AddressQuestions {
  const get = (path: string, query: Record<string, string | number>) => asking.get({ path, query }, features)
  const find = async (words: string, { city, near }: Pick<WordsAsked, 'city' | 'near'>) => {
    const { lat, lng } = near ?? city
    const bbox = [city.lng - REACH_DEG, city.lat - REACH_DEG, city.lng + REACH_DEG, city.lat + REACH_DEG].map((n) => n.toFixed(4)).join(',')
    const found = await get('/api', { q: words, lat, lon: lng, bbox, limit: HITS, lang: 'default' })
    return found.features.filter(({ properties }) => !TOO_WIDE.has(properties.type ?? '')).map(hitOf)
  }
  return {
    tips: ({ keyword, ...where }) => find(keyword, where),
    search: ({ keyword, ...where }) => find(keyword, where),
    geocode: async ({ text, city }) => {
      // The middle of a quarter is nobody's address.
      const best = (await find(text, { city })).find(({ name, district, exact }) => exact || name !== district)
      return best ? { ...best, name: text, address: best.address || best.name } : null
    },
    reverse: async (at: LatLng) => {
      const [nearest] = (await get('/reverse', { lat: at.lat, lon: at.lng, radius: 0.2, limit: 1, lang: 'default' })).features
      return nearest && !TOO_WIDE.has(nearest.properties.type ?? '') ? { ...hitOf(nearest), lat: at.lat, lng: at.lng } : null
    },
  }
}

export const photon: AddressAdapter = {
  of: questionsOf,
  /** OpenStreetMap's licence lets answers be kept, with its attribution; houses seldom move within a month. */
  keepS: 30 * 86_400,
}
