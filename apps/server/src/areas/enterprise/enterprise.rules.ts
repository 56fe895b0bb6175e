export interface PayerFacts {
  enterprise: {
    active: boolean
    /** Empty: everywhere. */
    cityIds: readonly string[]
    /** `hh:mm`, local to the city; null: at any time. `to` is not included; it may lie after midnight. */
    hours: { from: string; to: string } | null
    perOrderLimitFen: number | null
    monthLimitFen: number | null
    usedThisMonthFen: number
    /** Balance and credit less what is reserved. */
    availableFen: number
  }
  /** Null: the telephone belongs to nobody there. */
  employee: { active: boolean; monthLimitFen: number | null; usedThisMonthFen: number } | null
}
export interface PaidTrip {
  cityId: string
  departAt: Date
  utcOffsetMinutes: number
}
export type PayerRefusal =
  | 'enterprise.notEmployee'
  | 'enterprise.stopped'
  | 'enterprise.otherCity'
  | 'enterprise.otherHours'
  | 'enterprise.monthLimit'
  | 'enterprise.noCredit'

/**
 * The most an enterprise pays of one order of its employee, fen, or why it pays nothing. Asked in the order of the trade: who orders, where
 * and when, the limits of the month, then the balance.
 */
export function payerLimit({ enterprise, employee }: PayerFacts, trip: PaidTrip): { limitFen: number } | { refusal: PayerRefusal } {
  if (!employee?.active) return { refusal: 'enterprise.notEmployee' }
  if (!enterprise.active) return { refusal: 'enterprise.stopped' }
  if (enterprise.cityIds.length > 0 && !enterprise.cityIds.includes(trip.cityId)) return { refusal: 'enterprise.otherCity' }
  if (enterprise.hours && !withinHours(enterprise.hours, trip)) return { refusal: 'enterprise.otherHours' }
  const monthLeft = Math.min(left(enterprise), left(employee))
  if (monthLeft <= 0) return { refusal: 'enterprise.monthLimit' }
  if (enterprise.availableFen <= 0) return { refusal: 'enterprise.noCredit' }
  return { limitFen: Math.min(enterprise.perOrderLimitFen ?? MOST_FEN, monthLeft, enterprise.availableFen, MOST_FEN) }
}

/** No order costs more than the database's integer holds. */
const MOST_FEN = 2_147_483_647
const left = ({ monthLimitFen, usedThisMonthFen }: { monthLimitFen: number | null; usedThisMonthFen: number }) =>
  monthLimitFen === null ? MOST_FEN : monthLimitFen - usedThisMonthFen

function withinHours({ from, to }: { from: string; to: string }, { departAt, utcOffsetMinutes }: PaidTrip): boolean {
  const at = new Date(departAt.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(11, 16)
  return from <= to ? from <= at && at < to : at >= from || at < to
}

/** The limits of several orders placed together: each leaves less for the next. */
export function limitsOf(count: number, limitFen: number, of: { availableFen: number; expectedFen: number }): number[] {
  const limits: number[] = []
  let restFen = of.availableFen
  for (let n = 0; n < count; n++) {
    const own = Math.max(0, Math.min(limitFen, restFen))
    limits.push(own)
    restFen -= Math.min(own, of.expectedFen)
  }
  return limits
}
