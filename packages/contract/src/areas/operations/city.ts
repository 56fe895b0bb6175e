import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { datum, id, instant, intBetween, lat, lng, nothing, optional, phone, point, polygon, requiredText } from '../../kernel/fields.ts'
import { mapFailure, mapProviderName } from '../../kernel/map-failure.ts'
import { placeFacts } from './place.ts'

export const openCity = z.object({
  cityId: id,
  name: z.string(),
  pinyin: z.string(),
  centre: point,
  /** Taking orders now. */
  open: z.boolean(),
  /** About the centre, and holding the whole area where that is drawn. */
  serviceRadiusM: z.number().int(),
  /** The outline of the area served; null: all within the radius. */
  serviceArea: polygon.nullable(),
  utcOffsetMinutes: z.number().int(),
})
export const place = z.object({
  name: z.string(),
  address: z.string(),
  cityId: id,
  lat: z.number(),
  lng: z.number(),
  datum,
  distanceM: z.number().int().nullable(),
  ...placeFacts.shape,
})

/** Which map service answered, besides what the business knows itself, and which were asked before it and failed. */
export const servicesAsked = z.object({
  by: mapProviderName.nullable(),
  failed: z.array(mapFailure),
  /** No service is set: there is only what the business knows. */
  none: z.boolean(),
})
export type ServicesAsked = z.infer<typeof servicesAsked>

/** Of whoever is signed in: every list and form asks these. */
export const ownCityCalls = {
  /** Cities taking orders now, within the caller's scope. */
  openCities: call({
    method: 'GET',
    path: '/djapi?method=open.city.list',
    effect: 'read',
    access: 'signedIn',
    summary: '已开通城市',
    input: nothing,
    output: z.object({ rows: z.array(openCity) }),
  }),
  /** Every city of the tenant within the caller's scope. */
  commonCities: call({
    method: 'GET',
    path: '/djapi?method=common.city.list',
    effect: 'read',
    access: 'signedIn',
    summary: '城市列表',
    input: nothing,
    output: z.object({ rows: z.array(openCity) }),
  }),
} satisfies Area

export const cityCalls = {
  browserKey: call({
    method: 'GET',
    path: '/api/app/getBrowserAk',
    effect: 'read',
    access: 'signedIn',
    summary: '地图服务配置',
    input: nothing,
    output: z.object({
      /** `offline` draws on the built-in plain ground; nothing leaves the machine. */
      provider: z.enum(['offline', 'file', 'style', 'tianditu', 'amap', 'baidu']),
      ak: z.string(),
      styleUrl: z.string(),
      /** Of `file`: map files that this server hands out in pieces. */
      files: z.array(z.object({ name: z.string(), url: z.string() })),
    }),
  }),
  searchPlaces: call({
    method: 'GET',
    path: '/lbsweb/lbs/v1/city/searchname',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'callCentre.view' },
    summary: '地点搜索',
    byPhone: ['phone'],
    /** With a telephone: what matches of that caller's last addresses comes first. `KNOWN` asks no map service, and answers at once. */
    input: z.object({
      cityId: id,
      keyword: requiredText(60),
      lat: optional(lat),
      lng: optional(lng),
      limit: optional(intBetween(1, 50)),
      phone: optional(phone),
      only: optional(z.enum(['KNOWN'])),
    }),
    /** `usedAt`: when the caller last went there or was picked up there. */
    output: z.object({ rows: z.array(place.extend({ usedAt: instant.nullable() })), services: servicesAsked }),
  }),
  /** What map services suggest while somebody types, and nothing of one's own: beside `searchPlaces` with `KNOWN`. */
  addressTips: call({
    method: 'GET',
    path: '/lbsweb/lbs/v1/place/tips',
    effect: 'read',
    access: { authority: 'callCentre.view' },
    summary: '地址输入提示',
    input: z.object({ cityId: id, keyword: requiredText(60), lat: optional(lat), lng: optional(lng) }),
    output: z.object({ rows: z.array(place), services: servicesAsked }),
  }),
  /** Where an address lies that was typed: an own place of that name, else what map services find; null where nobody knows more than the district. */
  geocodeAddress: call({
    method: 'GET',
    path: '/lbsweb/lbs/v1/geocoder/addr',
    effect: 'read',
    access: { authority: 'callCentre.view' },
    summary: '地址解析',
    input: z.object({ cityId: id, address: requiredText(200) }),
    /** `exact`: the spot itself, not the street or quarter it lies in. */
    output: z.object({ found: place.extend({ exact: z.boolean() }).nullable(), services: servicesAsked }),
  }),
  reverseAddress: call({
    method: 'GET',
    path: '/lbsweb/lbs/v1/geocoder/reverse/addr',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'callCentre.view' },
    summary: '坐标转地址',
    input: z.object({ lat, lng, datum: optional(datum) }),
    /** `address` can be read to a caller; where nobody can name the point it says the city, and `named` is false. */
    output: z.object({
      cityId: id.nullable(),
      cityName: z.string(),
      address: z.string(),
      named: z.boolean(),
      nearest: place.nullable(),
      services: servicesAsked,
    }),
  }),
} satisfies Area
