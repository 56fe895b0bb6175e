import * as z from 'zod'
import { call, type Area } from '../kernel/call.ts'
import { refusals } from '../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, optional, page, pageOf, phone, requiredText } from '../kernel/fields.ts'
import { localTime } from './dispatch-settings.ts'
import { polygon } from './pricing-fence.ts'
import { weekMask } from './pricing.ts'

export const dispatchTeamsRefusals = refusals({
  'dispatchTeams.notFound': { code: 40463, zh: '车队不存在或不在您的业务范围内', en: 'No such team within your scope' },
  'dispatchTeams.cityUnknown': { code: 40464, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'dispatchTeams.channelUnknown': { code: 40465, zh: '渠道不存在或不在您的业务范围内', en: 'No such channel within your scope' },
  /** `data.unknown`: the numbers. */
  'dispatchTeams.driversUnknown': { code: 40466, zh: '有工号不是该城市的司机，请检查', en: 'Some numbers are of no driver of this city' },
  /** `data.unknown`: the telephones. */
  'dispatchTeams.customersUnknown': { code: 40467, zh: '有电话不是已有客户，请检查', en: 'Some telephones are of no customer' },
  'dispatchTeams.fenceInvalid': { code: 40069, zh: '上车区域有误，请按提示修改', en: 'The pick-up area has faults, correct what is named' },
  'dispatchTeams.changed': { code: 409620, zh: '车队已被他人修改，请刷新后重试', en: 'The team was changed by someone else, reload it' },
  'dispatchTeams.hoursInvalid': { code: 40067, zh: '时段有误，请按提示修改', en: 'The hours have faults, correct what is named' },
  'dispatchTeams.forNobody': { code: 40068, zh: '请至少填写渠道、客户或上车区域之一', en: 'Give channels, customers or a pick-up area' },
})

/** OPEN: after the head start everybody is asked; STRICT: the team alone, to the end of the search. */
export const teamFallback = z.enum(['OPEN', 'STRICT'])
export type TeamFallback = z.infer<typeof teamFallback>
export const teamFallbackText: Record<TeamFallback, string> = { OPEN: '之后向全城派单', STRICT: '只派给车队' }

/** Drivers who are asked for some orders before everybody else, or alone: orders that fit all of what is given. */
export const dispatchTeam = z.object({
  teamId: id,
  version: z.number().int(),
  cityId: id,
  cityName: z.string(),
  name: z.string(),
  channels: z.array(z.object({ channelId: id, name: z.string() })),
  /** Those in sight, telephones masked. */
  customers: z.array(z.object({ customerId: id, name: z.string(), phone: z.string() })),
  /** Of all of them. */
  customerCount: z.number().int(),
  /** Around pick-ups. */
  fence: polygon.nullable(),
  /** Days on which the hours begin: over midnight they go on into the next. */
  weekMask,
  /** The city's clock; both null for the whole day, an end before the beginning is over midnight. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  exclusiveS: z.number().int(),
  fallback: teamFallback,
  enabled: z.boolean(),
  /** In the order in which they are asked: the highest number first, the nearest among equals. */
  members: z.array(z.object({ driverId: id, driverNo: z.string(), name: z.string(), priority: z.number().int() })),
  changedAt: instant,
})
export type DispatchTeam = z.infer<typeof dispatchTeam>

export const dispatchTeamsCalls = {
  list: call({
    method: 'GET',
    path: '/djweb/dispatch/team/list',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '派单车队',
    input: page.extend({ cityId: optional(id) }),
    output: pageOf(dispatchTeam),
  }),
  /**
   * The whole team; without `teamId` a new one. The city never changes. A search is the team's where it begins within the team's hours; those
   * under way keep the team they began with, and its members of now.
   */
  save: call({
    method: 'POST',
    path: '/djweb/dispatch/team/save',
    effect: 'write',
    access: { authority: 'dispatchSettings.edit' },
    summary: '保存派单车队',
    input: z.object({
      teamId: optional(id),
      /** The version on the screen, with `teamId`. */
      version: optional(intBetween(1, 1_000_000)),
      cityId: id,
      name: requiredText(40),
      channelIds: json(z.array(id).max(50)),
      /** Customers of the team who stay with it, and telephones of those who come to it. */
      customerIds: optional(json(z.array(id).max(500))),
      customerPhones: optional(json(z.array(phone).max(200))),
      fence: optional(json(polygon)),
      /** Absent: every day. */
      weekMask: optional(intBetween(1, 127)),
      /** Both or neither; neither is the whole day. */
      from: optional(localTime),
      to: optional(localTime),
      exclusiveS: intBetween(0, 120),
      fallback: teamFallback,
      enabled: optional(flag),
      /** Drivers of the city by their numbers; of two the one with the higher priority (absent: 0) is asked first. */
      members: json(
        z
          .array(z.object({ driverNo: requiredText(20), priority: optional(intBetween(0, 99)) }))
          .min(1)
          .max(500),
      ),
    }),
    output: z.object({ teamId: id, version: z.number().int() }),
    failures: [
      'dispatchTeams.notFound',
      'dispatchTeams.cityUnknown',
      'dispatchTeams.channelUnknown',
      'dispatchTeams.driversUnknown',
      'dispatchTeams.customersUnknown',
      'dispatchTeams.fenceInvalid',
      'dispatchTeams.hoursInvalid',
      'dispatchTeams.changed',
      'dispatchTeams.forNobody',
    ],
  }),
} satisfies Area
