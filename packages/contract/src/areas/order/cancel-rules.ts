import * as z from 'zod'
import { type Area, call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, nothing, optional, page, pageOf, requiredText, seconds, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { serviceStatus, serviceType } from './model.ts'

export const cancelRulesRefusals = refusals({
  'cancelRules.notFound': { code: 40455, zh: '规则不存在或不在您的业务范围内', en: 'No such rule within your scope' },
  'cancelRules.versionConflict': {
    code: 409223,
    zh: '规则已被他人修改，请刷新后重试',
    en: 'Someone else changed these rules, reload and try again',
  },
  'cancelRules.invalid': {
    code: 40056,
    zh: '规则的条件互相矛盾，请检查标出的字段',
    en: 'The conditions contradict each other, see the fields',
  },
  'cancelRules.outsideScope': { code: 40355, zh: '只能维护本人业务范围内城市的规则', en: 'You may keep rules of your own cities only' },
})

export const cancelBy = z.enum(['CUSTOMER', 'DRIVER', 'OPERATOR'])
export const cancelStage = z.enum(['SEARCHING', 'ACCEPTED', 'ARRIVED'])
export const cancelVerdict = z.enum(['NO_FAULT', 'CUSTOMER_AT_FAULT', 'DRIVER_AT_FAULT', 'SHARED'])
export type CancelVerdict = z.infer<typeof cancelVerdict>
/** Who pays the order: an enterprise for its employee, a partner whose right is used, or the customer. */
export const cancelPaidBy = z.enum(['CUSTOMER', 'ENTERPRISE', 'PARTNER'])
/** When a row holds; null conditions hold for every case. */
const conditions = {
  by: cancelBy,
  stage: cancelStage.nullable(),
  atLeastS: seconds.nullable(),
  upToS: seconds.nullable(),
  lateOverS: seconds.nullable(),
  callsAtLeast: z.number().int().nullable(),
  paidBy: cancelPaidBy.nullable(),
  /** The driver's rating × 100, from included, below not. */
  ratingFromX100: z.number().int().nullable(),
  ratingBelowX100: z.number().int().nullable(),
  /** Local time; a window whose end comes before its start goes over midnight. */
  from: z.string().nullable(),
  to: z.string().nullable(),
}
/** Conditions of the row that decided, so that a screen can say it in words; null where no row fitted. */
export const cancelCase = z.object(conditions)
export type CancelCase = z.infer<typeof cancelCase>

/** What a cancellation means for the driver who has the order. */
export const cancelConsequence = z.object({
  /** Taken from the driver's account; 0 also where it is let go. */
  driverPenaltyFen: z.number().int(),
  /** A penalty would be due and is let go, within the row's allowance. */
  waived: z.boolean(),
  countsToRate: z.boolean(),
  /** For so long the driver is not asked for this customer. */
  hideDriverS: seconds,
  /** Orders the driver held within 30 days, and those of them that count towards the cancel rate. */
  driverHeld: z.number().int().optional(),
  driverCounted: z.number().int().optional(),
})
export type CancelConsequence = z.infer<typeof cancelConsequence>

export const cancelJudged = z.object({
  /** Code of the row; empty where none fitted. */
  rule: z.string(),
  ruleCase: cancelCase.nullable(),
  verdict: cancelVerdict,
  feeFen: z.number().int(),
  /** What the rule asks for where the city took no fees when this was ordered. */
  waivedFen: z.number().int().optional(),
  /** Null where nobody has the order, absent once it is cancelled. */
  consequence: cancelConsequence.nullable().optional(),
})

const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '应为 HH:mm | must be HH:mm')
const day = intBetween(0, 86_400)

export const cancelRule = z.object({
  rowId: id,
  ...versionFacts,
  code: z.string(),
  cityId: id.nullable(),
  channelId: id.nullable(),
  serviceType: serviceType.nullable(),
  ...conditions,
  rank: z.number().int(),
  verdict: cancelVerdict,
  feeFen: z.number().int(),
  driverPenaltyFen: z.number().int(),
  /** So many penalties of a driver within 30 days are let go. */
  waivers: z.number().int(),
  countsToRate: z.boolean(),
  hideDriverS: seconds,
  enabled: z.boolean(),
})

export const cancelRulesCalls = part({
  list: call({
    method: 'GET',
    path: '/djweb/order/cancel_rule/list',
    effect: 'read',
    access: { authority: 'cancelRules.view' },
    summary: '取消判责规则',
    input: page.extend({ by: optional(cancelBy), cityId: optional(id), enabled: optional(flag) }),
    /** As they are asked: the most specific first. */
    output: pageOf(cancelRule.extend({ cityName: z.string(), channelName: z.string() })),
  }),
  /** Cities and channels a row can be made for. */
  places: call({
    method: 'GET',
    path: '/djweb/order/cancel_rule/places',
    effect: 'read',
    access: { authority: 'cancelRules.view' },
    summary: '取消判责规则适用的城市与渠道',
    input: nothing,
    output: z.object({
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      channels: z.array(z.object({ channelId: id, name: z.string() })),
    }),
  }),
  history: call({
    method: 'GET',
    path: '/djweb/order/cancel_rule/history',
    effect: 'read',
    access: { authority: 'cancelRules.view' },
    summary: '取消判责规则的历次修改',
    input: z.object({ rowId: id }),
    output: versionsOf(cancelRule),
  }),
  /** What would be judged in such a case, without an order; nothing happens. */
  tryCase: call({
    method: 'GET',
    path: '/djweb/order/cancel_rule/try',
    effect: 'read',
    access: { authority: 'cancelRules.view' },
    summary: '取消判责试算',
    input: z.object({
      by: cancelBy,
      stage: cancelStage,
      cityId: optional(id),
      channelId: optional(id),
      serviceType: optional(serviceType),
      /** Seconds since the stage began. */
      inStageS: optional(day),
      /** Seconds after the promised arrival. */
      lateS: optional(day),
      calls: optional(intBetween(0, 20)),
      paidBy: optional(cancelPaidBy),
      ratingX100: optional(intBetween(0, 500)),
      /** Local time; absent: no row with a window of time fits. */
      at: optional(localTime),
      /** Penalties of the driver let go within 30 days. */
      waived: optional(intBetween(0, 100)),
    }),
    output: cancelJudged.extend({ rowId: id.nullable() }),
  }),
  /** The whole row; conditions not given hold for every case. Without `rowId` a new row. Quotes already given keep what they said. */
  save: call({
    method: 'POST',
    path: '/djweb/order/cancel_rule/save',
    effect: 'write',
    access: { authority: 'cancelRules.edit' },
    everyChannel: true,
    tolerant: true,
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
      paidBy: optional(cancelPaidBy),
      rank: optional(intBetween(1, 10_000)),
      ratingFromX100: optional(intBetween(0, 500)),
      ratingBelowX100: optional(intBetween(1, 501)),
      from: optional(localTime),
      to: optional(localTime),
      verdict: cancelVerdict,
      feeFen: intBetween(0, 100_000),
      driverPenaltyFen: optional(intBetween(0, 100_000)),
      waivers: optional(intBetween(0, 100)),
      countsToRate: optional(flag),
      hideDriverS: optional(intBetween(0, 31_536_000)),
      enabled: optional(flag),
      ...changeReason,
    }),
    output: z.object({ rowId: id, version: z.number().int() }),
    failures: ['cancelRules.notFound', 'cancelRules.versionConflict', 'cancelRules.outsideScope', 'cancelRules.invalid'],
  }),
})

/** Cancelling an order by the rules. */
const mayCancel = { authority: 'order.cancel' } as const

export const orderCancelCalls = {
  /** Who is at fault and what it costs; nothing happens yet. */
  judgeCancel: call({
    method: 'GET',
    path: '/djweb/order/judge_cancel',
    anyVerb: true,
    effect: 'write',
    access: mayCancel,
    tolerant: true,
    unlogged: true,
    summary: '取消判责',
    /** `byCustomer` false: the operator's own decision. */
    input: z.object({ orderId: id, byCustomer: optional(flag) }),
    output: cancelJudged.extend({ quoteId: id, validUntil: instant, serviceStatus, version: z.number().int() }),
    failures: ['order.notFound', 'order.notCancellable'],
  }),
  /** Cancels at exactly the judgement of `quoteId`; where it no longer holds, `order.cancelQuoteStale` carries a fresh one. */
  cancel: call({
    method: 'GET',
    path: '/djweb/order/order_cancel',
    anyVerb: true,
    effect: 'write',
    access: mayCancel,
    tolerant: true,
    once: true,
    summary: '取消订单',
    input: z.object({ orderId: id, quoteId: id, reason: optional(text(200)), byCustomer: optional(flag) }),
    output: cancelJudged.extend({ serviceStatus, version: z.number().int() }),
    failures: ['order.notFound', 'order.notCancellable', 'order.cancelQuoteStale'],
  }),
} satisfies Area
