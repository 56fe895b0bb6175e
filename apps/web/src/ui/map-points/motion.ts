/** Longest glide from one fix to the next: after a longer silence the way between is unknown, so it is made quickly. */
const LONGEST_MS = 5_000
const SHORTEST_MS = 400
/** A jump beyond this (in mercator units, about 1.5 km at mid latitudes) is shown as a jump. */
const JUMP = 1_500 / 33_000_000

/** How long to glide to a fix that came `sinceMs` after the one before; 0 to jump. */
export function glideMs(sinceMs: number, dx: number, dy: number, lessMotion: boolean): number {
  if (lessMotion || Math.hypot(dx, dy) > JUMP || sinceMs > 60_000) return 0
  if (dx === 0 && dy === 0) return 0
  return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, sinceMs))
}

/** Where something is at `now` on its way from one value to another. */
export function between(from: number, to: number, startMs: number, endMs: number, nowMs: number): number {
  if (endMs <= startMs || nowMs >= endMs) return to
  if (nowMs <= startMs) return from
  return from + ((to - from) * (nowMs - startMs)) / (endMs - startMs)
}

const FRESH = 0
const LAGGING = 1
const SILENT = 2

/** The contract's freshness by age of the last fix: 30 s and 120 s. */
export function freshnessCode(ageMs: number): 0 | 1 | 2 {
  return ageMs <= 30_000 ? FRESH : ageMs <= 120_000 ? LAGGING : SILENT
}
