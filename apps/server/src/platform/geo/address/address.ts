import type { MapFailure, MapProviderName } from '@chauffeur/contract/kernel/map-failure'
import type { AddressProviderName } from '@chauffeur/contract/operations/map-service'
import type { LatLng } from '../../values/geo.ts'
import type { MapServiceAsked } from '../services/services.ts'

/** A place that a service knows, WGS84. */
export interface AddressHit {
  name: string
  address: string
  lat: number
  lng: number
  /** The national division code of its city, where the service says it. */
  cityCode: string | null
  district: string
  /** The spot itself (a house, a shop, a crossing), not a street or quarter it lies in. */
  exact: boolean
}

/** Who answered, and who was asked before and failed. */
export interface AddressAnswer<T> {
  found: T
  by: MapProviderName | null
  failed: MapFailure[]
  /** It was found in what was answered before. */
  cached: boolean
  /** No service is set at all. */
  none: boolean
}

/** Where is looked first. */
export interface CityAsked extends LatLng {
  cityId: string
  name: string
}
export interface WordsAsked {
  keyword: string
  city: CityAsked
  near?: LatLng | null
}
export interface TextAsked {
  text: string
  city: CityAsked
}

/** What a service is asked about addresses; null where it answers no such question. */
export interface AddressQuestions {
  /** While somebody types. */
  tips: ((asked: WordsAsked) => Promise<AddressHit[]>) | null
  search: (asked: WordsAsked) => Promise<AddressHit[]>
  /** Null where it knows no more than the district. */
  geocode: (asked: TextAsked) => Promise<AddressHit | null>
  reverse: (at: LatLng) => Promise<AddressHit | null>
}

export interface AddressAdapter {
  of(service: MapServiceAsked): AddressQuestions
  /** For how long the provider's terms let an answer be kept. */
  keepS: number
}
export type AddressAdapters = Record<AddressProviderName, AddressAdapter>

/** At most so many tips or places. */
export const HITS = 10

/** 330106 lies in 330100; in municipalities and counties that hang on their province the code says less. */
export function cityCodeOf(code: string | number | null | undefined): string | null {
  const text = String(code ?? '')
  if (!/^[1-9]\d{5}$/.test(text)) return null
  if (/^(11|12|31|50)/.test(text)) return `${text.slice(0, 2)}0000`
  return text.slice(2, 4) === '90' ? text : `${text.slice(0, 4)}00`
}

/** As it is said within the city: without country, province and city in front. */
export function withoutCity(address: string, ...above: readonly string[]): string {
  let rest = address
  for (const name of above) if (name && rest.startsWith(name) && rest.length > name.length) rest = rest.slice(name.length)
  return rest
}

/** What stands behind province and city where all is one word: `浙江省杭州市西湖区` → `西湖区`. */
export const withinCity = (district: string): string =>
  district.replace(/^.+?(?:省|自治区|特别行政区)/, '').replace(/^.+?(?:市|自治州|盟|地区)(?=.)/, '')
