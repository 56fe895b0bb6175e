import { createHash } from 'node:crypto'
import type { MapFailureReason } from '@chauffeur/contract/kernel/map-failure'
import * as z from 'zod'
import { encoded, queryText } from '../../provider/provider.ts'
import type { FailureKind, Verdict } from '../../provider/request.ts'
import { type LatLng, toWgs84 } from '../../values/geo.ts'
import type { MapServiceAsked } from '../services/services.ts'
import { type AddressAdapter, type AddressHit, type AddressQuestions, cityCodeOf, HITS, withoutCity } from './address.ts'

// 百度地图 Web 服务 API: asked in WGS84, answered in GCJ-02 (its own BD-09 unless told otherwise); faults are a `status` in an answer of 200.

const said = z.string().catch('')
const division = z.union([z.string(), z.number()]).optional().catch(undefined)
/** Some suggestions have none, or one of zeros. */
const spot = z.object({ lat: z.coerce.number(), lng: z.coerce.number() }).optional().catch(undefined)
const spotOf = (at: z.infer<typeof spot>): LatLng | null => (at?.lat && at.lng ? toWgs84(at, 'GCJ02') : null)

const MEANS: Record<string, [FailureKind, MapFailureReason?]> = {
  1: ['FAULT', 'BUSY'],
  2: ['REFUSED', 'BAD_QUESTION'],
  3: ['REFUSED', 'NOT_OPENED'],
  4: ['QUOTA', 'DAY_QUOTA'],
  5: ['REFUSED', 'KEY_WRONG'],
  101: ['REFUSED', 'KEY_WRONG'],
  102: ['REFUSED', 'KEY_OTHER_USE'],
  200: ['REFUSED', 'KEY_WRONG'],
  201: ['REFUSED', 'KEY_WRONG'],
  202: ['REFUSED', 'KEY_WRONG'],
  203: ['REFUSED', 'KEY_OTHER_USE'],
  210: ['REFUSED', 'ADDRESS_NOT_LISTED'],
  211: ['REFUSED', 'SIGNATURE'],
  220: ['REFUSED', 'KEY_OTHER_USE'],
  230: ['REFUSED', 'KEY_OTHER_USE'],
  240: ['REFUSED', 'NOT_OPENED'],
  250: ['REFUSED', 'KEY_WRONG'],
  251: ['REFUSED', 'KEY_WRONG'],
  252: ['REFUSED', 'KEY_WRONG'],
  260: ['REFUSED', 'NOT_OPENED'],
  261: ['REFUSED', 'NOT_OPENED'],
  301: ['QUOTA', 'DAY_QUOTA'],
  302: ['QUOTA', 'DAY_QUOTA'],
  401: ['QUOTA', 'TOO_MANY_A_SECOND'],
  402: ['QUOTA', 'TOO_MANY_A_SECOND'],
}
const statusOf = z.object({ status: z.coerce.string() })
const verdict: Verdict = (answer) => {
  const status = statusOf.safeParse(answer).data?.status
  if (status === undefined || status === '0') return null
  const [kind, reason] = MEANS[status] ?? ['FAULT']
  return { kind, code: status, ...(reason && { reason }) }
}
/** Its geocoder says "no result" as a fault of its own. */
const unknown = z.object({ status: z.literal(1), msg: z.string().optional(), message: z.string().optional() })
const geocodeVerdict: Verdict = (answer, status) => {
  const { msg = '', message = '' } = unknown.safeParse(answer).data ?? {}
  return /无相关结果/.test(msg + message) ? null : verdict(answer, status)
}

/** The signature of a query: path, query as it goes over the wire and signing key, encoded once more, as MD5. */
function signatureOf(path: string, query: Record<string, string | number>, signingKey: string): string {
  return createHash('md5')
    .update(encoded(`${path}?${queryText(query)}${signingKey}`))
    .digest('hex')
}

const suggestions = z.object({
  result: z.array(z.object({ name: said, location: spot, city: said, district: said, address: said, adcode: division })).catch([]),
})
const places = z.object({
  results: z.array(z.object({ name: said, location: spot, address: said, area: said, adcode: division })).catch([]),
})
const geocoded = z.object({
  result: z
    .object({ location: spot, confidence: z.coerce.number().catch(0), level: said })
    .optional()
    .catch(undefined),
})
const reversed = z.object({
  result: z.object({
    formatted_address: said,
    addressComponent: z.object({
      province: said,
      city: said,
      district: said,
      adcode: division,
      street: said,
      street_number: said,
    }),
    pois: z.array(z.object({ name: said, distance: z.coerce.number().catch(Number.POSITIVE_INFINITY) })).catch([]),
    poiRegions: z.array(z.object({ name: said })).catch([]),
  }),
})

const TOO_WIDE = new Set(['国家', '省', '城市', '区县'])
const ROUGH = new Set(['乡镇', '村庄', '道路', '商圈', '开发区', '区域', 'UNKNOWN', ''])
const AT_THE_DOOR_M = 40

function questionsOf({ asking, key, signingKey }: MapServiceAsked): AddressQuestions {
  const get = <T>(path: string, asked: Record<string, string | number>, answer: z.ZodType<T>, judge = verdict) => {
    const query = { ...asked, output: 'json', ret_coordtype: 'gcj02ll', ak: key }
    const signed = signingKey ? { ...query, timestamp: Date.now() } : query
    return asking.get(
      { path, query: signingKey ? { ...signed, sn: signatureOf(path, signed, signingKey) } : query, verdict: judge },
      answer,
    )
  }
  return {
    tips: async ({ keyword, city, near }) => {
      const { lat, lng } = near ?? city
      const { result } = await get(
        '/place/v2/suggestion',
        { query: keyword, region: city.name, city_limit: 'true', location: `${lat},${lng}`, coord_type: 1 },
        suggestions,
      )
      return result
        .flatMap((one): AddressHit[] => {
          const at = spotOf(one.location)
          return at
            ? [{ ...at, name: one.name, address: one.address, district: one.district, cityCode: cityCodeOf(one.adcode), exact: true }]
            : []
        })
        .slice(0, HITS)
    },
    search: async ({ keyword, city }) => {
      const { results } = await get(
        '/place/v2/search',
        { query: keyword, region: city.name, city_limit: 'true', scope: 1, page_size: HITS, page_num: 0 },
        places,
      )
      return results.flatMap((one): AddressHit[] => {
        const at = spotOf(one.location)
        return at
          ? [{ ...at, name: one.name, address: one.address, district: one.area, cityCode: cityCodeOf(one.adcode), exact: true }]
          : []
      })
    },
    geocode: async ({ text, city }) => {
      const { result } = await get('/geocoding/v3/', { address: text, city: city.name }, geocoded, geocodeVerdict)
      const at = spotOf(result?.location)
      if (!result || !at || TOO_WIDE.has(result.level)) return null
      return {
        ...at,
        name: text,
        address: withoutCity(text, city.name),
        district: '',
        cityCode: null,
        exact: !ROUGH.has(result.level) && result.confidence >= 50,
      }
    },
    reverse: async (at) => {
      const { result } = await get(
        '/reverse_geocoding/v3/',
        { location: `${at.lat},${at.lng}`, coordtype: 'wgs84ll', extensions_poi: 1, radius: 200 },
        reversed,
      )
      const of = result.addressComponent
      const address = withoutCity(result.formatted_address, of.province, of.city)
      if (address === '' || of.district === '') return null
      const door = result.pois.filter(({ distance }) => distance <= AT_THE_DOOR_M).sort((a, b) => a.distance - b.distance)[0]
      const name = door?.name || result.poiRegions[0]?.name || `${of.street}${of.street_number}`
      return { ...at, name: name || address, address, district: of.district, cityCode: cityCodeOf(of.adcode), exact: name !== '' }
    },
  }
}

export const baidu: AddressAdapter = {
  of: questionsOf,
  /** Its terms forbid to keep, cache or copy what it answers. */
  keepS: 0,
}
