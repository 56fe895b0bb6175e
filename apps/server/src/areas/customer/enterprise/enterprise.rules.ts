/** What was paid in a month, and what is promised to orders in progress that were placed in it. */
export interface MonthUse {
  usedFen: number
  promisedFen: number
}
export interface PayerFacts {
  enterprise: {
    active: boolean
    /** Empty: everywhere. */
    cityIds: readonly string[]
    /** `hh:mm`, local to the city; null: at any time. `to` is not included; it may lie after midnight. */
    hours: { from: string; to: string } | null
    perOrderLimitFen: number | null
    monthLimitFen: number | null
    month: MonthUse
    /** Balance and credit less what is reserved. */
    availableFen: number
  }
  /** Null: the telephone belongs to nobody there. */
  employee: { active: boolean; monthLimitFen: number | null; month: MonthUse } | null
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

export interface PayerLimit {
  /** The most the enterprise pays of one order. */
  limitFen: number
  /** The most it pays of all that are placed now. */
  restFen: number
}
/**
 * The most an enterprise pays of orders of its employee, or why it pays nothing. Asked in the order of the trade: who orders, where and when,
 * the limits of the month, then the balance.
 */
export function payerLimit({ enterprise, employee }: PayerFacts, trip: PaidTrip): PayerLimit | { refusal: PayerRefusal } {
  if (!employee?.active) return { refusal: 'enterprise.notEmployee' }
  if (!enterprise.active) return { refusal: 'enterprise.stopped' }
  if (enterprise.cityIds.length > 0 && !enterprise.cityIds.includes(trip.cityId)) return { refusal: 'enterprise.otherCity' }
  if (enterprise.hours && !withinHours(enterprise.hours, trip)) return { refusal: 'enterprise.otherHours' }
  const monthLeftFen = Math.min(monthLeft(enterprise), monthLeft(employee))
  if (monthLeftFen <= 0) return { refusal: 'enterprise.monthLimit' }
  if (enterprise.availableFen <= 0) return { refusal: 'enterprise.noCredit' }
  const restFen = Math.min(monthLeftFen, enterprise.availableFen, MOST_FEN)
  return { limitFen: Math.min(enterprise.perOrderLimitFen ?? MOST_FEN, restFen), restFen }
}

/** No order costs more than the database's integer holds. */
const MOST_FEN = 2_147_483_647
/** What a month's limit leaves for one more order, those in progress set aside. */
export const monthLeft = ({ monthLimitFen, month }: { monthLimitFen: number | null; month: MonthUse }): number =>
  monthLimitFen === null ? MOST_FEN : monthLimitFen - month.usedFen - month.promisedFen

function withinHours({ from, to }: { from: string; to: string }, { departAt, utcOffsetMinutes }: PaidTrip): boolean {
  const at = new Date(departAt.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(11, 16)
  return from <= to ? from <= at && at < to : at >= from || at < to
}

/** The limits of several orders placed together: each leaves less for the next. */
export function limitsOf(count: number, { limitFen, restFen: wholeFen }: PayerLimit, expectedFen: number): number[] {
  const limits: number[] = []
  let restFen = wholeFen
  for (let n = 0; n < count; n++) {
    const own = Math.max(0, Math.min(limitFen, restFen))
    limits.push(own)
    restFen -= Math.min(own, expectedFen)
  }
  return limits
}
