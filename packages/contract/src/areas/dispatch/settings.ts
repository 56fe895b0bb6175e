import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, nothing, optional, page, pageOf, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { openCity } from '../operations/city.ts'
import { serviceType } from '../order/model.ts'

export const dispatchSettingsRefusals = refusals({
  'dispatchSettings.invalid': {
    code: 40050,
    zh: '派单参数不合理，请检查标出的字段',
    en: 'The parameters do not fit together, see the fields',
  },
  'dispatchSettings.cityUnknown': { code: 40450, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'dispatchSettings.channelUnknown': { code: 40451, zh: '渠道不存在或不在您的业务范围内', en: 'No such channel within your scope' },
  'dispatchSettings.notFound': { code: 40452, zh: '派单设置不存在或不在您的业务范围内', en: 'No such setting within your scope' },
  'dispatchSettings.overlap': {
    code: 409221,
    zh: '同一城市、渠道、业务类型已有时段重叠的设置',
    en: 'A setting for the same city, channel and service type has an overlapping time window',
  },
  'dispatchSettings.versionConflict': {
    code: 409222,
    zh: '设置已被他人修改，请刷新后重试',
    en: 'The setting was changed by someone else, reload it',
  },
})

/** NEAREST asks one driver after the other; BATCH matches all waiting orders of a city together; DESK asks only whom the desk names; GRAB asks several at once. */
export const dispatchMode = z.enum(['NEAREST', 'BATCH', 'DESK', 'GRAB'])
export type DispatchMode = z.infer<typeof dispatchMode>
export const dispatchModeText: Record<DispatchMode, string> = { NEAREST: '就近派单', BATCH: '批量匹配', DESK: '客服指派', GRAB: '司机抢单' }

/** Distances in metres, times in seconds. */
const numbers = {
  minRadiusM: intBetween(100, 50_000),
  radiusStepM: intBetween(0, 20_000),
  maxRadiusM: intBetween(100, 50_000),
  roundS: intBetween(3, 600),
  rounds: intBetween(1, 50),
  /** The search gives up after this long, whatever rounds are left. */
  totalS: intBetween(10, 3_600),
  /** How long one driver has to answer. */
  offerS: intBetween(3, 300),
  /** A driver whose last fix is older is not asked. */
  positionMaxAgeS: intBetween(5, 3_600),
  /** A driver who let an offer lapse is asked again up to so many times in one booking. */
  offersPerDriver: intBetween(1, 20),
  /** A driver whose account is below this is not asked; less than nothing lets drivers owe commission of cash. */
  walletFloorFen: intBetween(-200_000, 100_000),
  /** GRAB: how many drivers see an order at the same time. */
  grabDrivers: intBetween(2, 20),
  /** BATCH: orders gather for so long before they are matched. */
  batchS: intBetween(1, 60),
  /** BATCH: so many nearest drivers of each order are looked at. */
  batchCandidates: intBetween(1, 50),
  /** BATCH: nobody's pick-up takes longer than by their own nearest free driver plus this. */
  batchWorseS: intBetween(0, 1_800),
  /** BATCH: seconds of pick-up that an hour without an order counts for in a driver's favour. */
  fairnessSPerHour: intBetween(0, 600),
} as const
export const dispatchParams = z.object({ mode: dispatchMode, ...numbers })
export type DispatchParams = z.infer<typeof dispatchParams>

/** Of the city's clock. */
export const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '应为 HH:mm | must be HH:mm')
const params = dispatchParams.partial()
const given = z.object(
  Object.fromEntries(Object.entries(params.shape).map(([name, field]) => [name, optional(field)])) as unknown as typeof params.shape,
)

export const dispatchSetting = z.object({
  settingId: id,
  ...versionFacts,
  cityId: id,
  cityName: z.string(),
  channelId: id.nullable(),
  channelName: z.string().nullable(),
  serviceType: serviceType.nullable(),
  /** Local time; both null for the whole day. A window whose end comes before its start goes over midnight. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  enabled: z.boolean(),
  remark: z.string(),
  ...dispatchParams.shape,
})

/** Why a setting does not decide a case; WINS for the one that does. In the order in which they are asked. */
export const settingStanding = z.enum(['DISABLED', 'CHANNEL', 'SERVICE', 'TIME', 'LESS_SPECIFIC', 'WINS'])
export type SettingStanding = z.infer<typeof settingStanding>
export const settingStandingText: Record<SettingStanding, string> = {
  DISABLED: '已停用',
  CHANNEL: '渠道不符',
  SERVICE: '业务类型不符',
  TIME: '不在该时段',
  LESS_SPECIFIC: '有更具体的设置',
  WINS: '生效',
}

const manage = { authority: 'dispatchSettings.edit' } as const
const saved = z.object({ settingId: id, version: z.number().int() })

export const cityDetour = z.object({
  cityId: id,
  cityName: z.string(),
  detourX100: z.number().int(),
  /** Finished trips, or ways that a map service gave; and how many of them. */
  measuredFrom: z.enum(['TRIPS', 'ROADS']),
  samples: z.number().int(),
  measuredAt: instant,
})
export type CityDetour = z.infer<typeof cityDetour>

export const dispatchSettingsCalls = part({
  list: call({
    method: 'GET',
    path: '/djweb/cityDispatch/list',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '派单设置',
    input: page.extend({ cityId: optional(id) }),
    output: pageOf(dispatchSetting),
  }),
  /** What a setting or a team can be made for, and what holds where no setting fits. */
  choices: call({
    method: 'GET',
    path: '/djweb/cityDispatch/choices',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '派单设置可选项',
    input: nothing,
    output: z.object({
      defaults: dispatchParams,
      cities: z.array(openCity),
      channels: z.array(z.object({ channelId: id, name: z.string() })),
      /** How much longer than the straight line streets are, hundredths, in the cities where that was measured; and what holds elsewhere. */
      detours: z.array(cityDetour),
      standardDetourX100: z.number().int(),
    }),
  }),
  /** By which setting a search of such a case would look for drivers, and why the others do not count. */
  applies: call({
    method: 'GET',
    path: '/djweb/cityDispatch/applies',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '派单设置试算',
    input: z.object({
      cityId: id,
      channelId: optional(id),
      serviceType: optional(serviceType),
      /** Local time of the search's beginning; absent: now. */
      at: optional(localTime),
    }),
    output: z.object({
      at: z.string(),
      /** Null where the defaults hold. */
      settingId: id.nullable(),
      version: z.number().int().nullable(),
      params: dispatchParams,
      timeoutS: z.number().int(),
      /** When each round begins, and how far it reaches. */
      rounds: z.array(z.object({ round: z.number().int(), atS: z.number().int(), radiusM: z.number().int() })),
      considered: z.array(dispatchSetting.extend({ standing: settingStanding })),
    }),
    failures: ['dispatchSettings.cityUnknown'],
  }),
  history: call({
    method: 'GET',
    path: '/djweb/cityDispatch/history',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '派单设置的历次修改',
    input: z.object({ settingId: id }),
    output: versionsOf(dispatchSetting),
  }),
  create: call({
    method: 'GET',
    path: '/djweb/cityDispatch/create',
    anyVerb: true,
    effect: 'write',
    access: manage,
    tolerant: true,
    once: true,
    summary: '新增派单设置',
    input: given.extend({
      cityId: id,
      channelId: optional(id),
      serviceType: optional(serviceType),
      from: optional(localTime),
      to: optional(localTime),
      remark: optional(text(200)),
    }),
    output: saved,
    failures: ['dispatchSettings.invalid', 'dispatchSettings.cityUnknown', 'dispatchSettings.channelUnknown', 'dispatchSettings.overlap'],
  }),
  /** What is not given stays; city, channel and service type never change. Searches under way keep the version they began with. */
  update: call({
    method: 'POST',
    path: '/djweb/cityDispatch/update',
    effect: 'write',
    access: manage,
    tolerant: true,
    summary: '修改派单设置',
    input: given.extend({
      settingId: id,
      /** The version on the screen; another one in force is refused. */
      version: intBetween(1, 1_000_000),
      from: optional(localTime),
      to: optional(localTime),
      allDay: optional(flag),
      remark: optional(text(200)),
      ...changeReason,
    }),
    output: saved,
    failures: ['dispatchSettings.invalid', 'dispatchSettings.notFound', 'dispatchSettings.overlap', 'dispatchSettings.versionConflict'],
  }),
  disable: call({
    method: 'POST',
    path: '/djweb/cityDispatch/disable',
    effect: 'write',
    access: manage,
    tolerant: true,
    summary: '启用或停用派单设置',
    input: z.object({ settingId: id, version: intBetween(1, 1_000_000), enabled: optional(flag) }),
    output: saved,
    failures: ['dispatchSettings.notFound', 'dispatchSettings.overlap', 'dispatchSettings.versionConflict'],
  }),
})
