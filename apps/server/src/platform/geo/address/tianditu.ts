import type { MapFailureReason } from '@chauffeur/contract/kernel/map-failure'
import * as z from 'zod'
import type { FailureKind, Verdict } from '../../provider/request.ts'
import type { LatLng } from '../../values/geo.ts'
import type { MapServiceAsked } from '../services/services.ts'
import { type AddressAdapter, type AddressHit, type AddressQuestions, cityCodeOf, HITS, withoutCity, type WordsAsked } from './address.ts'

// 天地图: place search V2.0 and its geocoder. CGCS2000, which differs from WGS84 by centimetres; what is asked is JSON within the address.

const said = z.string().catch('')
const figure = z.coerce.number()

/** Of a search in `status`, which some answers have as a list of one. */
const searchStatus = z.object({
  status: z.preprocess((value) => (Array.isArray(value) ? (value as unknown[])[0] : value), z.object({ infocode: z.coerce.string() })),
})
const geocoderStatus = z.object({ status: z.coerce.string() })
/** A key that does not do is said in words, with a status of refusal. */
const refusal = z.object({ msg: z.string(), code: z.coerce.string().catch('') })
const REFUSALS: [RegExp, FailureKind, MapFailureReason][] = [
  [/次数|超限|配额|上限|超出/, 'QUOTA', 'DAY_QUOTA'],
  [/频|过快|并发/, 'QUOTA', 'TOO_MANY_A_SECOND'],
  [/类型/, 'REFUSED', 'KEY_OTHER_USE'],
  [/IP|白名单|域名|来源/i, 'REFUSED', 'ADDRESS_NOT_LISTED'],
  [/开通|服务权限|无权|过期/, 'REFUSED', 'NOT_OPENED'],
  [/key|密钥|token|tk/i, 'REFUSED', 'KEY_WRONG'],
]
const keyVerdict: Verdict = (answer, status) => {
  if (status < 400) return null
  const { msg, code } = refusal.safeParse(answer).data ?? { msg: '', code: '' }
  const means = REFUSALS.find(([words]) => words.test(msg))
  if (means) return { kind: means[1], reason: means[2], code: code || `HTTP ${status}` }
  // Its guard answers 418 and 429 without words.
  if (status === 418 || status === 429) return { kind: 'QUOTA', reason: 'TOO_MANY_A_SECOND', code: `HTTP ${status}` }
  return status === 403 ? { kind: 'REFUSED', reason: 'KEY_WRONG', code: code || 'HTTP 403' } : null
}
const SEARCH_DONE = '1000'
const searchVerdict: Verdict = (answer, status) => {
  const refused = keyVerdict(answer, status)
  if (refused) return refused
  const infocode = searchStatus.safeParse(answer).data?.status.infocode
  if (infocode === undefined || infocode === SEARCH_DONE) return null
  return infocode.startsWith('2') ? { kind: 'REFUSED', code: infocode, reason: 'BAD_QUESTION' } : { kind: 'FAULT', code: infocode }
}
/** Its `101` is "nothing found". */
const geocoderVerdict: Verdict = (answer, status) => {
  const refused = keyVerdict(answer, status)
  const own = geocoderStatus.safeParse(answer).data?.status
  return refused ?? (own === undefined || own === '0' || own === '101' ? null : { kind: 'FAULT', code: own })
}

const search = z.object({
  /** Where a keyword is found in many cities it counts them instead: 2. */
  resultType: z.coerce.number().catch(0),
  pois: z
    .array(z.object({ name: said, address: said, lonlat: said, county: said, countyCode: said, cityCode: said }))
    .optional()
    .catch(undefined),
})
const geocoder = z.object({ location: z.object({ lon: figure, lat: figure, level: said, keyWord: said }).optional() })
const reverse = z.object({
  result: z
    .object({
      formatted_address: said,
      addressComponent: z.object({
        province: said,
        city: said,
        county: said,
        county_code: said,
        address: said,
        address_distance: figure.catch(Number.POSITIVE_INFINITY),
        poi: said,
        poi_distance: figure.catch(Number.POSITIVE_INFINITY),
        road: said,
      }),
    })
    .optional(),
})

/** `156330106`: the country, then the division. */
const division = (code: string) => cityCodeOf(code.slice(-6))
const TOO_WIDE = /^(国家|省|市|区县|区|县|行政区)/
const ROUGH = /^(乡镇|街道|道路|村|商圈)/
const AT_THE_DOOR_M = 40

function questionsOf({ asking, key }: MapServiceAsked): AddressQuestions {
  const find = async ({ keyword, city }: WordsAsked): Promise<AddressHit[]> => {
    // "行政区划区域搜索": within the city alone.
    const postStr = JSON.stringify({ keyWord: keyword, queryType: 12, start: 0, count: HITS, specify: `156${city.cityId}`, show: 2 })
    const { pois } = await asking.get({ path: '/v2/search', query: { postStr, type: 'query', tk: key }, verdict: searchVerdict }, search)
    return (pois ?? []).flatMap((poi): AddressHit[] => {
      const [lng, lat] = poi.lonlat.split(/[, ]/).map(Number)
      if (!lng || !lat) return []
      return [
        {
          name: poi.name,
          address: poi.address,
          lat,
          lng,
          district: poi.county,
          cityCode: division(poi.countyCode || poi.cityCode),
          exact: true,
        },
      ]
    })
  }
  const ask = <T>(query: Record<string, string>, answer: z.ZodType<T>) =>
    asking.get({ path: '/geocoder', query: { ...query, tk: key }, verdict: geocoderVerdict }, answer)
  return {
    tips: find,
    search: find,
    geocode: async ({ text, city }) => {
      // It knows no city beside the words.
      const keyWord = text.includes(city.name) ? text : `${city.name}${text}`
      const { location } = await ask({ ds: JSON.stringify({ keyWord }) }, geocoder)
      if (!location || TOO_WIDE.test(location.level)) return null
      const { lat, lon, level } = location
      return { name: text, address: withoutCity(text, city.name), lat, lng: lon, district: '', cityCode: null, exact: !ROUGH.test(level) }
    },
    reverse: async (at: LatLng) => {
      const { result } = await ask({ postStr: JSON.stringify({ lon: at.lng, lat: at.lat, ver: 1 }), type: 'geocode' }, reverse)
      const of = result?.addressComponent
      if (!result || !of || result.formatted_address === '') return null
      const door = of.poi && of.poi_distance <= AT_THE_DOOR_M ? of.poi : of.address_distance <= AT_THE_DOOR_M ? of.address : ''
      const address = withoutCity(result.formatted_address, of.province, of.city)
      return { ...at, name: door || address, address, district: of.county, cityCode: division(of.county_code), exact: door !== '' }
    },
  }
}

export const tianditu: AddressAdapter = {
  of: questionsOf,
  /** Nothing in its terms lets answers be kept. */
  keepS: 0,
}
