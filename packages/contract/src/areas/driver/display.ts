import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, intBetween, json, nothing, optional, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'

export const driverDisplayRefusals = refusals({
  'driverDisplay.cityUnknown': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'driverDisplay.notFound': { code: 404, zh: '显示设置不存在或不在您的业务范围内', en: 'No such display settings within your scope' },
  /** `data.fields`: the version that is wrong. */
  'driverDisplay.versionsInvalid': {
    code: 400691,
    zh: '版本填写有误，请按提示修改',
    en: 'The versions have faults, correct the field named',
  },
  'driverDisplay.versionConflict': {
    code: 409741,
    zh: '显示设置已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed the display, look at it again',
  },
  'driverDisplay.cityTaken': { code: 409742, zh: '该城市已有自己的显示设置', en: 'This city has a display of its own already' },
})

export const customerNameShown = z.enum(['NONE', 'SURNAME', 'FULL'])
export type CustomerNameShown = z.infer<typeof customerNameShown>
export const customerNameText: Record<CustomerNameShown, string> = { NONE: '不显示', SURNAME: '只显示姓', FULL: '完整姓名' }

/** What a driver's telephone shows. Each of these is read by the driver's page; the customer's name does not leave the server where it is not shown. */
const look = {
  wallet: z.boolean(),
  level: z.boolean(),
  /** Where the driver stands in the queue of an area. */
  queue: z.boolean(),
  weather: z.boolean(),
  /** What an order that is offered will come to. */
  estimate: z.boolean(),
  customerName: customerNameShown,
  /** Empty: that of the app. */
  servicePhone: z.string(),
  /** Said to whoever is off duty; empty: nothing. */
  offDutyText: z.string(),
}
export const driverLook = z.object(look)
export type DriverLook = z.infer<typeof driverLook>
/** What holds where nobody set anything. */
export const STANDARD_LOOK: DriverLook = {
  wallet: true,
  level: true,
  queue: true,
  weather: true,
  estimate: true,
  customerName: 'NONE',
  servicePhone: '',
  offDutyText: '',
}
export const MOST_LOOKS = 5
export const OFF_DUTY_TEXT_MAX = 100

/** `minVersion`: of the driver's app, from which on it holds; the first is empty and holds for every version, and each for those up to the next. */
const displayFields = { looks: z.array(z.object({ minVersion: z.string(), ...look })) }
export const driverDisplay = z.object(displayFields)
export type DriverDisplay = z.infer<typeof driverDisplay>
export type VersionLook = DriverDisplay['looks'][number]
const displayRow = z.object({ settingId: id, cityId: id.nullable(), cityName: z.string(), ...displayFields, ...versionFacts })

const lookInput = z.object({
  minVersion: optional(text(20)),
  wallet: flag,
  level: flag,
  queue: flag,
  weather: flag,
  estimate: flag,
  customerName: customerNameShown,
  servicePhone: optional(
    text(20).pipe(
      z
        .string()
        .regex(/^(?=(?:\D*\d){5})[\d+ -]{5,20}$/, '请填写电话号码，可含横线或空格 | a telephone number, hyphens and spaces allowed'),
    ),
  ),
  offDutyText: optional(text(OFF_DUTY_TEXT_MAX)),
})

const view = { authority: 'dispatchSettings.view' } as const

export const driverDisplayCalls = part({
  get: call({
    method: 'GET',
    path: '/djweb/driverDisplay/get',
    effect: 'read',
    access: view,
    summary: '司机端显示设置',
    input: nothing,
    output: z.object({
      rows: z.array(displayRow),
      defaults: driverDisplay,
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      /** Whether this operator may change what holds for the whole tenant. */
      mayChangeTenant: z.boolean(),
    }),
  }),
  history: call({
    method: 'GET',
    path: '/djweb/driverDisplay/history',
    effect: 'read',
    access: view,
    summary: '司机端显示设置的历次修改',
    input: z.object({ settingId: id }),
    output: versionsOf(displayRow),
  }),
  /** Drivers' pages show it within a minute. */
  save: call({
    method: 'POST',
    path: '/djweb/driverDisplay/save',
    effect: 'write',
    access: { authority: 'dispatchSettings.edit' },
    everyChannel: true,
    tolerant: true,
    summary: '修改司机端显示设置',
    input: z.object({
      settingId: optional(id),
      /** Absent: of all cities without one of their own. */
      cityId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      looks: json(z.array(lookInput).min(1).max(MOST_LOOKS)),
      ...changeReason,
    }),
    output: displayRow,
    failures: [
      'driverDisplay.notFound',
      'driverDisplay.cityUnknown',
      'driverDisplay.versionsInvalid',
      'driverDisplay.versionConflict',
      'driverDisplay.cityTaken',
    ],
  }),
})

export const driverDisplayAppCalls = part({
  /** What this driver's client is to show, by the driver's city and the version that the client says it is. */
  display: call({
    method: 'GET',
    path: '/driver/v1/display',
    effect: 'read',
    access: 'driver',
    ofTrip: true,
    tagged: true,
    summary: '司机端显示内容',
    input: nothing,
    output: driverLook,
  }),
})
