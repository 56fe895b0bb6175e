import { createHash } from 'node:crypto'
import type { MapFailureReason } from '@chauffeur/contract/kernel/map-failure'
import * as z from 'zod'
import type { FailureKind, Verdict } from '../../provider/request.ts'
import { type LatLng, toGcj02, toWgs84 } from '../../values/geo.ts'
import type { MapServiceAsked } from '../services/services.ts'
import { type AddressAdapter, type AddressHit, type AddressQuestions, cityCodeOf, HITS, withinCity, withoutCity } from './address.ts'

// AMap's web service (高德 Web 服务 API): GCJ-02, faults in the body of an answer of 200, and an empty list wherever there is no text.

/** What is not there is `[]`. */
const words = z.unknown().transform((value) => (typeof value === 'string' ? value : ''))
const wordsOf = (parent: string) =>
  z.unknown().transform((value) => {
    const held = (value as Record<string, unknown> | null | undefined)?.[parent]
    return typeof held === 'string' ? held : ''
  })
const listOf = <T extends z.ZodType>(item: T) => z.preprocess((value) => (Array.isArray(value) ? value : []), z.array(item))

const MEANS: Record<string, [FailureKind, MapFailureReason]> = {
  10001: ['REFUSED', 'KEY_WRONG'],
  10002: ['REFUSED', 'NOT_OPENED'],
  10003: ['QUOTA', 'DAY_QUOTA'],
  10004: ['QUOTA', 'TOO_MANY_A_SECOND'],
  10005: ['REFUSED', 'ADDRESS_NOT_LISTED'],
  10006: ['REFUSED', 'ADDRESS_NOT_LISTED'],
  10007: ['REFUSED', 'SIGNATURE'],
  10008: ['REFUSED', 'KEY_OTHER_USE'],
  10009: ['REFUSED', 'KEY_OTHER_USE'],
  10010: ['QUOTA', 'DAY_QUOTA'],
  10012: ['REFUSED', 'NOT_OPENED'],
  10013: ['REFUSED', 'KEY_WRONG'],
  10014: ['QUOTA', 'TOO_MANY_A_SECOND'],
  10015: ['FAULT', 'BUSY'],
  10016: ['FAULT', 'BUSY'],
  10017: ['FAULT', 'BUSY'],
  10019: ['QUOTA', 'TOO_MANY_A_SECOND'],
  10020: ['QUOTA', 'TOO_MANY_A_SECOND'],
  10021: ['QUOTA', 'TOO_MANY_A_SECOND'],
  10026: ['REFUSED', 'NOT_OPENED'],
  10029: ['QUOTA', 'DAY_QUOTA'],
  10041: ['REFUSED', 'NOT_OPENED'],
  10044: ['QUOTA', 'DAY_QUOTA'],
  10045: ['QUOTA', 'DAY_QUOTA'],
  20011: ['REFUSED', 'NOT_OPENED'],
  40000: ['QUOTA', 'DAY_QUOTA'],
  40002: ['REFUSED', 'NOT_OPENED'],
  40003: ['QUOTA', 'DAY_QUOTA'],
}
const said = z.object({ status: z.coerce.string(), infocode: z.coerce.string() })
/** `2…` is what we asked, `3…` its engine. */
export const amapVerdict: Verdict = (answer) => {
  const parsed = said.safeParse(answer)
  if (!parsed.success || parsed.data.status === '1') return null
  const code = parsed.data.infocode
  const [kind, reason] = MEANS[code] ?? (code.startsWith('2') ? (['REFUSED', 'BAD_QUESTION'] as const) : (['FAULT', undefined] as const))
  return { kind, code, ...(reason && { reason }) }
}

/** The query with the key, signed where the key demands it: its names in order, then the signing key, as MD5. */
export function amapQuery(service: Pick<MapServiceAsked, 'key' | 'signingKey'>, asked: Record<string, string | number>) {
  const query: Record<string, string | number> = { ...asked, key: service.key }
  if (!service.signingKey) return query
  const text = Object.entries(query)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return {
    ...query,
    sig: createHash('md5')
      .update(text + service.signingKey)
      .digest('hex'),
  }
}

/** `120.163102,30.271431` */
const pointOf = (location: string): LatLng | null => {
  const [lng, lat] = location.split(',').map(Number)
  return lng && lat && Number.isFinite(lng) && Number.isFinite(lat) ? toWgs84({ lat, lng }, 'GCJ02') : null
}
export const amapLocation = (at: LatLng) => {
  const { lat, lng } = toGcj02(at)
  return `${lng.toFixed(6)},${lat.toFixed(6)}`
}

const tipsAnswer = z.object({
  tips: listOf(z.object({ name: words, district: words, adcode: words, location: words, address: words })),
})
const placesAnswer = z.object({
  pois: listOf(z.object({ name: words, address: words, location: words, adcode: words, pname: words, cityname: words, adname: words })),
})
const geocodes = z.object({
  geocodes: listOf(
    z.object({
      formatted_address: words,
      province: words,
      city: words,
      district: words,
      adcode: words,
      street: words,
      number: words,
      location: words,
      level: words,
    }),
  ),
})
const regeo = z.object({
  regeocode: z.object({
    formatted_address: words,
    addressComponent: z.object({
      province: words,
      city: words,
      district: words,
      adcode: words,
      township: words,
      neighborhood: wordsOf('name'),
      building: wordsOf('name'),
      streetNumber: z.unknown().transform((value) => {
        const { street, number } = (value ?? {}) as Record<string, unknown>
        return [street, number].filter((part) => typeof part === 'string').join('')
      }),
    }),
    pois: listOf(z.object({ name: words, distance: z.coerce.number().catch(Number.POSITIVE_INFINITY) })),
    aois: listOf(z.object({ name: words, distance: z.coerce.number().catch(Number.POSITIVE_INFINITY) })),
  }),
})

/** Wider than a pin can stand for: the middle of a district is nobody's address. */
const TOO_WIDE = new Set(['国家', '省', '市', '区县', '未知'])
const ROUGH = new Set(['开发区', '乡镇', '村庄', '热点商圈', '道路', '难以判断'])
/** What is so near names the spot. */
const AT_THE_DOOR_M = 40
/** Nothing comes of what it was asked: its way of saying "not found". */
const UNKNOWN_ADDRESS = '30001'

function questionsOf(service: MapServiceAsked): AddressQuestions {
  const get = <T>(path: string, query: Record<string, string | number>, answer: z.ZodType<T>, verdict = amapVerdict) =>
    service.asking.get({ path, query: amapQuery(service, query), verdict }, answer)
  return {
    tips: async ({ keyword, city, near }) => {
      const { tips } = await get(
        '/v3/assistant/inputtips',
        { keywords: keyword, city: city.cityId, citylimit: 'true', datatype: 'poi', location: amapLocation(near ?? city) },
        tipsAnswer,
      )
      return tips
        .flatMap((tip): AddressHit[] => {
          // Chains and districts are suggested without a spot.
          const at = pointOf(tip.location)
          return at
            ? [
                {
                  ...at,
                  name: tip.name,
                  address: tip.address,
                  district: withinCity(tip.district),
                  cityCode: cityCodeOf(tip.adcode),
                  exact: true,
                },
              ]
            : []
        })
        .slice(0, HITS)
    },
    search: async ({ keyword, city }) => {
      const { pois } = await get(
        '/v5/place/text',
        { keywords: keyword, region: city.cityId, city_limit: 'true', page_size: HITS, page_num: 1 },
        placesAnswer,
      )
      return pois.flatMap((poi): AddressHit[] => {
        const at = pointOf(poi.location)
        return at
          ? [{ ...at, name: poi.name, address: poi.address, district: poi.adname, cityCode: cityCodeOf(poi.adcode), exact: true }]
          : []
      })
    },
    geocode: async ({ text, city }) => {
      const notFound: Verdict = (answer, status) => {
        const verdict = amapVerdict(answer, status)
        return verdict?.code === UNKNOWN_ADDRESS ? null : verdict
      }
      const found = (await get('/v3/geocode/geo', { address: text, city: city.cityId }, geocodes, notFound)).geocodes[0]
      const at = found && !TOO_WIDE.has(found.level) ? pointOf(found.location) : null
      if (!found || !at) return null
      return {
        ...at,
        name: text,
        address: withoutCity(found.formatted_address, found.province, found.city),
        district: found.district,
        cityCode: cityCodeOf(found.adcode),
        exact: !ROUGH.has(found.level),
      }
    },
    reverse: async (at) => {
      const { regeocode } = await get('/v3/geocode/regeo', { location: amapLocation(at), extensions: 'all', radius: 200 }, regeo)
      const { addressComponent: of, pois, aois } = regeocode
      const address = withoutCity(regeocode.formatted_address, of.province, of.city)
      // At sea, or abroad.
      if (address === '') return null
      const door = pois.filter(({ distance }) => distance <= AT_THE_DOOR_M).sort((a, b) => a.distance - b.distance)[0]
      const within = aois.find(({ distance }) => distance === 0)
      const name = door?.name || of.building || within?.name || of.neighborhood || of.streetNumber || of.township
      return {
        ...at,
        name: name || address,
        address,
        district: of.district,
        cityCode: cityCodeOf(of.adcode),
        exact: name !== '' && name !== of.township,
      }
    },
  }
}

export const amap: AddressAdapter = {
  of: questionsOf,
  /** Its terms forbid to keep, cache or copy what it answers. */
  keepS: 0,
}
