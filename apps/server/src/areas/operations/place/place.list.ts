import { placeCalls } from '@chauffeur/contract/operations/place'
import { flag, instant, text } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { asc, defineList } from '#platform/list/list'
import { textFound } from '#platform/list/phone-search'
import { holding } from '#platform/database/sql-text'
import type { OperatorSession } from '#platform/identity/session'
import { folded } from '#platform/values/search-keys'
import { doorsText } from './place-doors.ts'
import { type ListedPlace, listed, places } from './place.queries.ts'

export const placeView = (row: ListedPlace, { operator }: { operator: OperatorSession }) => ({
  placeId: row.place_id,
  cityId: row.city_id,
  cityName: row.city_name,
  name: row.name,
  address: row.address,
  aliases: row.aliases,
  lat: row.lat,
  lng: row.lng,
  entrances: row.entrances,
  pickupNote: row.pickup_note,
  enabled: row.enabled,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  allowedActions: operator.authorities.has('place.edit') ? (['edit', row.enabled ? 'stop' : 'start', 'remove'] as const).slice() : [],
})

export const placeList = defineList(placeCalls.list, {
  from: ({ db }) => places(db),
  filters: {
    keyword: (typed, { scope }) => textFound('p.searched', holding(folded(typed)), scope, 'like'),
    cityId: is('p.city_id'),
    enabled: is('p.enabled'),
  },
  key: 'p.place_id',
  order: [asc('p.name')],
  select: listed,
  file: {
    module: import.meta.url,
    zh: '地点库',
    en: 'Own places',
    columns: {
      name: text('名称', 'Name'),
      cityName: text('城市', 'City'),
      address: text('地址', 'Address'),
      aliases: text('别名', 'Also called', (all) => all.join('、')),
      lat: text('纬度', 'Latitude', String),
      lng: text('经度', 'Longitude', String),
      entrances: text('出入口', 'Doors', doorsText),
      pickupNote: text('上车提示', 'Where to wait'),
      enabled: flag('已启用', 'Enabled'),
      updatedAt: instant('修改时间', 'Changed'),
    },
  },
  view: placeView,
})
