import { t } from '#platform/text/text.ts'
import { clockText } from '../show/measure.view.ts'

/** An order that waits for a driver: since when, and when the search for one gives up (null: nothing searches). */
export interface Waiting {
  sinceMs: number
  endsAtMs: number | null
}
export type SpotTone = 'waiting' | 'soon' | 'late'

/** So much before the search gives up somebody should look. */
const SOON_MS = 60_000
/** Longer than this without a search is overdue. */
const UNSEARCHED_MS = 60_000

/** How an order that waits is drawn: how urgent, and how long it has waited, or is overdue. */
export function spotFace({ sinceMs, endsAtMs }: Waiting, nowMs: number): { tone: SpotTone; words: string } {
  const endMs = endsAtMs ?? sinceMs + UNSEARCHED_MS
  if (nowMs >= endMs) return { tone: 'late', words: t('已超 {time}', { time: clockText((nowMs - endMs) / 1000) }) }
  const tone = endsAtMs !== null && endMs - nowMs < SOON_MS ? 'soon' : 'waiting'
  return { tone, words: clockText(Math.max(0, nowMs - sinceMs) / 1000) }
}
