import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, flag, id, instant, intBetween, nothing, optional, requiredText, text } from '../../kernel/fields.ts'

export const badWeatherRefusals = refusals({
  'badWeather.cityUnknown': {
    code: 404,
    zh: '城市不存在，或您不能决定该城市全体司机的设置',
    en: 'No such city, or it is not yours to say what holds for all of its drivers',
  },
  /** `data.fields`: the end. */
  'badWeather.periodInvalid': {
    code: 400297,
    zh: '截止时间应晚于现在，且不超过七天',
    en: 'The end must be later than now and within seven days',
  },
  /** `data.fields`: amount and factor. */
  'badWeather.amountTwice': { code: 400298, zh: '每单加价与倍率只能填写一项', en: 'Give an amount an order or a factor, not both' },
  'badWeather.nothing': {
    code: 400299,
    zh: '请至少选择加价或等级保护中的一项',
    en: 'Choose at least one: a charge, or protection of levels',
    field: 'protectLevels',
  },
  'badWeather.priceDenied': {
    code: 403291,
    zh: '您没有修改价格的权限，不能变更恶劣天气加价',
    en: 'You may not change prices: the charge for bad weather stays as it is',
  },
  /** `data.current`: how it stands. */
  'badWeather.versionConflict': {
    code: 409298,
    zh: '该城市的恶劣天气已被他人修改或已结束，请按最新情况重新填写',
    en: 'Somebody else changed the bad weather of this city, or it is over: look at it again',
  },
  'badWeather.off': { code: 409297, zh: '该城市当前没有开启恶劣天气', en: 'Bad weather is not switched on in this city' },
})

/** What bad weather means in a city at this moment; each consequence may be there without the other. */
export const badWeather = z.object({
  cityId: id,
  cityName: z.string(),
  on: z.boolean(),
  /** When all of it is over; null while it is off. */
  until: instant.nullable(),
  since: instant.nullable(),
  /** Who switched it on or changed it last. */
  by: z.string(),
  reason: z.string(),
  /** Another one whenever anything of it is another. */
  version: z.string(),
  /** What orders cost more from now on: the rule of the price that is in force. Not `charged`: the city's switch of weather prices is off. */
  price: z
    .object({ ruleId: id, flatFen: fen.nullable(), rateBp: z.number().int().nullable(), until: instant, charged: z.boolean() })
    .nullable(),
  /** Nothing is taken from drivers' experience, own cancellations do not count and nobody falls. */
  protection: z.object({ protectionId: id, until: instant }).nullable(),
})
export type BadWeather = z.infer<typeof badWeather>

const view = { authority: 'driverLevel.view' } as const
const edit = { authority: 'driverLevel.edit' } as const

/** Bad weather in a city by one switch: over the rules of its price and the protection of its drivers' levels, which are as they stand elsewhere. */
export const badWeatherCalls = {
  getConfig: call({
    method: 'GET',
    path: '/driversysweb/bad-weather/get-config',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '查看恶劣天气',
    input: z.object({ cityId: optional(id) }),
    output: z.object({ rows: z.array(badWeather), mayChangePrice: z.boolean() }),
  }),
  /** Switches it on, or says anew what it means and until when: what is not asked for is switched off, but for a price that one may not change. */
  updateConfig: call({
    method: 'POST',
    path: '/driversysweb/bad-weather/update-config',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '开启或修改恶劣天气',
    input: z.object({
      cityId: id,
      until: instant,
      reason: requiredText(40),
      /** At most one of the two; neither: no charge. */
      flatFen: optional(intBetween(1, 100_000)),
      /** 12000 adds a fifth. */
      rateBp: optional(intBetween(10_001, 30_000)),
      protectLevels: flag,
      /** As it was seen; absent: however it stands. */
      version: optional(text(200)),
    }),
    output: badWeather,
    failures: [
      'badWeather.cityUnknown',
      'badWeather.periodInvalid',
      'badWeather.amountTwice',
      'badWeather.nothing',
      'badWeather.priceDenied',
      'badWeather.versionConflict',
    ],
  }),
  closeConfig: call({
    method: 'POST',
    path: '/driversysweb/bad-weather/close-config',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '关闭恶劣天气',
    input: z.object({ cityId: id }),
    output: badWeather,
    failures: ['badWeather.cityUnknown', 'badWeather.off'],
  }),
} satisfies Area

/** What a driver hears of it. */
export const driverWeatherCalls = {
  weather: call({
    method: 'GET',
    path: '/driver/v1/weather',
    effect: 'read',
    access: 'driver',
    ofTrip: true,
    summary: '本城市恶劣天气',
    input: nothing,
    output: z.object({
      on: z.boolean(),
      until: instant.nullable(),
      /** What an order is dearer by, all of it the driver's; null: by nothing of the kind. */
      flatFen: fen.nullable(),
      rateBp: z.number().int().nullable(),
      /** Nothing is taken from experience and nobody falls. */
      levelsProtected: z.boolean(),
    }),
  }),
} satisfies Area
