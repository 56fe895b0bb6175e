import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { findInput, findOutput } from '../../kernel/find.ts'
import {
  flag,
  id,
  instant,
  int,
  intBetween,
  json,
  lat,
  lng,
  optional,
  page,
  pageOf,
  requiredText,
  text,
  polygon,
} from '../../kernel/fields.ts'
import { localTime } from '../dispatch/settings.ts'
import { openCity } from './city.ts'

/** What a service area may be: points with the closing one, and how far it reaches. */
export const AREA_LIMITS = { points: 201, leastM: 1_000, mostM: 150_000 } as const

export const cityOpeningRefusals = refusals({
  'city.notFound': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'city.wholeTenantOnly': {
    code: 40373,
    zh: '新增城市需由负责全部城市的人员操作',
    en: 'A city is added by somebody who runs all cities',
  },
  'city.headquartersOnly': {
    code: 40374,
    zh: '城市由总部人员管理',
    en: 'Cities are managed by people of headquarters',
  },
  'city.alreadyThere': { code: 409147, zh: '该城市已在列表中', en: 'This city is in the list already' },
  'city.unknown': {
    code: 400147,
    zh: '名录中没有该区划代码，请填写城市名称与中心位置',
    en: 'This code is not in the list of cities: give the name and the centre',
  },
  'city.areaInvalid': { code: 400148, zh: '服务范围有误，请按提示修改', en: 'The service area has faults, correct what is named' },
  /** `data.missing`: what has to be mended first. */
  'city.notReady': { code: 409142, zh: '必备条件未满足，暂不能开通', en: 'What a city must have is missing, it cannot open yet' },
  'city.closingTimes': {
    code: 400143,
    zh: '恢复接单的时间须晚于停止接单的时间，且晚于现在',
    en: 'Orders are taken again after they were stopped, and later than now',
    field: 'until',
  },
  'city.reasonMissing': { code: 400145, zh: '请填写停止接单的原因', en: 'Say why orders are stopped', field: 'reason' },
  'city.sameCity': { code: 400144, zh: '请选择另一个城市作为来源', en: 'Choose another city to copy from' },
  'city.versionConflict': {
    code: 409143,
    zh: '城市资料已被他人修改，请按最新资料重新操作',
    en: 'Somebody else changed this city, look at the present data and try again',
  },
})

/** PAUSED: closed for a time, and open again by itself. */
export const cityState = z.enum(['OPEN', 'PAUSED', 'CLOSED'])
export type CityState = z.infer<typeof cityState>
export const cityStateText: Record<CityState, string> = { OPEN: '接单中', PAUSED: '暂停接单', CLOSED: '未开通' }

export const cityRow = openCity.extend({
  state: cityState,
  /** Orders stop at, or since; null where it was never closed, or opened after it. */
  closedFrom: instant.nullable(),
  /** They are taken again at; null: until somebody opens it. */
  closedUntil: instant.nullable(),
  closedReason: z.string(),
  /** The company that runs it; empty where there is none. */
  orgName: z.string(),
  driversQualified: z.number().int(),
  driversOnDuty: z.number().int(),
  liveOrders: z.number().int(),
  version: z.number().int(),
  updatedAt: instant,
  allowedActions: z.array(z.enum(['area', 'copy', 'open', 'close'])),
})
export type CityRow = z.infer<typeof cityRow>

/** Before a city takes orders. What must be there keeps it shut; what should be is warned of. */
export const cityCheck = z.enum(['AREA', 'PRICES', 'DISPATCH', 'DRIVERS', 'ON_DUTY', 'CANCEL_RULES', 'MESSAGES', 'ADDRESSES', 'TEAM'])
export type CityCheck = z.infer<typeof cityCheck>
export const checkWeight = z.enum(['MUST', 'SHOULD', 'MAY'])
export const cityChecks: Record<CityCheck, z.infer<typeof checkWeight>> = {
  AREA: 'MUST',
  PRICES: 'MUST',
  DISPATCH: 'SHOULD',
  DRIVERS: 'SHOULD',
  ON_DUTY: 'SHOULD',
  CANCEL_RULES: 'SHOULD',
  MESSAGES: 'SHOULD',
  ADDRESSES: 'SHOULD',
  TEAM: 'MAY',
}
export const checkedItem = z.object({
  check: cityCheck,
  weight: checkWeight,
  done: z.boolean(),
  /** How many there are of it: templates, drivers, rules … */
  count: z.number().int(),
})

/** What one city takes over from another. Fences belong to places and are drawn anew. */
export const copyKind = z.enum(['PRICES', 'DISPATCH', 'CANCEL_RULES', 'DUTY_RULES', 'SWITCHES'])
export type CopyKind = z.infer<typeof copyKind>
export const copyKindText: Record<CopyKind, string> = {
  PRICES: '价格模板',
  DISPATCH: '派单设置',
  CANCEL_RULES: '取消判责规则',
  DUTY_RULES: '司机上线规则',
  SWITCHES: '城市开关',
}
/** THERE: the city has one for the same case, which stays. FORBIDDEN: the asker may not change such settings. */
export const copyStanding = z.enum(['NEW', 'THERE', 'FORBIDDEN'])
export const copyLine = z.object({
  kind: copyKind,
  /** As it is called in the city it comes from. */
  name: z.string(),
  /** As it will be called. */
  newName: z.string(),
  /** Of a switch, which is called by its own name: how it stands. */
  on: z.boolean().optional(),
  standing: copyStanding,
})
export type CopyLine = z.infer<typeof copyLine>

/** Cities that are closed or opened at once. */
export const MOST_CITIES = 400
/**
 * DONE (of a preview: would be); SAME: stands so already; CONFLICT: somebody changed it since it was looked at; NOT_READY: what a city must have
 * is missing; NOT_YOURS: out of sight, or run by people of headquarters.
 */
export const cityMoveResult = z.enum(['DONE', 'SAME', 'CONFLICT', 'NOT_READY', 'NOT_YOURS'])
export type CityMoveResult = z.infer<typeof cityMoveResult>
const cityMoved = z.object({
  cityId: id,
  result: cityMoveResult,
  /** When orders are taken again; null: until somebody opens it. */
  until: instant.nullable(),
  missing: z.array(cityCheck),
  /** What goes on there: trips that are driven to their end, orders that look for a driver, bookings for later. */
  running: z.number().int(),
  searching: z.number().int(),
  bookings: z.number().int(),
})
export type CityMoved = z.infer<typeof cityMoved>

const view = { authority: 'city.view' } as const
const edit = { authority: 'city.edit' } as const
const seen = { cityId: id, version: int() }
const copied = { cityId: id, fromCityId: id, kinds: json(z.array(copyKind).min(1).max(copyKind.options.length)) }

export const cityOpeningCalls = {
  list: call({
    method: 'GET',
    path: '/api/city/list',
    effect: 'read',
    access: view,
    summary: '城市管理列表',
    input: page.extend({ keyword: optional(text(40)), open: optional(flag) }),
    output: pageOf(cityRow),
  }),
  /** Cities of the country that are not yet the tenant's, by a part of name, pinyin or code. */
  find: call({
    method: 'GET',
    path: '/api/city/find',
    effect: 'read',
    access: edit,
    summary: '查找可新增的城市',
    input: findInput,
    output: findOutput,
  }),
  /** It is closed until it is opened. What the list of the country does not have is added with its name and centre. */
  add: call({
    method: 'POST',
    path: '/api/city/add',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '新增业务城市',
    input: z.object({
      /** National division code, which is the city's id. */
      divisionCode: z.string().regex(/^[1-9]\d{5}$/, '6 位行政区划代码 | six digits of the division code'),
      name: optional(text(20)),
      lat: optional(lat),
      lng: optional(lng),
      utcOffsetMinutes: optional(intBetween(-720, 840)),
    }),
    output: cityRow,
    failures: ['city.wholeTenantOnly', 'city.alreadyThere', 'city.unknown'],
  }),
  saveArea: call({
    method: 'POST',
    path: '/api/city/area',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '修改城市服务范围',
    input: z.object({
      ...seen,
      lat,
      lng,
      /** Without an outline: within this radius of the centre. */
      radiusM: optional(intBetween(AREA_LIMITS.leastM, AREA_LIMITS.mostM)),
      area: optional(json(polygon)),
    }),
    output: cityRow,
    failures: ['city.notFound', 'city.headquartersOnly', 'city.areaInvalid', 'city.versionConflict'],
  }),
  checklist: call({
    method: 'GET',
    path: '/api/city/checklist',
    effect: 'read',
    access: view,
    summary: '城市开通条件',
    input: z.object({ cityId: id }),
    output: z.object({ rows: z.array(checkedItem), ready: z.boolean() }),
    failures: ['city.notFound'],
  }),
  open: call({
    method: 'POST',
    path: '/api/city/open',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '城市开始接单',
    input: z.object(seen),
    output: cityRow,
    failures: ['city.notFound', 'city.headquartersOnly', 'city.notReady', 'city.versionConflict'],
  }),
  /** What stands in a city that is about to be closed. */
  closing: call({
    method: 'GET',
    path: '/api/city/closing',
    effect: 'read',
    access: view,
    summary: '关闭城市的影响',
    input: z.object({ cityId: id }),
    output: z.object({
      /** With a driver: they are driven to their end. */
      running: z.number().int(),
      /** Look for a driver now: nobody is asked any more. */
      searching: z.number().int(),
      /** Booked for later. */
      bookings: z.number().int(),
      firstBookingAt: instant.nullable(),
      driversOnDuty: z.number().int(),
    }),
    failures: ['city.notFound'],
  }),
  /** Trips under way end; new orders and quotes are refused, and nobody is offered an order. */
  close: call({
    method: 'POST',
    path: '/api/city/close',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '关闭城市',
    input: z.object({
      ...seen,
      /** Not given: now. */
      from: optional(instant),
      /** Not given: until it is opened. */
      until: optional(instant),
      reason: requiredText(200),
    }),
    output: cityRow,
    failures: ['city.notFound', 'city.headquartersOnly', 'city.closingTimes', 'city.versionConflict'],
  }),
  /** Many cities in one go, each by itself: what cannot be moved is left as it was, and says why. */
  moveMany: call({
    method: 'POST',
    path: '/api/city/move_many',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '批量停止或开始接单',
    input: z.object({
      what: z.enum(['CLOSE', 'OPEN']),
      rows: json(
        z
          .array(z.object({ cityId: id, version: z.number().int().min(0) }))
          .min(1)
          .max(MOST_CITIES),
      ),
      /** Of a closing: orders are taken again when the clock of each city says so next. Neither this nor `until`: until somebody opens it. */
      untilClock: optional(localTime),
      until: optional(instant),
      reason: optional(text(200)),
      /** Only says what would become of each. */
      preview: optional(flag),
    }),
    output: z.object({ done: z.number().int(), rows: z.array(cityMoved) }),
    failures: ['city.closingTimes', 'city.reasonMissing'],
  }),
  copyPreview: call({
    method: 'GET',
    path: '/api/city/copy/preview',
    effect: 'read',
    access: edit,
    summary: '预览复制城市设置',
    input: z.object(copied),
    output: z.object({ rows: z.array(copyLine) }),
    failures: ['city.notFound', 'city.sameCity'],
  }),
  copy: call({
    method: 'POST',
    path: '/api/city/copy',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '复制城市设置',
    input: z.object(copied),
    output: z.object({ rows: z.array(copyLine) }),
    failures: ['city.notFound', 'city.headquartersOnly', 'city.sameCity'],
  }),
} satisfies Area
