import type { Row } from './load.ts'
import { chengduPlaces } from './places/chengdu.ts'
import { hangzhouPlaces } from './places/hangzhou.ts'
import type { DemoPlace } from './places/place.ts'
import { shanghaiPlaces } from './places/shanghai.ts'
import { shenzhenPlaces } from './places/shenzhen.ts'

export interface DemoCity {
  cityId: number
  name: string
  pinyin: string
  /** WGS84. */
  lat: number
  lng: number
  /** What number plates begin with. */
  plate: string
  places: readonly DemoPlace[]
}

export const UTC_OFFSET_MINUTES = 480

export const HANGZHOU = 330100
export const SHANGHAI = 310000
export const CHENGDU = 510100
export const SHENZHEN = 440300

const demoCities: readonly DemoCity[] = [
  { cityId: HANGZHOU, name: '杭州', pinyin: 'hangzhou', lat: 30.2655, lng: 120.157, plate: '浙A', places: hangzhouPlaces },
  { cityId: SHANGHAI, name: '上海', pinyin: 'shanghai', lat: 31.2325, lng: 121.4692, plate: '沪A', places: shanghaiPlaces },
  { cityId: CHENGDU, name: '成都', pinyin: 'chengdu', lat: 30.6571, lng: 104.0659, plate: '川A', places: chengduPlaces },
  { cityId: SHENZHEN, name: '深圳', pinyin: 'shenzhen', lat: 22.5455, lng: 114.0545, plate: '粤B', places: shenzhenPlaces },
]

export function demoCity(cityId: number): DemoCity {
  const city = demoCities.find((candidate) => candidate.cityId === cityId)
  if (!city) throw new RangeError(`There is no demo city ${cityId}.`)
  return city
}

export const cityRows = (): Row<'cities'>[] =>
  demoCities.map(({ cityId, name, pinyin: spelt, lat, lng }) => ({
    city_id: cityId,
    name,
    pinyin: spelt,
    lat,
    lng,
    utc_offset_minutes: UTC_OFFSET_MINUTES,
  }))
