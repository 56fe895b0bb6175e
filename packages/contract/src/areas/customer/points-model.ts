import * as z from 'zod'
import { intBetween } from '../../kernel/fields.ts'

/** What gives points: an order that was finished and paid, each whole yuan the customer paid of it, their first such order, their birthday, praise of a driver. */
export const pointRuleEvent = z.enum(['ORDER', 'AMOUNT', 'FIRST_ORDER', 'BIRTHDAY', 'PRAISE'])
export type PointRuleEvent = z.infer<typeof pointRuleEvent>
/** Of a record: what it was written for. */
export const pointEvent = z.enum([
  ...pointRuleEvent.options,
  'REDEEMED',
  'UNREDEEMED',
  'EXPIRED',
  'ADJUSTED',
  'REVERSED',
  'RESTORED',
  'MERGED_OUT',
  'MERGED_IN',
  'ERASED',
])
export type PointEvent = z.infer<typeof pointEvent>
export const pointEventText: Record<PointEvent, string> = {
  ORDER: '订单奖励',
  AMOUNT: '订单消费',
  FIRST_ORDER: '首单奖励',
  BIRTHDAY: '生日奖励',
  PRAISE: '表扬司机',
  REDEEMED: '兑换优惠券',
  UNREDEEMED: '兑换的优惠券被收回',
  EXPIRED: '积分到期',
  ADJUSTED: '人工调整',
  REVERSED: '订单权益审核未通过',
  RESTORED: '订单权益申诉通过',
  MERGED_OUT: '客户合并转出',
  MERGED_IN: '客户合并转入',
  ERASED: '抹除客户信息',
}

export const MOST_POINTS = 10_000_000
export const pointRule = z.object({
  event: pointRuleEvent,
  /** For each time; of AMOUNT for each whole yuan. */
  points: intBetween(1, 100_000),
  /** What one customer gets of it on one day of the city at most; null: without a limit. */
  dayCap: intBetween(1, MOST_POINTS).nullable().default(null),
  /** They end at the midnight after so many months; null: never. */
  expiryMonths: intBetween(1, 60).nullable().default(null),
})
export type PointRule = z.infer<typeof pointRule>
export const pointRules = z.array(pointRule).max(pointRuleEvent.options.length)

/** What a business, or one of its cities, gives points for. */
export interface PointTerms {
  /** Off: nothing is given; what customers have stays good and may be spent. */
  enabled: boolean
  rules: PointRule[]
  /** Customers are told so many days before points of theirs end; null: not at all. */
  remindDays: number | null
  /** What is given or taken by hand takes a second person from so many points on. */
  secondFromPoints: number
  /** What a hundred points are put down at in the report, fen; null: not valued. */
  hundredPointsFen: number | null
}
export const STANDARD_POINT_TERMS: PointTerms = {
  enabled: false,
  rules: [
    { event: 'AMOUNT', points: 1, dayCap: 500, expiryMonths: 12 },
    { event: 'FIRST_ORDER', points: 100, dayCap: null, expiryMonths: 12 },
  ],
  remindDays: 7,
  secondFromPoints: 1_000,
  hundredPointsFen: 100,
}

/** What a customer gets for something at most, when nothing was given on that day yet. `amountFen`: what they paid. */
export function pointsFor({ event, points, dayCap }: PointRule, amountFen: number, givenToday = 0): number {
  const whole = event === 'AMOUNT' ? points * Math.floor(amountFen / 100) : points
  return dayCap === null ? Math.min(whole, MOST_POINTS) : Math.max(0, Math.min(whole, dayCap - givenToday))
}

export const POINT_ADJUSTMENT_STATE = { waiting: 10, done: 20, refused: 30, takenBack: 40 } as const
export const pointAdjustmentState = z.literal(Object.values(POINT_ADJUSTMENT_STATE))
export type PointAdjustmentState = z.infer<typeof pointAdjustmentState>
export const pointAdjustmentStateText: Record<PointAdjustmentState, string> = { 10: '待审批', 20: '已调整', 30: '已驳回', 40: '已撤回' }
