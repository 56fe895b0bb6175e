import { SERVICE_STATUS as S, type ServiceStatus } from '@chauffeur/contract/order/model'
import type { CancelCase, CancelConsequence } from '@chauffeur/contract/order/cancel-rules'
import { inWindow, windowText } from '#platform/values/local-clock'
import { isCancellable, laterOf } from '../model/order.rules.ts'

export type CancelBy = 'CUSTOMER' | 'DRIVER' | 'OPERATOR'
export type CancelStage = 'SEARCHING' | 'ACCEPTED' | 'ARRIVED'
export type PaidBy = 'CUSTOMER' | 'ENTERPRISE' | 'PARTNER'
export type Verdict = 'NO_FAULT' | 'CUSTOMER_AT_FAULT' | 'DRIVER_AT_FAULT' | 'SHARED'
/** A row of the consequence table; null conditions hold for every case. */
export interface CancelRow {
  code: string
  cityId: string | null
  channelId: string | null
  serviceType: string | null
  by: CancelBy
  stage: CancelStage | null
  /** Seconds in the stage, both ends included. */
  atLeastS: number | null
  upToS: number | null
  /** The driver's lateness, more than this. */
  lateOverS: number | null
  callsAtLeast: number | null
  paidBy: PaidBy | null
  /** Among rows as specific the lowest decides. */
  rank: number
  /** The driver's rating × 100: from, included, to below. */
  ratingFromX100: number | null
  ratingBelowX100: number | null
  /** Minutes of the local day; a window whose end comes before its start goes over midnight. */
  fromMinute: number | null
  toMinute: number | null
  verdict: Verdict
  feeFen: number
  driverPenaltyFen: number
  /** So many penalties of a driver within 30 days are let go. */
  waivers: number
  /** Towards the driver's cancel rate. */
  countsToRate: boolean
  /** For so long the driver is not asked for this customer. */
  hideDriverS: number
}

const row = (code: string, by: CancelBy, rest: Partial<CancelRow> & { rank: number; verdict: Verdict; feeFen: number }): CancelRow => ({
  code,
  by,
  cityId: null,
  channelId: null,
  serviceType: null,
  stage: null,
  atLeastS: null,
  upToS: null,
  lateOverS: null,
  callsAtLeast: null,
  paidBy: null,
  ratingFromX100: null,
  ratingBelowX100: null,
  fromMinute: null,
  toMinute: null,
  driverPenaltyFen: 0,
  waivers: 0,
  countsToRate: false,
  hideDriverS: 0,
  ...rest,
})
/** What every tenant begins with (domain 1.5). */
export const defaultCancelRows: readonly CancelRow[] = [
  row('R1', 'CUSTOMER', { stage: 'SEARCHING', rank: 10, verdict: 'NO_FAULT', feeFen: 0 }),
  row('R2', 'CUSTOMER', { stage: 'ACCEPTED', upToS: 180, rank: 20, verdict: 'NO_FAULT', feeFen: 0 }),
  row('R3', 'CUSTOMER', { stage: 'ACCEPTED', lateOverS: 300, rank: 30, verdict: 'DRIVER_AT_FAULT', feeFen: 0, countsToRate: true }),
  row('R4', 'CUSTOMER', { stage: 'ACCEPTED', rank: 40, verdict: 'CUSTOMER_AT_FAULT', feeFen: 1_000 }),
  row('R5', 'CUSTOMER', { stage: 'ARRIVED', upToS: 600, rank: 50, verdict: 'CUSTOMER_AT_FAULT', feeFen: 1_000 }),
  row('R6', 'CUSTOMER', { stage: 'ARRIVED', rank: 60, verdict: 'CUSTOMER_AT_FAULT', feeFen: 2_000 }),
  row('R7', 'DRIVER', { stage: 'ARRIVED', atLeastS: 900, callsAtLeast: 2, rank: 70, verdict: 'CUSTOMER_AT_FAULT', feeFen: 2_000 }),
  row('R8', 'DRIVER', { rank: 80, verdict: 'DRIVER_AT_FAULT', feeFen: 0, driverPenaltyFen: 1_000, waivers: 2, countsToRate: true }),
  row('R1', 'OPERATOR', { stage: 'SEARCHING', rank: 11, verdict: 'NO_FAULT', feeFen: 0 }),
  row('R9', 'OPERATOR', { rank: 90, verdict: 'NO_FAULT', feeFen: 0 }),
]

export interface CancelFacts {
  status: ServiceStatus
  by: CancelBy
  acceptedAt: Date | null
  arrivedAt: Date | null
  /** When the customer wanted the driver; null for now. */
  bookTime: Date | null
  /** Promised arrival; null before a driver accepted. */
  promisedAt: Date | null
  now: Date
  cityId?: string
  channelId?: string | null
  serviceType?: string
  /** The driver's logged calls to the customer. */
  calls?: number
  paidBy?: PaidBy
  /** Null while nobody has the order. */
  driverRatingX100?: number | null
  minuteOfDay?: number
  /** Penalties of the driver that were let go within 30 days. */
  driverWaived?: number
}
export interface Judgement {
  /** Code of the row that decided; empty where none fits. */
  rule: string
  /** The conditions of that row, for words. */
  ruleCase: CancelCase | null
  verdict: Verdict
  feeFen: number
  /** What follows for the driver; null while nobody has the order. */
  consequence: CancelConsequence | null
}

/** The row that decides a case: of those that fit the most specific, then that of the lowest rank. */
export function decidingRow<R extends CancelRow>(facts: CancelFacts, rows: readonly R[]): R | null {
  const stage = stageOf(facts.status)
  const since = (at: Date | null) => (at ? (facts.now.getTime() - at.getTime()) / 1_000 : 0)
  // Waiting begins at the booked time: a driver who comes early waits on their own account.
  const waitedS = Math.max(0, since(laterOf(facts.arrivedAt, facts.bookTime)))
  const inStageS = stage === 'ARRIVED' ? waitedS : stage === 'ACCEPTED' ? since(facts.acceptedAt) : 0
  const lateS = since(facts.promisedAt)
  const is = (wanted: string | null, given: string | null | undefined) => wanted === null || wanted === (given ?? null)
  const fitting = rows.filter(
    (one) =>
      one.by === facts.by &&
      is(one.stage, stage) &&
      is(one.cityId, facts.cityId) &&
      is(one.channelId, facts.channelId) &&
      is(one.serviceType, facts.serviceType) &&
      is(one.paidBy, facts.paidBy ?? 'CUSTOMER') &&
      (one.atLeastS === null || inStageS >= one.atLeastS) &&
      (one.upToS === null || inStageS <= one.upToS) &&
      (one.lateOverS === null || lateS > one.lateOverS) &&
      (one.callsAtLeast === null || (facts.calls ?? 0) >= one.callsAtLeast) &&
      ratingFits(one, facts.driverRatingX100 ?? null) &&
      timeFits(one, facts.minuteOfDay),
  )
  return fitting.toSorted(bySpecificity)[0] ?? null
}

/** By whom and at which stage an order was cancelled, or could be by its driver. */
export interface CancelledCase extends Pick<CancelFacts, 'status' | 'cityId' | 'channelId' | 'serviceType' | 'paidBy'> {
  arrivedAt: Date | null
}
/**
 * For how long a driver is kept from the customer who is found at fault by a decision and not by the table: as the table's own row of that
 * verdict says for whoever cancelled, else for a driver who cancels. Times, calls and ratings are left out: the decision is about the facts.
 */
export function hideSecondsBy(verdict: Verdict, of: CancelledCase, rows: readonly CancelRow[]): number {
  const by: CancelBy = of.status === S.customerCancelled ? 'CUSTOMER' : of.status === S.operatorCancelled ? 'OPERATOR' : 'DRIVER'
  const stage: CancelStage = of.arrivedAt ? 'ARRIVED' : 'ACCEPTED'
  const is = (wanted: string | null, given: string | null | undefined) => wanted === null || wanted === (given ?? null)
  const speaking = rows.filter(
    (one) =>
      one.verdict === verdict &&
      (one.by === by || one.by === 'DRIVER') &&
      is(one.stage, stage) &&
      is(one.cityId, of.cityId) &&
      is(one.channelId, of.channelId) &&
      is(one.serviceType, of.serviceType) &&
      is(one.paidBy, of.paidBy ?? 'CUSTOMER'),
  )
  const own = (one: CancelRow) => (one.by === by ? 0 : 1)
  return speaking.toSorted((a, b) => own(a) - own(b) || bySpecificity(a, b))[0]?.hideDriverS ?? 0
}

/** What is wrong with the conditions of a row that are each within bounds. */
export function rowProblems(row: Omit<CancelRow, 'code' | 'rank'>): { path: string; zh: string; en: string }[] {
  const problems: { path: string; zh: string; en: string }[] = []
  const at = (path: string, zh: string, en: string) => problems.push({ path, zh, en })
  if (row.atLeastS !== null && row.upToS !== null && row.atLeastS > row.upToS)
    at('upToS', '不能短于起始时长', 'must not be less than the start')
  if (row.ratingFromX100 !== null && row.ratingBelowX100 !== null && row.ratingFromX100 >= row.ratingBelowX100)
    at('ratingBelowX100', '须高于评分下限', 'must be above the lower bound')
  if ((row.fromMinute === null) !== (row.toMinute === null))
    at(row.fromMinute === null ? 'from' : 'to', '开始与结束时间须同时填写', 'give both the start and the end of the window')
  else if (row.fromMinute !== null && row.fromMinute === row.toMinute) at('to', '结束时间不能与开始时间相同', 'must differ from the start')
  if (row.stage === 'SEARCHING') {
    if (row.by === 'DRIVER') at('stage', '未接单时司机不能取消', 'no driver has the order yet')
    if (row.driverPenaltyFen > 0) at('driverPenaltyFen', '未接单时没有司机可扣款', 'there is no driver to charge yet')
  }
  if (row.waivers > 0 && row.driverPenaltyFen === 0) at('waivers', '没有司机扣款时无需免罚', 'there is no penalty to let go')
  return problems
}

/** Who is responsible for a cancellation and what it costs whom. Null: it cannot be cancelled. */
export function judgeCancel(facts: CancelFacts, rows: readonly CancelRow[] = defaultCancelRows): Judgement | null {
  if (!isCancellable(facts.status)) return null
  const best = decidingRow(facts, rows)
  if (!best) return { rule: '', ruleCase: null, verdict: 'NO_FAULT', feeFen: 0, consequence: null }
  return {
    rule: best.code,
    ruleCase: caseOf(best),
    verdict: best.verdict,
    feeFen: best.feeFen,
    consequence: stageOf(facts.status) === 'SEARCHING' ? null : consequenceOf(best, facts.driverWaived ?? 0),
  }
}

const stageOf = (status: ServiceStatus): CancelStage =>
  status === S.arrived ? 'ARRIVED' : status === S.accepted ? 'ACCEPTED' : 'SEARCHING'

function ratingFits({ ratingFromX100, ratingBelowX100 }: CancelRow, rating: number | null): boolean {
  if (ratingFromX100 === null && ratingBelowX100 === null) return true
  return rating !== null && rating >= (ratingFromX100 ?? 0) && rating < (ratingBelowX100 ?? Number.POSITIVE_INFINITY)
}

function timeFits({ fromMinute: from, toMinute: to }: CancelRow, minute: number | undefined): boolean {
  if (from === null || to === null) return true
  return minute !== undefined && inWindow(from, to, minute)
}

/** A penalty within the allowance is let go; that it would have been due is kept. */
function consequenceOf({ driverPenaltyFen, waivers, countsToRate, hideDriverS }: CancelRow, waived: number): CancelConsequence {
  const isWaived = driverPenaltyFen > 0 && waived < waivers
  return { driverPenaltyFen: isWaived ? 0 : driverPenaltyFen, waived: isWaived, countsToRate, hideDriverS }
}

/** The conditions of a row, as they are kept with the order it decided. */
export const caseOf = (row: CancelRow): CancelCase => {
  const { by, stage, atLeastS, upToS, lateOverS, callsAtLeast, paidBy, ratingFromX100, ratingBelowX100, fromMinute, toMinute } = row
  return {
    by,
    stage,
    atLeastS,
    upToS,
    lateOverS,
    callsAtLeast,
    paidBy,
    ratingFromX100,
    ratingBelowX100,
    ...windowText(fromMinute, toMinute),
  }
}
/** What a cancellation left the driver with, as it stands. */
export const keptConsequence = (order: {
  cancel_penalty_fen: number | null
  cancel_waived: boolean
  cancel_counts: boolean
  cancel_hide_s: number
}) => ({
  driverPenaltyFen: order.cancel_penalty_fen ?? 0,
  waived: order.cancel_waived,
  countsToRate: order.cancel_counts,
  hideDriverS: order.cancel_hide_s,
})
/** Who pays an order: of an enterprise's employee the enterprise, with a right the partner who granted it. */
export const paidByOf = (order: { enterprise_id: string | null; right_grant_id: string | null }): PaidBy =>
  order.enterprise_id !== null ? 'ENTERPRISE' : order.right_grant_id !== null ? 'PARTNER' : 'CUSTOMER'

/** A channel's own row outweighs a city's, that a service type's, and that any condition on how the cancellation came about; then the rank. */
export const bySpecificity = (a: CancelRow, b: CancelRow): number => specificity(b) - specificity(a) || a.rank - b.rank
const specificity = (one: CancelRow): number => {
  const given = [
    one.stage,
    one.atLeastS,
    one.upToS,
    one.lateOverS,
    one.callsAtLeast,
    one.paidBy,
    one.ratingFromX100 ?? one.ratingBelowX100,
    one.fromMinute,
  ]
  const conditions = given.filter((value) => value !== null).length
  return (one.channelId === null ? 0 : 64) + (one.cityId === null ? 0 : 32) + (one.serviceType === null ? 0 : 16) + conditions
}
