import type { PointEvent } from '@chauffeur/contract/customer/points-model'
import { CHINA_MINUTES } from '#platform/values/local-clock'

const CHINA_MS = CHINA_MINUTES * 60_000

/** Months of China's clock up to now, the newest first: `2026-11`. */
export function monthsBack(now: Date, count: number): string[] {
  const local = new Date(now.getTime() + CHINA_MS)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

/** Under which heading of the report an event stands. */
export function groupOf(event: PointEvent): 'EARNED' | 'SPENT' | 'EXPIRED' | 'OTHER' {
  if (event === 'ORDER' || event === 'AMOUNT' || event === 'FIRST_ORDER' || event === 'BIRTHDAY' || event === 'PRAISE') return 'EARNED'
  if (event === 'REVERSED' || event === 'RESTORED') return 'EARNED'
  if (event === 'REDEEMED' || event === 'UNREDEEMED') return 'SPENT'
  return event === 'EXPIRED' ? 'EXPIRED' : 'OTHER'
}

/** What points of cities are put down at, fen; null where none of these cities values them. */
export function valueOf(points: ReadonlyMap<string | null, number>, worth: ReadonlyMap<string | null, number | null>): number | null {
  let fen: number | null = null
  for (const [cityId, count] of points) {
    const hundredFen = worth.get(cityId) ?? null
    if (hundredFen !== null) fen = (fen ?? 0) + Math.round((count * hundredFen) / 100)
  }
  return fen
}
