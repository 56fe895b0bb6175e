import * as z from 'zod'
import { call, type Area } from '../kernel/call.ts'
import { refusals } from '../kernel/envelope.ts'
import { flag, id, instant, intBetween, nothing, optional, requiredText, seconds } from '../kernel/fields.ts'
import { serviceType } from './order-model.ts'

export const cancelRulesRefusals = refusals({
  'cancelRules.notFound': { code: 40455, zh: '规则不存在或不在您的业务范围内', en: 'No such rule within your scope' },
  'cancelRules.changed': { code: 40955, zh: '规则已被他人修改，请刷新后重试', en: 'The rule was changed by someone else, reload it' },
  'cancelRules.outsideScope': { code: 40355, zh: '只能维护本人业务范围内城市的规则', en: 'You may keep rules of your own cities only' },
})

export const cancelBy = z.enum(['CUSTOMER', 'DRIVER', 'OPERATOR'])
export const cancelStage = z.enum(['SEARCHING', 'ACCEPTED', 'ARRIVED'])
export const cancelVerdict = z.enum(['NO_FAULT', 'CUSTOMER_AT_FAULT', 'DRIVER_AT_FAULT', 'SHARED'])
/** Conditions of the row that decided, so that a screen can say it in words; null where no row fitted. */
export const cancelCase = z.object({
  by: cancelBy,
  stage: cancelStage.nullable(),
  atLeastS: seconds.nullable(),
  upToS: seconds.nullable(),
  lateOverS: seconds.nullable(),
  callsAtLeast: z.number().int().nullable(),
})
export type CancelCase = z.infer<typeof cancelCase>

export const cancelJudged = z.object({
  /** Code of the row; empty where none fitted. */
  rule: z.string(),
  ruleCase: cancelCase.nullable(),
  verdict: cancelVerdict,
  feeFen: z.number().int(),
})

const day = intBetween(0, 86_400)

export const cancelRule = z.object({
  rowId: id,
  version: z.number().int(),
  code: z.string(),
  cityId: id.nullable(),
  channelId: id.nullable(),
  serviceType: serviceType.nullable(),
  by: cancelBy,
  stage: cancelStage.nullable(),
  atLeastS: z.number().int().nullable(),
  upToS: z.number().int().nullable(),
  lateOverS: z.number().int().nullable(),
  callsAtLeast: z.number().int().nullable(),
  rank: z.number().int(),
  verdict: cancelVerdict,
  feeFen: z.number().int(),
  enabled: z.boolean(),
  changedBy: z.string(),
  changedAt: instant,
})

export const cancelRulesCalls = {
  list: call({
    method: 'GET',
    path: '/djweb/order/cancel_rule/list',
    effect: 'read',
    access: { authority: 'cancelRules.view' },
    summary: '取消判责规则',
    input: nothing,
    output: z.object({ rows: z.array(cancelRule) }),
  }),
  /** The whole row; conditions not given hold for every case. Without `rowId` a new row. Quotes already given keep what they said. */
  save: call({
    method: 'POST',
    path: '/djweb/order/cancel_rule/save',
    effect: 'write',
    access: { authority: 'cancelRules.edit' },
    summary: '保存取消判责规则',
    input: z.object({
      rowId: optional(id),
      /** The version on the screen, with `rowId`. */
      version: optional(intBetween(1, 1_000_000)),
      code: requiredText(12),
      cityId: optional(id),
      channelId: optional(id),
      serviceType: optional(serviceType),
      by: cancelBy,
      stage: optional(cancelStage),
      atLeastS: optional(day),
      upToS: optional(day),
      lateOverS: optional(day),
      callsAtLeast: optional(intBetween(0, 20)),
      rank: optional(intBetween(1, 10_000)),
      verdict: cancelVerdict,
      feeFen: intBetween(0, 100_000),
      enabled: optional(flag),
    }),
    output: z.object({ rowId: id, version: z.number().int() }),
    failures: ['cancelRules.notFound', 'cancelRules.changed', 'cancelRules.outsideScope'],
  }),
} satisfies Area
