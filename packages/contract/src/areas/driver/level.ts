import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, intBetween, json, nothing, optional } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { driverLevel, expRules, levelRules, MOST_DRIVER_LEVEL } from './level-model.ts'

export const driverLevelRefusals = refusals({
  'driverLevel.cityUnknown': {
    code: 404,
    zh: '城市不存在，或您只能修改自己负责的城市的设置',
    en: 'No such city within your scope: you change what holds in your own cities only',
  },
  'driverLevel.notFound': { code: 404, zh: '等级设置不存在或不在您的业务范围内', en: 'No such settings of levels within your scope' },
  'driverLevel.driverUnknown': {
    code: 404,
    zh: '没有此工号的司机，或不在您的业务范围内',
    en: 'No driver of this number within your scope',
    field: 'driverNo',
  },
  'driverLevel.whiteNotFound': { code: 404, zh: '白名单不存在或不在您的业务范围内', en: 'No such entry within your scope' },
  /** `data.fields`: the level. */
  'driverLevel.levelsInvalid': {
    code: 400291,
    zh: '等级应从 1 连续编号，要求逐级不降低，1 级不设条件',
    en: 'Levels are numbered from 1 without a gap, each asks for no less than the one below it, and level 1 for nothing',
  },
  'driverLevel.eventTwice': { code: 400292, zh: '同一事件只能设置一次', en: 'An event can be set once only' },
  /** `data.fields`: the sign. */
  'driverLevel.signWrong': {
    code: 400293,
    zh: '投诉、有责取消应扣经验，其余应加经验',
    en: 'Complaints and cancellations take experience, everything else gives it',
  },
  /** `data`: as a trial answers. Sent again with `anyway` it is saved. */
  'driverLevel.leavesNobody': {
    code: 409291,
    zh: '按此设置，所有司机都只能是最低等级，请确认后再保存',
    en: 'By these settings no driver would have any level but the lowest: confirm to save them',
  },
  'driverLevel.versionConflict': {
    code: 409292,
    zh: '等级设置已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed these settings, look at them again',
  },
  'driverLevel.cityTaken': { code: 409293, zh: '该城市已有自己的设置', en: 'This city has settings of its own already' },
  /** `data.fields`: the end. */
  'driverLevel.periodInvalid': {
    code: 400294,
    zh: '截止时间应晚于开始时间和现在',
    en: 'The end must be later than the beginning and than now',
  },
  /** `data.fields`: the level. */
  'driverLevel.levelUnknown': { code: 400295, zh: '司机所在城市没有这个等级', en: 'There is no such level in the driver’s city' },
  /** `data`: `{ whiteId, from, until }` of the one that stands. */
  'driverLevel.whiteOverlap': {
    code: 409294,
    zh: '该司机在此期间已在白名单中，请先结束原来的',
    en: 'The driver is on the list in this period already: end that entry first',
    field: 'until',
  },
  'driverLevel.protectionNotFound': { code: 404, zh: '保护期不存在或不在您的业务范围内', en: 'No such protection within your scope' },
  /** `data`: `{ protectionId, until }` of the one that stands. */
  'driverLevel.protectedAlready': {
    code: 409296,
    zh: '该城市正在保护期内，请先结束原来的',
    en: 'The city’s drivers are protected already: end that first',
  },
  'driverLevel.whiteOver': { code: 409295, zh: '已结束的白名单不能再改', en: 'An entry that is over stays as it was' },
})

const view = { authority: 'driverLevel.view' } as const
const edit = { authority: 'driverLevel.edit' } as const
const settingFacts = { settingId: id, cityId: id.nullable(), cityName: z.string(), ...versionFacts }
const settingsOf = <T extends z.ZodRawShape>(content: T) =>
  z.object({
    rows: z.array(z.object({ ...settingFacts, ...content })),
    defaults: z.object(content),
    cities: z.array(z.object({ cityId: id, name: z.string() })),
    /** Whether this operator may change what holds for the whole tenant. */
    mayChangeTenant: z.boolean(),
  })
const history = z.object({ settingId: id })
/** Of a setting the next version; without one a new setting, of a city or (without one) of all cities without one of their own. */
const proposed = { settingId: optional(id), cityId: optional(id), version: optional(intBetween(1, 1_000_000_000)) }
/** Saved although nobody would have any level but the lowest. */
const saved = { anyway: optional(flag), ...changeReason }
const refusedSetting = ['driverLevel.notFound', 'driverLevel.cityUnknown', 'driverLevel.cityTaken', 'driverLevel.versionConflict'] as const

const moved = z.object({
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  cityName: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  fromName: z.string(),
  toName: z.string(),
})
/** What a change would do to the levels of the drivers in sight for whom it would hold. */
export const levelTrial = z.object({
  drivers: z.number().int(),
  /** Whether levels move there at all; while they do not, nobody rises or falls. */
  enabled: z.boolean(),
  /** Who rises at once. */
  rise: z.number().int(),
  /** Whose level would be there no more: they fall at once. */
  fall: z.number().int(),
  /** Who falls when the cycle ends, as they stand now. */
  fallLater: z.number().int(),
  /** Of each level, how many have it, and would have it when the cycle ends. */
  byLevel: z.array(z.object({ level: z.number().int(), name: z.string(), now: z.number().int(), after: z.number().int() })),
  /** Nobody would have any level but the lowest. */
  onlyLowest: z.boolean(),
  /** The first 100 of each. */
  risers: z.array(moved),
  fallers: z.array(moved),
})
export type LevelTrial = z.infer<typeof levelTrial>

const levels = { levels: z.array(driverLevel) }
const rules = levelRules.shape
const exp = { rules: expRules }
const levelsIn = { levels: json(z.array(driverLevel).min(1).max(MOST_DRIVER_LEVEL)) }
const rulesIn = { ...rules, enabled: flag }
const expIn = { rules: json(expRules) }
/** Levels of drivers, what moves them and what each has of its own. */
export const driverLevelCalls = {
  basic: call({
    method: 'GET',
    path: '/driversysweb/driver-level/basic',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '查看司机等级设置',
    input: nothing,
    output: settingsOf(levels),
  }),
  basicHistory: call({
    method: 'GET',
    path: '/driversysweb/driver-level/basic-history',
    effect: 'read',
    access: view,
    summary: '司机等级的历次修改',
    input: history,
    output: versionsOf(z.object({ ...settingFacts, ...levels })),
  }),
  basicTrial: call({
    method: 'POST',
    path: '/driversysweb/driver-level/basic-trial',
    effect: 'read',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '司机等级试算',
    input: z.object({ ...proposed, ...levelsIn }),
    output: levelTrial,
    failures: [...refusedSetting, 'driverLevel.levelsInvalid'],
  }),
  basicSave: call({
    method: 'POST',
    path: '/driversysweb/driver-level/basic-save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存司机等级',
    input: z.object({ ...proposed, ...levelsIn, ...saved }),
    output: z.object({ ...settingFacts, ...levels }),
    failures: [...refusedSetting, 'driverLevel.levelsInvalid', 'driverLevel.leavesNobody'],
  }),
  global: call({
    method: 'GET',
    path: '/driversysweb/driver-level/global',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '司机升降级规则',
    input: nothing,
    output: settingsOf(rules),
  }),
  globalHistory: call({
    method: 'GET',
    path: '/driversysweb/driver-level/global-history',
    effect: 'read',
    access: view,
    summary: '升降级规则的历次修改',
    input: history,
    output: versionsOf(z.object({ ...settingFacts, ...rules })),
  }),
  globalTrial: call({
    method: 'POST',
    path: '/driversysweb/driver-level/global-trial',
    effect: 'read',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '升降级规则试算',
    input: z.object({ ...proposed, ...rulesIn }),
    output: levelTrial,
    failures: refusedSetting,
  }),
  globalSave: call({
    method: 'POST',
    path: '/driversysweb/driver-level/global-save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存升降级规则',
    input: z.object({ ...proposed, ...rulesIn, ...saved }),
    output: z.object({ ...settingFacts, ...rules }),
    failures: [...refusedSetting, 'driverLevel.leavesNobody'],
  }),
  upgrade: call({
    method: 'GET',
    path: '/driversysweb/driver-level/upgrade',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '查看经验值配置',
    input: nothing,
    output: settingsOf(exp),
  }),
  upgradeHistory: call({
    method: 'GET',
    path: '/driversysweb/driver-level/upgrade-history',
    effect: 'read',
    access: view,
    summary: '经验值配置的历次修改',
    input: history,
    output: versionsOf(z.object({ ...settingFacts, ...exp })),
  }),
  /** What it would do, had what was counted in this cycle been counted so. */
  upgradeTrial: call({
    method: 'POST',
    path: '/driversysweb/driver-level/upgrade-trial',
    effect: 'read',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '经验值配置试算',
    input: z.object({ ...proposed, ...expIn }),
    output: levelTrial,
    failures: [...refusedSetting, 'driverLevel.eventTwice', 'driverLevel.signWrong'],
  }),
  upgradeSave: call({
    method: 'POST',
    path: '/driversysweb/driver-level/upgrade-save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存经验值配置',
    /** Holds for what happens from now on. */
    input: z.object({ ...proposed, ...expIn, ...saved }),
    output: z.object({ ...settingFacts, ...exp }),
    failures: [...refusedSetting, 'driverLevel.eventTwice', 'driverLevel.signWrong', 'driverLevel.leavesNobody'],
  }),
} satisfies Area
