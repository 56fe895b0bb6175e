/** Exact arithmetic on whole numbers. Division goes by the remainder, so no fraction ever exists. */

/** @throws RangeError when a number that must be whole and not negative is anything else. */
export function requireWhole(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} must be a whole number, 0 or more: ${value}`)
}

/** n ÷ d to the nearest whole number, a half going up. */
export function halfUpDiv(n: number, d: number): number {
  requireWhole('dividend', n)
  requireWhole('divisor', d)
  if (d === 0) throw new RangeError('division by zero')
  const rest = n % d
  return (n - rest) / d + (rest >= d - rest ? 1 : 0)
}

/** n ÷ d, any remainder counting as one more. */
export function ceilDiv(n: number, d: number): number {
  const rest = n % d
  return (n - rest) / d + (rest > 0 ? 1 : 0)
}

export const floorDiv = (n: number, d: number): number => (n - (n % d)) / d

/** The share of an amount at a rate in basis points, half-up. Splits the amount first, so the product stays exact. */
export function shareOf(amountFen: number, rateBp: number): number {
  requireWhole('amount', amountFen)
  requireWhole('rate', rateBp)
  const rest = amountFen % 10_000
  return ((amountFen - rest) / 10_000) * rateBp + halfUpDiv(rest * rateBp, 10_000)
}
