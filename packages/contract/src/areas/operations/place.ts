import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, int, json, lat, lng, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'

/** Where a place comes from: the tenant's own, learned from trips, an address that the caller used, a map service. */
export const placeSource = z.enum(['OWN', 'LEARNED', 'USED', 'SERVICE'])

/** A door of a place, WGS84; `note` says where to wait there. */
export const entrance = z.object({ name: requiredText(40), lat, lng, note: text(60) })
export type Entrance = z.infer<typeof entrance>

/** Where drivers met customers on trips that are over, WGS84. */
export const learnedPickup = z.object({
  /** What it is called; empty where nothing that may be told names it. */
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
  trips: z.number().int(),
  distanceM: z.number().int(),
})

/** What is known of a place besides its name and point, wherever places are answered. */
export const placeFacts = z.object({
  /** Of an own place. */
  placeId: id.nullable(),
  source: placeSource,
  entrances: z.array(z.object({ name: z.string(), lat: z.number(), lng: z.number(), note: z.string() })),
  /** Where to wait, as the driver is told: `3 号门，指示牌下`. */
  pickupNote: z.string(),
  /** Offered as pick-up points, the most used first. */
  pickups: z.array(learnedPickup),
})

export const placeRefusals = refusals({
  'place.notFound': { code: 404941, zh: '地点不存在或不在您的业务范围内', en: 'No such place within your scope' },
  'place.cityUnknown': { code: 404942, zh: '城市未开通或不在您的业务范围内', en: 'No such city within your scope', field: 'cityId' },
  'place.exists': { code: 409941, zh: '该城市已有同名同地址的地点', en: 'The city has a place of this name and address', field: 'name' },
  'place.outsideCity': {
    code: 400941,
    zh: '坐标离该城市太远，请检查经纬度与坐标系',
    en: 'The point is far from this city: check latitude, longitude and datum',
  },
  'place.versionConflict': {
    code: 409942,
    zh: '地点已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this place, look at the present data and try again',
  },
})

export const placeRow = z.object({
  placeId: id,
  cityId: id,
  cityName: z.string(),
  name: z.string(),
  address: z.string(),
  /** What else people call it. */
  aliases: z.array(z.string()),
  lat: z.number(),
  lng: z.number(),
  entrances: placeFacts.shape.entrances,
  pickupNote: z.string(),
  enabled: z.boolean(),
  version: z.number().int(),
  updatedAt: instant,
  allowedActions: z.array(z.enum(['edit', 'stop', 'start', 'remove'])),
})
export type PlaceRow = z.infer<typeof placeRow>

const edit = { authority: 'place.edit' } as const
const seen = { placeId: id, version: int() }

/** Places that a tenant keeps, by city: who runs a city keeps its places. */
export const placeCalls = part({
  list: call({
    method: 'GET',
    path: '/api/place/list',
    effect: 'read',
    access: { authority: 'place.view' },
    summary: '地点库列表',
    input: page.extend({ keyword: optional(text(60)), cityId: optional(id), enabled: optional(flag) }),
    output: pageOf(placeRow),
  }),
  /** Without an id a new one; name, city and point are enough, as for a point on the map that gets a name. Points are WGS84. */
  save: call({
    method: 'POST',
    path: '/api/place/save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存地点',
    input: z.object({
      placeId: optional(id),
      version: optional(int()),
      cityId: id,
      name: requiredText(60),
      address: optional(text(120)),
      aliases: optional(json(z.array(requiredText(40)).max(20))),
      lat,
      lng,
      entrances: optional(json(z.array(entrance).max(30))),
      pickupNote: optional(text(60)),
    }),
    output: placeRow,
    failures: ['place.notFound', 'place.cityUnknown', 'place.exists', 'place.outsideCity', 'place.versionConflict'],
  }),
  /** One that is off is offered to nobody. */
  enable: call({
    method: 'POST',
    path: '/api/place/enable',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '启用或停用地点',
    input: z.object({ ...seen, enabled: flag }),
    output: placeRow,
    failures: ['place.notFound', 'place.versionConflict'],
  }),
  /** Orders keep the address that they were placed with. */
  remove: call({
    method: 'POST',
    path: '/api/place/remove',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '删除地点',
    input: z.object(seen),
    output: placeRow,
    failures: ['place.notFound', 'place.versionConflict'],
  }),
})
