import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { id, instant, intBetween, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { datedFields, datedFilter, datedInput } from '../../kernel/dated.ts'
import { expEvent, levelCause, levelFigures, levelStanding, MOST_DRIVER_LEVEL, whiteEffect } from './level-model.ts'

const view = { authority: 'driverLevel.view' } as const
const edit = { authority: 'driverLevel.edit' } as const

export const levelChange = z.object({
  changeId: id,
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  cityId: id,
  cityName: z.string(),
  from: z.number().int(),
  to: z.number().int(),
  fromName: z.string(),
  toName: z.string(),
  cause: levelCause,
  figures: levelFigures,
  /** Why, in sentences. */
  words: z.array(z.string()),
  at: instant,
})
export type LevelChange = z.infer<typeof levelChange>
const expNote = z.enum(['', 'DAY_CAP', 'PROTECTED', 'NO_RULE', 'FLOOR'])
export const expNoteText: Record<Exclude<z.infer<typeof expNote>, ''>, string> = {
  DAY_CAP: '已达每日上限',
  PROTECTED: '保护期内不扣',
  NO_RULE: '无此规则',
  FLOOR: '已扣至零',
}
export const expEntry = z.object({
  experienceId: id,
  event: expEvent,
  /** What it was about: the number of an order, a day. */
  about: z.string(),
  at: instant,
  /** Null: not counted yet. */
  delta: z.number().int().nullable(),
  balance: z.number().int().nullable(),
  /** Why it is less than the rule says. */
  note: expNote,
})
export type ExpEntry = z.infer<typeof expEntry>

/** How drivers stand, and what brought them there. */
export const driverStandingCalls = {
  log: call({
    method: 'GET',
    path: '/driversysweb/driver-level/log',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '查询等级变更记录',
    input: page.extend({
      cityId: optional(id),
      driverId: optional(id),
      /** The beginning of a driver's number or name, or a whole telephone. */
      keyword: optional(text(40)),
      cause: optional(levelCause),
      atFrom: optional(instant),
      atTo: optional(instant),
    }),
    output: pageOf(levelChange),
  }),
  experience: call({
    method: 'GET',
    path: '/driversysweb/driver-level/experience',
    effect: 'read',
    access: view,
    summary: '经验值明细',
    input: page.extend({ driverId: id, event: optional(expEvent) }),
    output: pageOf(expEntry),
  }),
  driver: call({
    method: 'GET',
    path: '/driversysweb/driver-level/driver',
    effect: 'read',
    access: view,
    summary: '司机等级说明',
    input: z.object({ driverId: id }),
    output: levelStanding,
    failures: ['driverLevel.driverUnknown'],
  }),
  getDriverName: call({
    method: 'GET',
    path: '/driversysweb/driver-level/get-driver-name',
    anyVerb: true,
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '按工号查司机',
    input: z.object({ driverNo: requiredText(20) }),
    output: z.object({
      driverId: id,
      driverNo: z.string(),
      driverName: z.string(),
      cityId: id,
      cityName: z.string(),
      level: z.number().int(),
      levelName: z.string(),
    }),
    failures: ['driverLevel.driverUnknown'],
  }),
  /** Names and colours of the levels of every city in sight, for lists that show them. */
  getLevelColor: call({
    method: 'GET',
    path: '/driversysweb/driver-level/get-level-color',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'driver.view' },
    summary: '司机等级颜色',
    input: nothing,
    output: z.object({
      cities: z.array(
        z.object({ cityId: id, levels: z.array(z.object({ level: z.number().int(), name: z.string(), colour: z.string() })) }),
      ),
    }),
  }),
} satisfies Area

export const driverLevelAppCalls = {
  /** How the driver stands, what that gives them, and why. */
  level: call({
    method: 'GET',
    path: '/driver/v1/level',
    effect: 'read',
    access: 'driver',
    summary: '我的等级',
    input: nothing,
    output: levelStanding.extend({
      /** The last changes, newest first. */
      changes: z.array(z.object({ from: z.string(), to: z.string(), cause: levelCause, words: z.array(z.string()), at: instant })),
      /** The last entries of experience, newest first. */
      experience: z.array(expEntry),
    }),
  }),
} satisfies Area

export const whiteRow = z.object({
  whiteId: id,
  ...datedFields,
  effect: whiteEffect,
  /** Of `FIXED` and `AT_LEAST`. */
  level: z.number().int().nullable(),
  levelName: z.string(),
  /** What the driver has now. */
  present: z.number().int(),
  presentName: z.string(),
})
export type WhiteRow = z.infer<typeof whiteRow>
export const protectionStateText: Record<'CURRENT' | 'OVER', string> = { CURRENT: '生效中', OVER: '已结束' }

export const protectionRow = z.object({
  protectionId: id,
  cityId: id,
  cityName: z.string(),
  from: instant,
  /** Not included. */
  until: instant,
  state: z.enum(['CURRENT', 'OVER']),
  reason: z.string(),
  by: z.string(),
  endedBy: z.string(),
})
export type ProtectionRow = z.infer<typeof protectionRow>

/** Times in which nothing is taken from the drivers of a city and nobody falls. */
export const driverProtectionCalls = {
  list: call({
    method: 'GET',
    path: '/driversysweb/driver-level/protection-list',
    effect: 'read',
    access: view,
    summary: '查询等级保护期',
    input: page.extend({ cityId: optional(id) }),
    output: pageOf(protectionRow),
  }),
  begin: call({
    method: 'POST',
    path: '/driversysweb/driver-level/protection-begin',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '开启等级保护',
    /** From now on. */
    input: z.object({ cityId: id, until: instant, reason: requiredText(200) }),
    output: protectionRow,
    failures: ['driverLevel.cityUnknown', 'driverLevel.periodInvalid', 'driverLevel.protectedAlready'],
  }),
  end: call({
    method: 'POST',
    path: '/driversysweb/driver-level/protection-end',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '结束等级保护',
    input: z.object({ protectionId: id }),
    output: protectionRow,
    failures: ['driverLevel.protectionNotFound', 'driverLevel.cityUnknown'],
  }),
} satisfies Area

/** Who is spared from falling, or has a level whatever they did, until an end. */
export const driverLevelWhiteCalls = {
  list: call({
    method: 'GET',
    path: '/driversysweb/driver-level/white-list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '等级白名单列表',
    input: page.extend({ ...datedFilter, effect: optional(whiteEffect) }),
    output: pageOf(whiteRow),
  }),
  detail: call({
    method: 'GET',
    path: '/driversysweb/driver-level/white-detail',
    effect: 'read',
    access: view,
    summary: '等级白名单详情',
    input: z.object({ whiteId: id }),
    output: whiteRow,
    failures: ['driverLevel.whiteNotFound'],
  }),
  /** Without an id a new one of a driver. */
  save: call({
    method: 'POST',
    path: '/driversysweb/driver-level/white-save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存等级白名单',
    input: z.object({
      whiteId: optional(id),
      ...datedInput,
      effect: whiteEffect,
      level: optional(intBetween(1, MOST_DRIVER_LEVEL)),
    }),
    output: whiteRow,
    failures: [
      'driverLevel.whiteNotFound',
      'driverLevel.driverUnknown',
      'driverLevel.levelUnknown',
      'driverLevel.periodInvalid',
      'driverLevel.whiteOverlap',
      'driverLevel.versionConflict',
      'driverLevel.whiteOver',
    ],
  }),
  /** One to come is gone, one that holds ends now. */
  delete: call({
    method: 'POST',
    path: '/driversysweb/driver-level/white-end',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '结束等级白名单',
    input: z.object({ whiteId: id, version: intBetween(1, 1_000_000_000) }),
    output: z.object({}),
    failures: ['driverLevel.whiteNotFound', 'driverLevel.versionConflict', 'driverLevel.whiteOver'],
  }),
} satisfies Area
