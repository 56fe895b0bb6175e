import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, flag, id, instant, intBetween, optional, page, pageOf, requiredText } from '../../kernel/fields.ts'
import { bandEnd, bandStart } from './model.ts'
import { weekMask } from './fee-line.ts'

export const rateRefusals = refusals({
  'pricing.periodInvalid': { code: 40043, zh: '结束时间必须晚于开始时间', en: 'The end must be after the beginning' },
  'pricing.ruleNotFound': { code: 404, zh: '规则不存在或不在您的城市范围内', en: 'No such rule within your cities' },
  'pricing.weatherAmount': {
    code: 40045,
    zh: '每单固定金额与加价倍率须填写其中一项',
    en: 'Give either an amount an order or a factor, not both',
  },
  'pricingRate.versionConflict': { code: 40945, zh: '规则已被他人修改，请刷新后再试', en: 'Somebody else changed this rule, reload first' },
})

/** Who switched it on or off, or changed it otherwise, and when. */
const changed = { changedBy: z.string(), changedAt: instant }

/** Either an amount an order or a factor of start price and mileage; the one that it is not is null. */
export const weatherRule = z.object({
  ruleId: id,
  cityId: id,
  cityName: z.string(),
  name: z.string(),
  flatFen: fen.nullable(),
  /** 12000 adds a fifth. */
  rateBp: z.number().int().nullable(),
  activeFrom: instant,
  activeTo: instant,
  enabled: z.boolean(),
  /** Who switched it off, and when; of a rule that is on empty and null. */
  closedBy: z.string(),
  closedAt: instant.nullable(),
  /** Charged at this moment. */
  inForce: z.boolean(),
  version: z.number().int(),
  ...changed,
})
export type WeatherRule = z.infer<typeof weatherRule>

export const dynamicRate = z.object({
  rateId: id,
  cityId: id,
  cityName: z.string(),
  name: z.string(),
  weekMask,
  from: bandStart,
  to: bandEnd,
  /** 13000 is ×1.3. */
  rateBp: z.number().int(),
  maxFen: fen.nullable(),
  enabled: z.boolean(),
  inForce: z.boolean(),
  version: z.number().int(),
  ...changed,
})
export type DynamicRate = z.infer<typeof dynamicRate>

const view = { authority: 'pricing.view' } as const
const edit = { authority: 'pricing.edit' } as const
const ofCity = page.extend({ cityId: optional(id) })
const rateBp = intBetween(10_001, 30_000)
const failures = ['pricing.periodInvalid', 'pricing.ruleNotFound', 'pricingRate.versionConflict', 'pricing.cityOutOfScope'] as const

export const rateCalls = part({
  weatherList: call({
    method: 'GET',
    path: '/api/price/weather/list',
    effect: 'read',
    access: view,
    summary: '恶劣天气费规则',
    input: ofCity,
    output: pageOf(weatherRule),
  }),
  weatherSave: call({
    method: 'POST',
    path: '/api/price/weather/save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存恶劣天气费规则',
    input: z.object({
      ruleId: optional(id),
      version: optional(intBetween(1, 1_000_000)),
      cityId: id,
      name: requiredText(40),
      /** One of the two. */
      flatFen: optional(intBetween(1, 100_000)),
      rateBp: optional(rateBp),
      activeFrom: instant,
      activeTo: instant,
      enabled: optional(flag),
    }),
    output: z.object({ ruleId: id, version: z.number().int() }),
    failures: [...failures, 'pricing.weatherAmount'],
  }),
  /** Off, it charges no order that is placed from now on; orders keep what they were quoted. */
  weatherSwitch: call({
    method: 'POST',
    path: '/api/price/weather/switch',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '启停恶劣天气费规则',
    input: z.object({ ruleId: id, enabled: flag }),
    output: z.object({ ruleId: id, version: z.number().int(), enabled: z.boolean() }),
    failures: ['pricing.ruleNotFound'],
  }),
  dynamicList: call({
    method: 'GET',
    path: '/api/price/dynamic/list',
    effect: 'read',
    access: view,
    summary: '动态加价规则',
    input: ofCity,
    output: pageOf(dynamicRate),
  }),
  dynamicSave: call({
    method: 'POST',
    path: '/api/price/dynamic/save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存动态加价规则',
    input: z.object({
      rateId: optional(id),
      version: optional(intBetween(1, 1_000_000)),
      cityId: id,
      name: requiredText(40),
      weekMask: optional(intBetween(1, 127)),
      from: bandStart,
      to: bandEnd,
      rateBp,
      maxFen: optional(intBetween(1, 10_000_000)),
      enabled: optional(flag),
    }),
    output: z.object({ rateId: id, version: z.number().int() }),
    failures,
  }),
})
