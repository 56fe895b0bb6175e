import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { mapFailure, mapFailureKind, mapFailureReason, type MapProviderName, mapProviderName } from '../../kernel/map-failure.ts'
import { roadProvider } from '../../kernel/road.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, int, intBetween, lat, lng, nothing, optional, requiredText, text } from '../../kernel/fields.ts'

export const mapServiceRefusals = refusals({
  'mapService.notFound': { code: 404, zh: '地图服务不存在', en: 'No such map service' },
  'mapService.versionConflict': {
    code: 409141,
    zh: '地图服务已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this map service, look at the present data and try again',
  },
  'mapService.wrongProvider': {
    code: 400141,
    zh: '该服务商不提供这类服务',
    en: 'This provider has no service of this kind',
    field: 'provider',
  },
  'mapService.keyMissing': { code: 400142, zh: '请填写该服务商的密钥', en: 'The key of this provider is missing', field: 'key' },
  /** `data.host` is what has to be allowed. */
  'mapService.hostNotAllowed': {
    code: 403141,
    zh: '该地址未获允许：请让安装方把主机名写入环境变量 MAP_SERVICE_HOSTS',
    en: 'This address is not allowed: whoever runs the installation has to name its host in MAP_SERVICE_HOSTS',
    field: 'url',
  },
  'mapService.wholeTenantOnly': {
    code: 403142,
    zh: '地图服务属于整个公司，仅不限城市与机构的人员可以管理',
    en: 'Map services belong to the whole company: people bound to cities or an organisation cannot manage them',
  },
})

/** Addresses: tips, search, geocoding and its reverse. Roads: routes, matrices, matching. */
export const mapServiceKind = z.enum(['ADDRESS', 'ROADS'])
export type MapServiceKind = z.infer<typeof mapServiceKind>
export const ADDRESS_PROVIDERS = ['AMAP', 'TIANDITU', 'BAIDU', 'PHOTON', 'NOMINATIM'] as const
export const ROADS_PROVIDERS = roadProvider.options
export type AddressProviderName = (typeof ADDRESS_PROVIDERS)[number]
export type RoadsProviderName = (typeof ROADS_PROVIDERS)[number]
export const providersOfKind = { ADDRESS: ADDRESS_PROVIDERS, ROADS: ROADS_PROVIDERS } as const satisfies Record<
  MapServiceKind,
  readonly MapProviderName[]
>

/** Where a provider is found by everybody; one without such an address is run by oneself. Whether it asks for a key, and can have what is asked signed. */
export const mapProviders: Record<MapProviderName, { url: string; needsKey: boolean; signs: boolean }> = {
  AMAP: { url: 'https://restapi.amap.com', needsKey: true, signs: true },
  TIANDITU: { url: 'https://api.tianditu.gov.cn', needsKey: true, signs: false },
  BAIDU: { url: 'https://api.map.baidu.com', needsKey: true, signs: true },
  PHOTON: { url: 'https://photon.komoot.io', needsKey: false, signs: false },
  NOMINATIM: { url: 'https://nominatim.openstreetmap.org', needsKey: false, signs: false },
  OSRM: { url: '', needsKey: false, signs: false },
  VALHALLA: { url: '', needsKey: false, signs: false },
}

export const mapService = z.object({
  /** Null for one of the installation, which holds where a tenant has none of its own. */
  serviceId: id.nullable(),
  kind: mapServiceKind,
  provider: mapProviderName,
  name: z.string(),
  url: z.string(),
  /** The last four of the key, empty without one. The whole is shown to nobody. */
  keyLast4: z.string(),
  signs: z.boolean(),
  enabled: z.boolean(),
  dailyQuota: z.number().int().nullable(),
  /** Of today (China's), in all processes. */
  asked: z.number().int(),
  failed: z.number().int(),
  lastFailure: z.object({ why: mapFailureKind, reason: mapFailureReason.nullable(), at: instant }).nullable(),
  /** It failed so often that this process leaves it alone for a while. */
  shut: z.boolean(),
  version: z.number().int(),
})
export type MapService = z.infer<typeof mapService>

const access = { authority: 'map.service' } as const

export const mapServiceCalls = part({
  list: call({
    method: 'GET',
    path: '/api/map/service/list',
    effect: 'read',
    access,
    everyChannel: true,
    summary: '地图服务列表',
    input: nothing,
    /** In the order in which they are asked. */
    output: z.object({
      address: z.array(mapService),
      roads: z.array(mapService),
      /** Hosts besides the providers' own that entries may name. */
      allowedHosts: z.array(z.string()),
    }),
  }),
  /** Without an id a new one, which is asked last. */
  save: call({
    method: 'POST',
    path: '/api/map/service/save',
    effect: 'write',
    access,
    everyChannel: true,
    tolerant: true,
    summary: '保存地图服务',
    input: z.object({
      serviceId: optional(id),
      version: optional(int()),
      kind: mapServiceKind,
      provider: mapProviderName,
      name: optional(text(40)),
      /** Not given: the provider's own. */
      url: optional(
        z
          .url({ protocol: /^https?$/, error: '应为 http(s) 地址 | must be an http(s) address' })
          .max(300)
          .regex(/^[^?#]*$/, '服务地址不带 ? 和 # | the address of a service has no ? or #'),
      ),
      /** Not given: the present one stays. */
      key: optional(text(200)),
      /** Signs what is asked, where the key is set to demand that; `-` takes it away. */
      signingKey: optional(text(200)),
      dailyQuota: optional(intBetween(1, 100_000_000)),
    }),
    output: mapService,
    failures: [
      'mapService.notFound',
      'mapService.versionConflict',
      'mapService.wrongProvider',
      'mapService.keyMissing',
      'mapService.hostNotAllowed',
      'mapService.wholeTenantOnly',
    ],
  }),
  enable: call({
    method: 'POST',
    path: '/api/map/service/enable',
    effect: 'write',
    access,
    everyChannel: true,
    summary: '启用或停用地图服务',
    input: z.object({ serviceId: id, version: int(), enabled: flag }),
    output: mapService,
    failures: ['mapService.notFound', 'mapService.versionConflict', 'mapService.wholeTenantOnly'],
  }),
  /** Asked one place earlier or later among those of its kind. */
  move: call({
    method: 'POST',
    path: '/api/map/service/move',
    effect: 'write',
    access,
    everyChannel: true,
    summary: '调整地图服务顺序',
    input: z.object({ serviceId: id, version: int(), up: flag }),
    output: mapService,
    failures: ['mapService.notFound', 'mapService.versionConflict', 'mapService.wholeTenantOnly'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/map/service/remove',
    effect: 'write',
    access,
    everyChannel: true,
    summary: '删除地图服务',
    input: z.object({ serviceId: id, version: int() }),
    output: nothing,
    failures: ['mapService.notFound', 'mapService.versionConflict', 'mapService.wholeTenantOnly'],
  }),
  /** Asks one service, enabled or not, nothing remembered: an address in a city, or the way between two points. One of the installation has no id. */
  tryOut: call({
    method: 'POST',
    path: '/api/map/service/try',
    effect: 'read',
    access,
    everyChannel: true,
    summary: '试用地图服务',
    input: z.object({
      serviceId: optional(id),
      kind: mapServiceKind,
      provider: mapProviderName,
      cityId: optional(id),
      text: optional(requiredText(120)),
      from: optional(z.object({ lat, lng })),
      to: optional(z.object({ lat, lng })),
    }),
    output: z.object({
      tookMs: z.number().int(),
      failed: mapFailure.nullable(),
      /** The provider's own code of what went wrong. */
      code: z.string(),
      addresses: z.array(
        z.object({ name: z.string(), address: z.string(), district: z.string(), lat: z.number(), lng: z.number(), exact: z.boolean() }),
      ),
      route: z.object({ distanceM: z.number().int(), durationS: z.number().int() }).nullable(),
    }),
    failures: ['mapService.notFound'],
  }),
})
