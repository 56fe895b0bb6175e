import { REPORT_WITHIN_S } from './lanes.ts'

/** What is known of an attempt decides how soon its provider is asked. */
type Known = 'TAKEN' | 'UNSURE'
const AFTER_S: Record<Known, readonly number[]> = {
  // Networks report within seconds, and to whoever pushes reports nobody has to ask.
  TAKEN: [120, 600, 3_600, 21_600, 86_400],
  // The message waits for the answer.
  UNSURE: [20, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400],
}

/** Seconds until it is asked first; of one that cannot be asked, until nothing more is expected. */
export const firstAskS = (known: Known | null): number => (known === null ? REPORT_WITHIN_S : AFTER_S[known][0]!)

/** Seconds until it is asked again, after so many times; never later than when nothing more is expected. Null where that is now. */
export function nextAskS(known: Known, asks: number, sinceS: number): number | null {
  if (sinceS >= REPORT_WITHIN_S) return null
  return Math.min(AFTER_S[known].at(asks) ?? AFTER_S[known].at(-1)!, Math.ceil(REPORT_WITHIN_S - sinceS))
}
