import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, intBetween, nothing, optional } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { localTime } from '../dispatch/settings.ts'

export const messageLimitRefusals = refusals({
  'messageLimit.notFound': { code: 404, zh: '短信发送限制不存在或不在您的业务范围内', en: 'No such limits within your scope' },
  'messageLimit.cityUnknown': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  /** `data.fields`: the end of the hours. */
  'messageLimit.hoursInvalid': {
    code: 400882,
    zh: '免打扰时段填写有误，请按提示修改',
    en: 'The quiet hours have faults, correct the fields named',
  },
  'messageLimit.versionConflict': {
    code: 409888,
    zh: '短信发送限制已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed the limits, look at them again',
  },
  'messageLimit.cityTaken': { code: 409889, zh: '该城市已有自己的短信发送限制', en: 'This city has limits of its own already' },
})

const limitFields = {
  /** Local time of the city, from which and to which nobody is reminded; over midnight where it ends earlier. Both or neither. */
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
  /** So many reminders may go to one telephone in a day of the city; null: any number. */
  remindersPerDay: z.number().int().nullable(),
  /** So many broadcasts may go to one telephone in 30 days; null: any number. */
  marketingPer30Days: z.number().int().nullable(),
}
/** Nobody gets marketing at night, also where a city has no quiet hours of its own: providers refuse it then. */
export const MARKETING_QUIET = { quietFrom: '22:00', quietTo: '08:00' } as const

/** What holds back reminders. Codes, and what somebody has to know of a trip, go out at any hour. */
export const messageLimits = z.object(limitFields)
export type MessageLimits = z.infer<typeof messageLimits>
const limitRow = z.object({ settingId: id, cityId: id.nullable(), cityName: z.string(), ...limitFields, ...versionFacts })

const view = { authority: 'messageText.view' } as const

export const messageLimitCalls = part({
  get: call({
    method: 'GET',
    path: '/djweb/sms/sms_limit',
    effect: 'read',
    access: view,
    summary: '短信发送限制',
    input: nothing,
    output: z.object({
      rows: z.array(limitRow),
      defaults: messageLimits,
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      /** Whether this operator may change what holds for the whole tenant. */
      mayChangeTenant: z.boolean(),
    }),
  }),
  history: call({
    method: 'GET',
    path: '/djweb/sms/sms_limit_history',
    effect: 'read',
    access: view,
    summary: '短信发送限制的历次修改',
    input: z.object({ settingId: id }),
    output: versionsOf(limitRow),
  }),
  /** Holds from the next reminder on. */
  update: call({
    method: 'POST',
    path: '/djweb/sms/sms_limit_update',
    effect: 'write',
    access: { authority: 'messageText.approve' },
    everyChannel: true,
    tolerant: true,
    summary: '修改短信发送限制',
    input: z.object({
      settingId: optional(id),
      /** Absent: of all cities without limits of their own. */
      cityId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      quietFrom: optional(localTime),
      quietTo: optional(localTime),
      remindersPerDay: optional(intBetween(1, 100)),
      marketingPer30Days: optional(intBetween(1, 100)),
      ...changeReason,
    }),
    output: limitRow,
    failures: [
      'messageLimit.notFound',
      'messageLimit.cityUnknown',
      'messageLimit.hoursInvalid',
      'messageLimit.versionConflict',
      'messageLimit.cityTaken',
    ],
  }),
})
