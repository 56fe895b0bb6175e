import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, flag, id, intBetween, json, nothing, optional } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { MOST_POINTS, pointEvent, pointRule, pointRuleEvent, pointRules } from './points-model.ts'

export const pointConfigRefusals = refusals({
  'pointConfig.notFound': { code: 404, zh: '积分规则不存在或不在您的业务范围内', en: 'No such rules of points within your scope' },
  'pointConfig.cityUnknown': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'pointConfig.versionConflict': {
    code: 409341,
    zh: '积分规则已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed the rules of points, look at them again',
  },
  'pointConfig.cityTaken': { code: 409342, zh: '该城市已有自己的积分规则', en: 'This city has rules of points of its own already' },
  'pointConfig.ruleTwice': { code: 400341, zh: '同一事件只能有一条规则', en: 'There is one rule for an event', field: 'rules' },
})

const terms = {
  enabled: z.boolean(),
  rules: z.array(pointRule),
  remindDays: z.number().int().nullable(),
  secondFromPoints: z.number().int(),
  hundredPointsFen: fen.nullable(),
}
export const pointTerms = z.object(terms)
const row = z.object({ settingId: id, cityId: id.nullable(), cityName: z.string(), ...terms, ...versionFacts })
export type PointTermsRow = z.infer<typeof row>

const given = { event: pointRuleEvent, points: z.number().int() }
const month = z.object({ month: z.string(), event: pointEvent, points: z.number().int() })

const view = { authority: 'points.view' } as const

export const pointConfigCalls = part({
  get: call({
    method: 'POST',
    path: '/api/pointconfig/get',
    effect: 'read',
    access: view,
    summary: '积分规则',
    input: nothing,
    output: z.object({
      rows: z.array(row),
      defaults: pointTerms,
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      /** Whether this operator may change what holds for the whole tenant. */
      mayChangeTenant: z.boolean(),
    }),
  }),
  history: call({
    method: 'POST',
    path: '/api/pointconfig/history',
    effect: 'read',
    access: view,
    summary: '积分规则的历次修改',
    input: z.object({ settingId: id }),
    output: versionsOf(row),
  }),
  /** Holds for what happens from now on: points that were given stay as they are. */
  save: call({
    method: 'POST',
    path: '/api/pointconfig/save',
    effect: 'write',
    access: { authority: 'points.edit' },
    everyChannel: true,
    tolerant: true,
    summary: '修改积分规则',
    input: z.object({
      settingId: optional(id),
      /** Absent: of all cities without rules of their own. */
      cityId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      enabled: flag,
      rules: json(pointRules),
      remindDays: optional(intBetween(1, 90)),
      secondFromPoints: intBetween(1, MOST_POINTS),
      hundredPointsFen: optional(intBetween(1, 1_000_000)),
      ...changeReason,
    }),
    output: row,
    failures: [
      'pointConfig.notFound',
      'pointConfig.cityUnknown',
      'pointConfig.versionConflict',
      'pointConfig.cityTaken',
      'pointConfig.ruleTwice',
    ],
  }),
  /** What rules would give, before they are saved: for one order, and beside what the last 30 days gave. */
  preview: call({
    method: 'POST',
    path: '/api/pointconfig/preview',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '试算积分规则',
    input: z.object({ cityId: optional(id), enabled: flag, rules: json(pointRules), amountFen: intBetween(0, 10_000_000) }),
    output: z.object({
      /** Of an order of that sum: each rule that gives something. */
      order: z.array(z.object(given)),
      orderPoints: z.number().int(),
      /** Orders that were paid in the last 30 days where these rules would hold, what they gave, and what they would have given but for the caps of days. */
      lastDays: z.object({ orders: z.number().int(), gave: z.number().int(), wouldGive: z.number().int() }),
    }),
    failures: ['pointConfig.cityUnknown', 'pointConfig.ruleTwice'],
  }),
  /** Points of customers by month of the city's clock: what was outstanding, came and went. */
  report: call({
    method: 'GET',
    path: '/api/point/report',
    effect: 'read',
    access: { authority: 'points.report' },
    summary: '积分负债报表',
    input: z.object({ months: optional(intBetween(1, 36)), cityId: optional(id) }),
    output: z.object({
      /** Newest first. */
      months: z.array(
        z.object({
          month: z.string(),
          openingPoints: z.number().int(),
          earned: z.number().int(),
          spent: z.number().int(),
          expired: z.number().int(),
          /** What came and went by hand, by merging, and by what was taken back. */
          other: z.number().int(),
          closingPoints: z.number().int(),
          closingFen: fen.nullable(),
          parts: z.array(month.omit({ month: true })),
        }),
      ),
      /** Now: all that customers may spend, by city. */
      cities: z.array(
        z.object({
          cityId: id.nullable(),
          cityName: z.string(),
          customers: z.number().int(),
          points: z.number().int(),
          endingSoon: z.number().int(),
          valueFen: fen.nullable(),
        }),
      ),
    }),
  }),
})
