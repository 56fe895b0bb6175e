import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { basisPoints, fen, flag, id, instant, intBetween, json, optional } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { auditStatus } from './model.ts'

/** Which uses of rights people look at: by what is suspicious about them, and some at random. */
export const rightAuditRuleRefusals = refusals({
  'rightAuditRules.otherCity': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'rightAuditRules.versionConflict': {
    code: 409156,
    zh: '审核规则已被他人修改，请按最新规则重新填写',
    en: 'Somebody else changed the rules, look at the present ones and try again',
  },
  'rightAuditRules.twice': { code: 400154, zh: '同一权益只能设置一个抽查比例', en: 'A right has one rate' },
  'rightAuditRules.rightNotFound': { code: 404, zh: '权益不存在', en: 'No such right' },
  'rightAuditRules.rangeTooLong': { code: 400155, zh: '一次最多试算 92 天', en: 'At most 92 days can be tried at once' },
})

export const auditRuleKind = z.enum(['PAIR', 'SHORT', 'SAME_PLACE', 'NIGHT', 'DRIVER_PHONE', 'LARGE', 'NO_TRACK'])
export type AuditRuleKind = z.infer<typeof auditRuleKind>
export const auditRuleText: Record<AuditRuleKind, string> = {
  PAIR: '同一客户与司机多次用权益',
  SHORT: '里程很短',
  SAME_PLACE: '起点与终点在同一处',
  NIGHT: '一名司机夜间集中用权益',
  DRIVER_PHONE: '客户号码是司机的号码',
  LARGE: '权益抵扣金额大',
  NO_TRACK: '没有轨迹，里程为估算',
}

const on = flag
const riskRules = z.object({
  /** So many uses of one customer with one driver in so many days, this one included. */
  PAIR: z.object({ on, count: intBetween(2, 50), days: intBetween(1, 31) }),
  /** The billed distance is below it. */
  SHORT: z.object({ on, metres: intBetween(100, 20_000) }),
  /** The ends of the trip lie no further apart. */
  SAME_PLACE: z.object({ on, metres: intBetween(50, 5_000) }),
  /** So many uses with one driver in one night between these hours of the city. */
  NIGHT: z.object({ on, count: intBetween(2, 50), fromHour: intBetween(0, 23), toHour: intBetween(0, 23) }),
  DRIVER_PHONE: z.object({ on }),
  /** The right paid this much or more. */
  LARGE: z.object({ on, fen: intBetween(100, 1_000_000) }),
  NO_TRACK: z.object({ on }),
})
const content = {
  riskRules: json(riskRules),
  /** Of ten thousand uses that no rule caught so many are looked at all the same. */
  sampleBp: intBetween(0, 10_000),
  /** Rights that differ. */
  rightSamples: json(z.array(z.object({ rightId: id, sampleBp: intBetween(0, 10_000) })).max(100)),
  /** Days in which a driver may appeal. */
  appealDays: intBetween(1, 60),
}
const auditRules = z.object(content)
export type AuditRules = z.infer<typeof auditRules>

/** What holds where nobody set anything (domain 8). */
export const STANDARD_AUDIT_RULES: AuditRules = {
  riskRules: {
    PAIR: { on: true, count: 3, days: 7 },
    SHORT: { on: true, metres: 1_000 },
    SAME_PLACE: { on: true, metres: 300 },
    NIGHT: { on: true, count: 3, fromHour: 0, toHour: 5 },
    DRIVER_PHONE: { on: true },
    LARGE: { on: false, fen: 20_000 },
    NO_TRACK: { on: false },
  },
  sampleBp: 300,
  rightSamples: [],
  appealDays: 7,
}

const setting = z.object({ cityId: id.nullable(), cityName: z.string(), ...versionFacts, ...content })

const view = { authority: 'rightAudit.view' } as const
const caughtRow = z.object({
  orderId: id,
  orderNo: z.string(),
  cityName: z.string(),
  driverName: z.string(),
  rightName: z.string(),
  usedAt: instant,
  coveredFen: fen,
  hits: z.array(auditRuleKind),
  /** What became of it, where there is a case. */
  state: auditStatus.nullable(),
})
/** How right a rule was: of what it caught and people decided about, so much failed. */
const precisionRow = z.object({
  /** Null: what was taken at random and no rule caught. */
  rule: auditRuleKind.nullable(),
  caught: z.number().int(),
  open: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  precisionBp: basisPoints.nullable(),
})

/** So many are shown of what a trial caught. */
export const TRIAL_SHOWS = 200

export const rightAuditRulesCalls = {
  rules: call({
    method: 'GET',
    path: '/djweb/rightOrderAudit/rules',
    effect: 'read',
    access: view,
    summary: '权益审核规则',
    /** Without a city the tenant's own. */
    input: z.object({ cityId: optional(id) }),
    output: z.object({
      /** What holds there: the city's own, else the tenant's, else the standard (version 0). */
      holds: z.object({
        ...content,
        cityId: id.nullable(),
        version: z.number().int(),
        changedAt: instant.nullable(),
        changedBy: z.string(),
      }),
      /** The version of the city's (or the tenant's) own, which a change is built on; 0 where it has none. */
      ownVersion: z.number().int(),
      mayChange: z.boolean(),
      /** Cities with rules of their own. */
      cities: z.array(z.object({ cityId: id, name: z.string() })),
    }),
  }),
  history: call({
    method: 'GET',
    path: '/djweb/rightOrderAudit/rulesHistory',
    effect: 'read',
    access: view,
    summary: '权益审核规则的历次修改',
    input: z.object({ cityId: optional(id) }),
    output: versionsOf(setting),
  }),
  save: call({
    method: 'POST',
    path: '/djweb/rightOrderAudit/saveRules',
    effect: 'write',
    access: { authority: 'rightAudit.rules' },
    everyChannel: true,
    body: 'json',
    tolerant: true,
    summary: '保存权益审核规则',
    input: z.object({ cityId: optional(id), ...content, version: intBetween(0, 1_000_000), ...changeReason }),
    output: setting,
    failures: ['rightAuditRules.otherCity', 'rightAuditRules.versionConflict', 'rightAuditRules.twice', 'rightAuditRules.rightNotFound'],
  }),
  /** What such rules would have caught of past uses, the newest first; nothing is changed. Sampling is left out. */
  try: call({
    method: 'POST',
    path: '/djweb/rightOrderAudit/tryRules',
    effect: 'read',
    access: { authority: 'rightAudit.rules' },
    body: 'json',
    summary: '用历史订单试算审核规则',
    input: z.object({ cityId: optional(id), riskRules: json(riskRules), usedFrom: instant, usedTo: instant }),
    output: z.object({
      uses: z.number().int(),
      caught: z.number().int(),
      /** What they paid. */
      caughtFen: fen,
      byRule: z.array(
        z.object({
          rule: auditRuleKind,
          caught: z.number().int(),
          /** Caught by no other rule. */
          alone: z.number().int(),
          passed: z.number().int(),
          failed: z.number().int(),
        }),
      ),
      rows: z.array(caughtRow),
      /** There were more: only the newest were tried. */
      cut: z.boolean(),
    }),
    failures: ['rightAuditRules.rangeTooLong', 'rightAuditRules.otherCity'],
  }),
  precision: call({
    method: 'GET',
    path: '/djweb/rightOrderAudit/precision',
    effect: 'read',
    access: view,
    summary: '权益审核规则的准确率',
    input: z.object({ cityId: optional(id), usedFrom: instant, usedTo: instant }),
    output: z.object({ rows: z.array(precisionRow) }),
  }),
} satisfies Area
