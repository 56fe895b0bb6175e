import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, nothing, optional, page, pageOf, requiredText, seconds, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { exportCalls, exportFormat, exportRow } from '../operations/export.ts'
import { weekMask } from '../pricing/fee-line.ts'
import { bandEnd, bandStart } from '../pricing/model.ts'

export const driverOnlineRefusals = refusals({
  'driverOnline.cityUnknown': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'driverOnline.peakNotFound': { code: 404, zh: '高峰时段设置不存在或不在您的业务范围内', en: 'No such peak times within your scope' },
  /** `data.fields`: the end of the window. */
  'driverOnline.windowInvalid': { code: 400286, zh: '时段结束应晚于开始', en: 'A window must end after it begins' },
  'driverOnline.versionConflict': {
    code: 409286,
    zh: '高峰时段已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed the peak times, look at them again',
  },
  'driverOnline.cityTaken': { code: 409287, zh: '该城市已有自己的高峰时段', en: 'This city has peak times of its own already' },
})

/** Days of the week and hours in which drivers are needed most, by the clock of the city; hours over midnight are two. */
export const peakWindow = z.object({ name: requiredText(20), weekMask, from: bandStart, to: bandEnd })
export type PeakWindow = z.infer<typeof peakWindow>
const target = z.number().int().nullable()
const peakFields = {
  windows: z.array(peakWindow),
  /** What a driver is to be on duty in a day, all in all and within the windows; null: nothing is asked. */
  targetOnlineS: target,
  targetPeakS: target,
}
export const peakTimes = z.object(peakFields)
export type PeakTimes = z.infer<typeof peakTimes>
const peakRow = z.object({ settingId: id, cityId: id.nullable(), cityName: z.string(), ...peakFields, ...versionFacts })

const DAY_S = 86_400
const hour = z.number().int().min(0).max(23)
/** Time on duty of a driver on one day of the city's clock. */
export const onlineDay = z.object({
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  cityId: id,
  cityName: z.string(),
  /** `2026-11-20`. */
  day: z.string(),
  onlineS: seconds,
  /** Within any window: where two lie over each other, once. */
  peakS: seconds,
  /** Within each window of that day. */
  peaks: z.array(z.object({ name: z.string(), from: bandStart, to: bandEnd, onlineS: seconds })),
  /** Of each hour of the day, from midnight on. */
  hourS: z.array(seconds).length(24),
  /** How often they went on duty. */
  times: z.number().int(),
  firstAt: instant,
  lastAt: instant,
  targetOnlineS: target,
  targetPeakS: target,
  /** Whether the targets of that day were reached; null where there was none. */
  attended: z.boolean().nullable(),
  /** The day is not over: what was not reached may still be. */
  underWay: z.boolean(),
})
export type OnlineDay = z.infer<typeof onlineDay>

const filter = z.object({
  cityId: optional(id),
  driverId: optional(id),
  /** The beginning of a driver's number or name, or a whole telephone. */
  keyword: optional(text(40)),
  dayFrom: optional(instant),
  dayTo: optional(instant),
  /** Not reached is a day only once it is over. */
  attended: optional(flag),
})
const view = { authority: 'driver.view' } as const
const calendarDay = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, '应为日期，如 2026-11-20 | must be a day such as 2026-11-20')

/** How long drivers are on duty, counted from what their telephones sent: who is silent for ten minutes was on duty until their last sign. */
export const driverOnlineCalls = part({
  /** Hour by hour of a day of a city: who was on duty, and what was ordered; and who reached the targets. */
  adapMatch: call({
    method: 'GET',
    path: '/djweb/driverOnline/adapMatch',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '出勤与需求对照',
    /** Without a day today. */
    input: z.object({ cityId: id, day: optional(calendarDay) }),
    output: z.object({
      day: z.string(),
      hours: z.array(z.object({ hour, drivers: z.number().int(), onlineS: seconds, orders: z.number().int(), peakS: seconds })),
      drivers: z.number().int(),
      onlineS: seconds,
      peakS: seconds,
      /** Drivers for whom a target held, and of them who reached it. */
      due: z.number().int(),
      attended: z.number().int(),
    }),
    failures: ['driverOnline.cityUnknown'],
  }),
  list: call({
    method: 'GET',
    path: '/djweb/driverOnline/list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '司机在线时长',
    input: page.extend(filter.shape),
    output: pageOf(onlineDay),
  }),
  export: call({
    method: 'GET',
    path: '/djweb/driverOnline/export',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'export.create' },
    once: true,
    summary: '导出司机在线时长',
    input: filter.extend({ format: optional(exportFormat) }),
    output: exportRow,
    failures: exportCalls.create.failures,
  }),
  getPeakTime: call({
    method: 'GET',
    path: '/djweb/driverOnline/getPeakTime',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '高峰时段与出勤目标',
    input: nothing,
    output: z.object({
      rows: z.array(peakRow),
      defaults: peakTimes,
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      /** Whether this operator may change what holds for the whole tenant. */
      mayChangeTenant: z.boolean(),
    }),
  }),
  peakTimeHistory: call({
    method: 'GET',
    path: '/djweb/driverOnline/peakTimeHistory',
    effect: 'read',
    access: view,
    summary: '高峰时段的历次修改',
    input: z.object({ settingId: id }),
    output: versionsOf(peakRow),
  }),
  /** Days are counted by what held when they began: a change counts from the next midnight of the city on. */
  updatePeakTime: call({
    method: 'GET',
    path: '/djweb/driverOnline/updatePeakTime',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'dispatchSettings.edit' },
    everyChannel: true,
    tolerant: true,
    summary: '修改高峰时段与出勤目标',
    input: z.object({
      settingId: optional(id),
      /** Absent: of all cities without one of their own. */
      cityId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      windows: json(z.array(peakWindow).max(12)),
      targetOnlineS: optional(intBetween(60, DAY_S)),
      targetPeakS: optional(intBetween(60, DAY_S)),
      ...changeReason,
    }),
    output: peakRow,
    failures: [
      'driverOnline.peakNotFound',
      'driverOnline.cityUnknown',
      'driverOnline.windowInvalid',
      'driverOnline.versionConflict',
      'driverOnline.cityTaken',
    ],
  }),
})
