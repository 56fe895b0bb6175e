import { localSecond } from './bands.rules.ts'

export interface RateToMatch {
  weekMask: number
  fromS: number
  toS: number
  rateBp: number
  maxFen: number | null
}
export interface Surcharges {
  /** 10000 adds nothing. */
  dynamicRateBp: number
  dynamicMaxFen: number | null
  weatherFen: number
}

/** 0 is Monday, on the city's calendar. */
export function localWeekday(atMs: number, utcOffsetMinutes: number): number {
  const day = Math.floor((atMs + utcOffsetMinutes * 60_000) / 86_400_000)
  // The first of January 1970 was a Thursday.
  return (((day + 3) % 7) + 7) % 7
}
export const onWeekday = (weekMask: number, weekday: number): boolean => Math.floor(weekMask / 2 ** weekday) % 2 === 1

/** Whether a rate multiplies departures at that instant. */
export const rateApplies = ({ weekMask, fromS, toS }: Omit<RateToMatch, 'rateBp' | 'maxFen'>, atMs: number, utcOffsetMinutes: number) => {
  const second = localSecond(atMs, utcOffsetMinutes)
  return onWeekday(weekMask, localWeekday(atMs, utcOffsetMinutes)) && fromS <= second && second < toS
}

/** Rules do not add up: of several rates or weather fees in force the highest one counts alone. */
export function surchargesAt(
  rates: readonly RateToMatch[],
  weatherFees: readonly number[],
  at: { departAt: number; utcOffsetMinutes: number },
): Surcharges {
  const [rate] = rates
    .filter((each) => rateApplies(each, at.departAt, at.utcOffsetMinutes))
    .sort((a, b) => b.rateBp - a.rateBp || (a.maxFen ?? Infinity) - (b.maxFen ?? Infinity))
  return { dynamicRateBp: rate?.rateBp ?? 10_000, dynamicMaxFen: rate?.maxFen ?? null, weatherFen: Math.max(0, ...weatherFees) }
}
