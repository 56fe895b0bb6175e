import { localWeekday, onWeekday } from '#platform/values/local-clock'
import { localSecond } from '../price/bands.rules.ts'

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
  /** 10000 adds nothing. */
  weatherRateBp: number
}
/** Either an amount an order or a factor of start price and mileage. */
export interface WeatherToMatch {
  flatFen: number | null
  rateBp: number | null
}

/** Whether a rate multiplies departures at that instant. */
export const rateApplies = ({ weekMask, fromS, toS }: Omit<RateToMatch, 'rateBp' | 'maxFen'>, atMs: number, utcOffsetMinutes: number) => {
  const second = localSecond(atMs, utcOffsetMinutes)
  return onWeekday(weekMask, localWeekday(atMs, utcOffsetMinutes)) && fromS <= second && second < toS
}

/**
 * Rules do not add up: of several dynamic rates, flat weather fees or weather rates in force the highest one counts alone. Whether the fee or
 * the rate is the dearer depends on the trip, so both go into its price.
 */
export function surchargesAt(
  rates: readonly RateToMatch[],
  weather: readonly WeatherToMatch[],
  at: { departAt: number; utcOffsetMinutes: number },
): Surcharges {
  const [rate] = rates
    .filter((each) => rateApplies(each, at.departAt, at.utcOffsetMinutes))
    .sort((a, b) => b.rateBp - a.rateBp || (a.maxFen ?? Infinity) - (b.maxFen ?? Infinity))
  return {
    dynamicRateBp: rate?.rateBp ?? 10_000,
    dynamicMaxFen: rate?.maxFen ?? null,
    weatherFen: Math.max(0, ...weather.map(({ flatFen }) => flatFen ?? 0)),
    weatherRateBp: Math.max(10_000, ...weather.map(({ rateBp }) => rateBp ?? 0)),
  }
}
