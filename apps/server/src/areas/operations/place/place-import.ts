import type { Entrance } from '@chauffeur/contract/operations/place'
import { lat, lng, requiredText, text } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import { tenantCities, type TenantCity } from '../city/index.ts'
import type { TenantDb } from '#platform/database/db'
import { defineImport } from '#platform/import/kind'
import { toWgs84 } from '#platform/values/geo'
import { doorsOf } from './place-doors.ts'
import { insertPlaces, knownPlaces, type PlaceSet, removeUntouched, sameness } from './place.queries.ts'
import { isOfCity, placeSet } from './place.service.ts'

interface ImportedPlace {
  name: string
  city: string
  address?: string
  lat: number
  lng: number
  datum?: 'WGS84' | 'GCJ02'
  aliases?: string[]
  entrances?: Entrance[]
  pickupNote?: string
}

const datum = z
  .string()
  .transform((typed) => typed.toUpperCase().replaceAll(/[\s_-]/g, ''))
  .pipe(
    z
      .enum(['WGS84', 'GPS', 'GCJ02', '高德', '腾讯', '火星'], { error: '应为 WGS84 或 GCJ02 | must be WGS84 or GCJ02' })
      .transform((named) => (named === 'WGS84' || named === 'GPS' ? ('WGS84' as const) : ('GCJ02' as const))),
  )
const aliases = z
  .string()
  .transform((typed) => [...new Set(typed.split(/[、,，;；|\n]/).map((alias) => alias.trim()))].filter((alias) => alias !== ''))
  .pipe(z.array(requiredText(40)).max(20, '别名过多 | too many names'))
const entrances = z.string().transform((typed, context) => {
  const doors = doorsOf(typed)
  if (doors && doors.length <= 30) return doors
  context.addIssue({
    code: 'custom',
    message: '应为“名称@纬度,经度@提示”，多个用分号隔开 | must be name@latitude,longitude@note, several with semicolons',
  })
  return z.NEVER
})

/** Cities by what people write: 杭州, 杭州市, or the number of the division. */
async function citiesByName(db: TenantDb): Promise<(typed: string) => TenantCity | undefined> {
  const plain = (name: string) => name.trim().replace(/市$/, '').toLowerCase()
  const known = new Map((await tenantCities(db)).flatMap((city) => [[plain(city.name), city] as const, [city.city_id, city] as const]))
  return (typed) => known.get(plain(typed))
}

/** What would be saved, or why it cannot be. */
function judged(
  place: ImportedPlace,
  cityOf: (typed: string) => TenantCity | undefined,
): { problem: string } | { set: Omit<PlaceSet, 'searched' | 'search_keys'> } {
  const city = cityOf(place.city)
  if (!city) return { problem: 'place.cityUnknown' }
  const at = (point: { lat: number; lng: number }) => toWgs84(point, place.datum)
  const doors = (place.entrances ?? []).map((door) => ({ ...door, ...at(door) }))
  if (!isOfCity(city, [at(place), ...doors])) return { problem: 'place.outsideCity' }
  return {
    set: {
      city_id: city.city_id,
      name: place.name,
      address: place.address ?? '',
      aliases: place.aliases ?? [],
      ...at(place),
      entrances: doors,
      pickup_note: place.pickupNote ?? '',
    },
  }
}

/** Places out of a sheet; what a city has already stays as it is. */
export const placeImport = defineImport<object, ImportedPlace>({
  name: 'operations.places',
  authority: 'place.edit',
  title: { zh: '地点', en: 'places' },
  into: z.object({}),
  fields: {
    name: { zh: '名称', en: 'Name', required: true, also: ['地点', '地名', '地点名称', 'poi'], read: requiredText(60) },
    city: { zh: '城市', en: 'City', required: true, also: ['所在城市', '城市编码'], read: requiredText(40) },
    address: { zh: '地址', en: 'Address', also: ['详细地址', '街道'], read: text(120) },
    lat: { zh: '纬度', en: 'Latitude', required: true, also: ['lat', 'y'], read: lat },
    lng: { zh: '经度', en: 'Longitude', required: true, also: ['lng', 'lon', 'x'], read: lng },
    datum: { zh: '坐标系', en: 'Datum', also: ['坐标类型', 'crs'], read: datum },
    aliases: { zh: '别名', en: 'Also called', also: ['其他名称', '简称', 'alias'], read: aliases },
    entrances: { zh: '出入口', en: 'Doors', also: ['门', '入口', 'entrances'], read: entrances },
    pickupNote: { zh: '上车提示', en: 'Where to wait', also: ['提示', '上车说明', 'note'], read: text(60) },
  },
  isThere: async () => true,
  keyOf: ({ city, name, address = '' }) => sameness({ city_id: city.replace(/市$/, ''), name, address }),
  judge: async (db, _, rows) => {
    const cityOf = await citiesByName(db)
    const all = rows.map((row) => judged(row, cityOf))
    const known = await knownPlaces(
      db,
      all.flatMap((one) => ('set' in one ? [one.set] : [])),
    )
    return all.map((one) => ('problem' in one ? one.problem : known.has(sameness(one.set)) ? 'place.exists' : null))
  },
  write: async (tx, { operator }, rows) => {
    const cityOf = await citiesByName(tx)
    const all = rows.map((row) => judged(row, cityOf))
    const good = all.flatMap((one) => ('set' in one ? [placeSet(one.set)] : []))
    const ids = good.length > 0 ? await insertPlaces(tx, operator, good) : []
    return all.map((one) => {
      if ('problem' in one) return one
      const made = ids.shift()
      return made === undefined ? { problem: 'place.exists' } : { made }
    })
  },
  undo: (tx, _, made) => removeUntouched(tx, made),
})
