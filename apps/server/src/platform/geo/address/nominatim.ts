import * as z from 'zod'
import type { LatLng } from '../../values/geo.ts'
import type { MapServiceAsked } from '../services/services.ts'
import type { AddressAdapter, AddressHit, AddressQuestions, CityAsked } from './address.ts'
import { HITS } from './address.ts'

// Nominatim (OpenStreetMap), WGS84. Its public server wants one request a second at most (see `services.ts`), an application that names itself,
// answers that are kept, and no suggestions while somebody types.

const AGENT = 'chauffeur-operations-platform (order desk)'
const said = z.string().optional().catch(undefined)
const place = z.object({
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  name: said,
  display_name: said,
  addresstype: said,
  category: said,
  address: z
    .object({
      house_number: said,
      road: said,
      suburb: said,
      neighbourhood: said,
      city_district: said,
      district: said,
      county: said,
    })
    .catch({} as never),
})
type Place = z.infer<typeof place>

const TOO_WIDE = new Set([
  'country',
  'state',
  'province',
  'city',
  'town',
  'county',
  'municipality',
  'city_district',
  'district',
  'postcode',
])
const ROUGH = new Set(['road', 'suburb', 'neighbourhood', 'quarter', 'village', 'hamlet', 'locality'])

const hitOf = ({ address: of, ...row }: Place): AddressHit => {
  const district = of.city_district ?? of.district ?? of.county ?? ''
  const street = `${of.road ?? ''}${of.house_number ?? ''}`
  return {
    name: row.name || street || (of.neighbourhood ?? of.suburb ?? district),
    address: `${district}${street}`,
    lat: row.lat,
    lng: row.lon,
    cityCode: null,
    district,
    exact: !ROUGH.has(row.addresstype ?? ''),
  }
}
/** About the reach of a city. */
const REACH_DEG = 0.6
/** Says of a point at sea that it cannot be named, in an answer of 200. */
const nothingHere = z.object({ error: z.string() })

function questionsOf({ asking }: MapServiceAsked): AddressQuestions {
  const headers = { 'user-agent': AGENT, 'accept-language': 'zh-CN,zh' }
  const always = { format: 'jsonv2', addressdetails: 1 }
  const find = async (q: string, { lat, lng }: CityAsked, limit: number) => {
    const viewbox = [lng - REACH_DEG, lat + REACH_DEG, lng + REACH_DEG, lat - REACH_DEG].map((n) => n.toFixed(4)).join(',')
    const found = await asking.get({ path: '/search', query: { ...always, q, limit, viewbox, bounded: 1 }, headers }, z.array(place))
    return found.filter(({ addresstype }) => !TOO_WIDE.has(addresstype ?? '')).map(hitOf)
  }
  return {
    tips: null,
    search: ({ keyword, city }) => find(keyword, city, HITS),
    geocode: async ({ text, city }) => {
      const [best] = await find(text, city, 1)
      return best ? { ...best, name: text, address: best.address || best.name } : null
    },
    reverse: async (at: LatLng) => {
      const found = await asking.get(
        { path: '/reverse', query: { ...always, lat: at.lat, lon: at.lng, zoom: 18 }, headers },
        z.union([place, nothingHere]),
      )
      return 'error' in found || TOO_WIDE.has(found.addresstype ?? '') ? null : { ...hitOf(found), lat: at.lat, lng: at.lng }
    },
  }
}

export const nominatim: AddressAdapter = {
  of: questionsOf,
  /** OpenStreetMap's licence lets answers be kept, with its attribution, and the public server asks for it. */
  keepS: 30 * 86_400,
}
