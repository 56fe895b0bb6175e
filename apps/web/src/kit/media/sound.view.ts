export const SPEEDS = [0.75, 1, 1.25, 1.5, 2]

/** Where a key goes in a recording; null for a key that goes nowhere. */
export function soughtS(key: string, { nowS, lengthS }: { nowS: number; lengthS: number }): number | null {
  const steps: Record<string, number> = { ArrowLeft: -5, ArrowRight: 5, PageDown: -30, PageUp: 30, Home: -nowS, End: lengthS - nowS }
  const step = steps[key]
  return step === undefined ? null : Math.min(lengthS, Math.max(0, nowS + step))
}
