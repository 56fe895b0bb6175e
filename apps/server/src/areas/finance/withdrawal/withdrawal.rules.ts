import {
  payingWithdrawalStates,
  WITHDRAWAL_STATE as S,
  type WithdrawalState,
  type WithdrawalWay,
} from '@chauffeur/contract/finance/withdrawal'
import type { TermsRefusal } from '@chauffeur/contract/finance/withdrawal-terms'
import { defineMachine, type Transition } from '#platform/machine/machine'

export interface Terms {
  minFen: number
  maxFen: number
  maxPerDay: number
  reserveFen: number
  feeBp: number
  feeFlatFen: number
  freePerWeek: number
  /** Bit 0 is Monday. */
  weekMask: number
  ways: readonly WithdrawalWay[]
  accountCoolingHours: number
  /** Below this sum, and without any risk, the system approves by itself; 0: never. */
  autoApproveBelowFen: number
  /** From this sum on two people approve; 0: one is enough. */
  secondReviewFromFen: number
  /** What nobody has dealt with, or the channel has not settled, for so long is overdue. */
  overdueHours: number
}

export const standardTerms: Terms = {
  minFen: 1_000,
  maxFen: 500_000,
  maxPerDay: 3,
  reserveFen: 0,
  feeBp: 0,
  feeFlatFen: 0,
  freePerWeek: 3,
  weekMask: 127,
  ways: ['WX_SINGLE', 'BANK'],
  accountCoolingHours: 24,
  autoApproveBelowFen: 0,
  secondReviewFromFen: 200_000,
  overdueHours: 24,
}

export interface Facts {
  terms: Terms
  amountFen: number
  way: WithdrawalWay
  availableFen: number
  /** When the account was last changed to another; null: it never was. Undefined: there is none. */
  accountChangedAt: number | null | undefined
  /** Withdrawals that were not given back, in the city's day and week. */
  today: number
  thisWeek: number
  now: number
  utcOffsetMinutes: number
}
export type ApplyRefusal = TermsRefusal | 'withdrawal.balanceTooLow' | 'withdrawal.noAccount' | 'withdrawal.accountCooling'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What a driver could take out now: nothing while they owe, and the reserve stays. */
export const withdrawableFen = (availableFen: number, { reserveFen }: Pick<Terms, 'reserveFen'>): number =>
  Math.max(0, availableFen - reserveFen)

/** Half-up share and flat part; the first ones of a week are free. Never so much that nothing is left. */
export const feeOf = (amountFen: number, thisWeek: number, { freePerWeek, feeBp, feeFlatFen }: Terms): number =>
  thisWeek < freePerWeek ? 0 : Math.min(amountFen - 1, Math.floor((amountFen * feeBp + 5_000) / 10_000) + feeFlatFen)

/** The terms as they are for a driver whose level gives so many withdrawals a week without a fee: never fewer than the terms themselves. */
export const termsAtLevel = <T extends Pick<Terms, 'freePerWeek'>>(terms: T, freeWithdrawals: number | null): T => ({
  ...terms,
  freePerWeek: Math.max(terms.freePerWeek, freeWithdrawals ?? 0),
})

/** Where the city's day and week began, in ms. A week begins on Monday. */
export function cityDay(now: number, utcOffsetMinutes: number): { dayStart: number; weekStart: number; weekday: number } {
  const local = now + utcOffsetMinutes * 60_000
  const day = Math.floor(local / DAY_MS)
  // The first of January 1970 was a Thursday.
  const weekday = (day + 3) % 7
  const dayStart = day * DAY_MS - utcOffsetMinutes * 60_000
  return { dayStart, weekStart: dayStart - weekday * DAY_MS, weekday }
}

/** From when on an account may be paid to. The first one a driver gives is used at once. */
export const usableAt = (changedAt: number | null, { accountCoolingHours }: Pick<Terms, 'accountCoolingHours'>): number =>
  changedAt === null ? 0 : changedAt + accountCoolingHours * HOUR_MS

interface Refusal<R extends ApplyRefusal = ApplyRefusal> {
  refusal: R
  detail?: object
}
/** Whether the day and the sum are such that the terms take an application. */
export function refusedByTerms({
  terms,
  amountFen,
  way,
  today,
  weekday,
}: Pick<Facts, 'terms' | 'amountFen' | 'way' | 'today'> & { weekday: number }): Refusal<TermsRefusal> | null {
  if (!terms.ways.includes(way)) return { refusal: 'withdrawal.wayClosed', detail: { ways: terms.ways } }
  if (((terms.weekMask >> weekday) & 1) === 0) return { refusal: 'withdrawal.notToday', detail: { weekMask: terms.weekMask } }
  if (today >= terms.maxPerDay) return { refusal: 'withdrawal.tooManyToday', detail: { maxPerDay: terms.maxPerDay } }
  if (amountFen < terms.minFen) return { refusal: 'withdrawal.belowMinimum', detail: { minFen: terms.minFen } }
  if (amountFen > terms.maxFen) return { refusal: 'withdrawal.aboveMaximum', detail: { maxFen: terms.maxFen } }
  return null
}

/** Why an application is refused, with what the driver needs to know; null for a good one. */
export function judgeApply(facts: Facts): Refusal | null {
  const { terms, amountFen, way, availableFen, accountChangedAt, now, utcOffsetMinutes } = facts
  if (terms.ways.includes(way)) {
    if (accountChangedAt === undefined) return { refusal: 'withdrawal.noAccount' }
    const usable = usableAt(accountChangedAt, terms)
    if (usable > now) return { refusal: 'withdrawal.accountCooling', detail: { usableAt: new Date(usable).toISOString() } }
  }
  const refused = refusedByTerms({ ...facts, weekday: cityDay(now, utcOffsetMinutes).weekday })
  if (refused) return refused
  const most = withdrawableFen(availableFen, terms)
  return amountFen > most ? { refusal: 'withdrawal.balanceTooLow', detail: { withdrawableFen: most } } : null
}

/**
 * What becomes of an application (domain 3.7). Only what the way of paying answers, heard by the clock, says whether it was paid; without an
 * answer that is unknown, and it is never paid again before it is known to have failed.
 */
export const withdrawalMachine = defineMachine({
  states: Object.values(S),
  begins: [S.applied],
  rests: [S.paid, S.rejected, S.refunded, S.cancelled],
  events: {
    open: { from: [S.applied], to: S.auditing, by: ['OPERATOR', 'TIMER'] },
    approve: { from: [S.auditing], to: S.approved, by: ['OPERATOR', 'TIMER'] },
    reject: { from: [S.auditing], to: S.rejected, by: ['OPERATOR'] },
    cancel: { from: [S.applied, S.auditing], to: S.cancelled, by: ['DRIVER'] },
    pay: { from: [S.approved, S.failed], to: S.paying, by: ['OPERATOR', 'TIMER'] },
    noAnswer: { from: [S.paying], to: S.unknown, by: ['TIMER'] },
    underWay: { from: [S.unknown], to: S.paying, by: ['TIMER'] },
    settle: { from: payingWithdrawalStates, to: S.paid, by: ['TIMER'] },
    fail: { from: payingWithdrawalStates, to: S.failed, by: ['TIMER'] },
    /** The channel's statement shows it paid, whatever its answers said before. */
    adopt: { from: [S.failed], to: S.paid, by: ['OPERATOR'] },
    giveBack: { from: [S.failed], to: S.refunded, by: ['OPERATOR'] },
    bankReturn: { from: [S.paid], to: S.refunded, by: ['OPERATOR', 'TIMER'] },
  } satisfies Record<string, Transition<WithdrawalState, 'DRIVER' | 'OPERATOR' | 'TIMER'>>,
})

/** An account number as it may be shown: its last four. */
export const maskedNumber = (accountNo: string): string => `${'*'.repeat(4)}${accountNo.slice(-4)}`

interface DriverLine {
  account: { ownerType: 'DRIVER'; ownerId: string; kind: 'DRIVER_AVAILABLE' | 'DRIVER_FROZEN' }
  side: 'D' | 'C'
  amountFen: number
}
const account = (driverId: string, kind: 'DRIVER_AVAILABLE' | 'DRIVER_FROZEN') => ({
  ownerType: 'DRIVER' as const,
  ownerId: driverId,
  kind,
})
/** Applied for: what was the driver's to spend is held (domain 3.9). */
export const holdLines = (driverId: string, amountFen: number): DriverLine[] => [
  { account: account(driverId, 'DRIVER_AVAILABLE'), side: 'D', amountFen },
  { account: account(driverId, 'DRIVER_FROZEN'), side: 'C', amountFen },
]
/** Cancelled or rejected: it is theirs to spend again. */
export const releaseLines = (driverId: string, amountFen: number): DriverLine[] => [
  { account: account(driverId, 'DRIVER_FROZEN'), side: 'D', amountFen },
  { account: account(driverId, 'DRIVER_AVAILABLE'), side: 'C', amountFen },
]
