import { RETURN_WITHIN_S } from '@chauffeur/contract/finance/prepayment'

/** Clocks differ a little, and a time is typed to the minute. */
const LEEWAY_MS = 60_000

/** Whether a return cannot have left then: it was not due yet, or it is to come. */
export const returnTimeProblem = (dueSince: Date, at: Date, now: Date): boolean =>
  at.getTime() < dueSince.getTime() - LEEWAY_MS || at.getTime() > now.getTime() + LEEWAY_MS

/** Since when a return has to be waiting to be late. */
export const lateBefore = (now: Date): Date => new Date(now.getTime() - RETURN_WITHIN_S * 1000)
