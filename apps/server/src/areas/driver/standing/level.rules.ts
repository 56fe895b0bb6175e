import type { DriverLevel, LevelCause, LevelCheck, LevelFigures, LevelRules, WhiteEffect } from '@chauffeur/contract/driver/level-model'

/** What a driver's level is judged by. */
export interface Judged {
  level: number
  figures: LevelFigures
  white: { effect: WhiteEffect; level: number | null } | null
  /** Nothing is taken and nobody falls in the city now. */
  isProtected: boolean
  /** How many whole days ago they joined. */
  daysHere: number
}
interface Verdict {
  to: number
  /** Null: the level stays, and nothing kept it from falling. */
  cause: LevelCause | null
}

/** Own cancellations of all trips taken, in hundredths of a percent; nothing of nothing. */
export const cancelBpOf = (orders: number, cancels: number): number =>
  orders + cancels === 0 ? 0 : Math.round((cancels * 10_000) / (orders + cancels))

/** A level that is there no more is the highest that is. */
export const presentLevel = (level: number, levels: readonly DriverLevel[]): number => Math.min(level, levels.at(-1)!.level)
export const levelOf = (level: number, levels: readonly DriverLevel[]): DriverLevel =>
  levels.find((one) => one.level === presentLevel(level, levels)) ?? levels[0]!

/** Each thing that a level asks for, beside what somebody has. */
export function checksOf(level: DriverLevel, { exp, orders, cancelBp, ratingX100, acceptBp }: LevelFigures): LevelCheck[] {
  const { minExp, minOrders, minRatingX100, maxCancelBp } = level
  const minAcceptBp = level.minAcceptBp ?? null
  // Who was asked nothing has refused nothing.
  const accepts = acceptBp ?? 10_000
  return [
    ...(minExp > 0 ? [{ kind: 'EXP' as const, need: minExp, has: exp, met: exp >= minExp }] : []),
    ...(minOrders > 0 ? [{ kind: 'ORDERS' as const, need: minOrders, has: orders, met: orders >= minOrders }] : []),
    ...(minRatingX100 === null
      ? []
      : [{ kind: 'RATING' as const, need: minRatingX100, has: ratingX100, met: ratingX100 >= minRatingX100 }]),
    ...(maxCancelBp === null ? [] : [{ kind: 'CANCEL_RATE' as const, need: maxCancelBp, has: cancelBp, met: cancelBp <= maxCancelBp }]),
    ...(minAcceptBp === null ? [] : [{ kind: 'ACCEPT_RATE' as const, need: minAcceptBp, has: accepts, met: accepts >= minAcceptBp }]),
  ]
}

/** The highest level all of whose conditions are met: the lowest one asks for nothing. */
export const deservedLevel = (levels: readonly DriverLevel[], figures: LevelFigures): number =>
  (levels.findLast((level) => checksOf(level, figures).every(({ met }) => met)) ?? levels[0]!).level

/**
 * What a driver's level is to be: up as soon as more is deserved, down only when a cycle ends, and then no further than the rules say. Who is
 * on the list has what it says; who is protected or new does not fall.
 */
export function judgeLevel(
  { level, figures, white, isProtected, daysHere }: Judged,
  levels: readonly DriverLevel[],
  { mostDown, newDriverDays }: Pick<LevelRules, 'mostDown' | 'newDriverDays'>,
  cycleEnds: boolean,
): Verdict {
  const stands = presentLevel(level, levels)
  const promisedLevel = white?.level ?? null
  const promised = promisedLevel === null ? null : presentLevel(promisedLevel, levels)
  if (white?.effect === 'FIXED') return { to: promised ?? stands, cause: promised !== level ? 'WHITELIST' : null }
  const deserved = deservedLevel(levels, figures)
  if (promised !== null && promised > Math.max(stands, deserved)) return { to: promised, cause: 'WHITELIST' }
  if (deserved > stands) return { to: deserved, cause: 'UP' }
  if (stands < level) return { to: stands, cause: 'RULES' }
  if (!cycleEnds || deserved === stands) return { to: stands, cause: null }
  if (white?.effect === 'NO_DOWNGRADE') return { to: stands, cause: 'WHITELIST' }
  if (isProtected) return { to: stands, cause: 'PROTECTED' }
  if (daysHere < newDriverDays) return { to: stands, cause: 'NEW_DRIVER' }
  const to = Math.max(deserved, stands - mostDown, promised ?? 1)
  return { to, cause: to === stands ? 'WHITELIST' : 'CYCLE' }
}

/** What is wrong with a ladder: the index of the level that does not fit and the field; null for a good one. */
export function ladderFault(levels: readonly DriverLevel[]): { at: number; field: keyof DriverLevel } | null {
  for (const [at, level] of levels.entries()) {
    if (level.level !== at + 1) return { at, field: 'level' }
    const below = levels[at - 1]
    if (!below) {
      if (level.minExp > 0) return { at, field: 'minExp' }
      if (level.minOrders > 0) return { at, field: 'minOrders' }
      if (level.minRatingX100 !== null) return { at, field: 'minRatingX100' }
      if (level.maxCancelBp !== null) return { at, field: 'maxCancelBp' }
      if (level.minAcceptBp) return { at, field: 'minAcceptBp' }
      continue
    }
    if (level.minExp < below.minExp) return { at, field: 'minExp' }
    if (level.minOrders < below.minOrders) return { at, field: 'minOrders' }
    if ((level.minRatingX100 ?? 0) < (below.minRatingX100 ?? 0)) return { at, field: 'minRatingX100' }
    if ((level.maxCancelBp ?? 10_000) > (below.maxCancelBp ?? 10_000)) return { at, field: 'maxCancelBp' }
    if ((level.minAcceptBp ?? 0) < (below.minAcceptBp ?? 0)) return { at, field: 'minAcceptBp' }
  }
  return null
}
