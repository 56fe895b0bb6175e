const firstMs = 250
const longestMs = 15_000

/**
 * How long to wait before the next try: doubling to a quarter of a minute, half of it by chance, so that thousands of
 * drivers do not come back in one wave. `attempt` from 1, `chance` from 0 to 1.
 */
export function backoffMs(attempt: number, chance: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 16))
  return full / 2 + (full / 2) * chance
}
