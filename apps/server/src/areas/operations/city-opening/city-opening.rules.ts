import type { CityCheck, CityRow, CityState } from '@chauffeur/contract/operations/city-opening'
import { cityChecks } from '@chauffeur/contract/operations/city-opening'
import { localMinute, minuteOf } from '#platform/values/local-clock'

/** Opened, paused for a time that ends by itself, or closed until somebody opens it. */
export function stateOf(city: { open: boolean; closed_until: Date | null }, now: Date): CityState {
  if (city.open) return 'OPEN'
  return city.closed_until && city.closed_until > now ? 'PAUSED' : 'CLOSED'
}

export function actionsOf(state: CityState, may: { edit: boolean }): CityRow['allowedActions'] {
  if (!may.edit) return []
  return [
    'area',
    'copy',
    ...(state === 'OPEN' ? (['close'] as const) : state === 'PAUSED' ? (['open', 'close'] as const) : (['open'] as const)),
  ]
}

/** Each condition with how many there are of it, and the musts that keep the city shut. */
export function judge(counts: Readonly<Record<CityCheck, number>>) {
  const rows = (Object.entries(cityChecks) as [CityCheck, (typeof cityChecks)[CityCheck]][]).map(([check, weight]) => ({
    check,
    weight,
    count: counts[check],
    done: counts[check] > 0,
  }))
  const missing = rows.filter(({ weight, done }) => weight === 'MUST' && !done).map(({ check }) => check)
  return { rows, missing, ready: missing.length === 0 }
}

/** When the clock of a city says so next: `06:00` of today, else of tomorrow. */
export function nextClock(now: Date, hhmm: string, utcOffsetMinutes: number): Date {
  const leftMinutes = (minuteOf(hhmm) - localMinute(now.getTime(), utcOffsetMinutes) + 1_440) % 1_440 || 1_440
  return new Date((Math.floor(now.getTime() / 60_000) + leftMinutes) * 60_000)
}

/** From when to when a city takes no orders; null where those times make no sense. */
export function closingOf(
  asked: { from?: string | undefined; until?: string | undefined },
  now: Date,
): { from: Date; until: Date | null } | null {
  const from = asked.from && new Date(asked.from) > now ? new Date(asked.from) : now
  const until = asked.until ? new Date(asked.until) : null
  return until && until <= from ? null : { from, until }
}
