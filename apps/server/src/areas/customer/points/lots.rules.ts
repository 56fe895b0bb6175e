/** Points that end together. */
export interface Lot {
  lotId: string
  remaining: number
  /** The instant from which they are worth nothing; null: never. */
  expiresAt: Date | null
}
export interface Take {
  lotId: string
  points: number
}

/** What is taken of which lots, in their order (what ends first comes first), and how many points there are too few. */
export function takeOldest(lots: readonly Lot[], points: number): { takes: Take[]; short: number } {
  let short = points
  const takes: Take[] = []
  for (const { lotId, remaining } of lots) {
    const taken = Math.min(short, remaining)
    if (taken > 0) takes.push({ lotId, points: taken })
    short -= taken
  }
  return { takes, short }
}

/** How many of points that come in may be spent: what is owed is settled with them first. */
export const openOf = (points: number, balanceBefore: number): number => Math.max(0, Math.min(points, balanceBefore + points))

/**
 * What goes back to lots of which something had been taken, those that end last first: `open` points in all, which is less than was taken where
 * points are owed by now.
 */
export function returned(takes: readonly Take[], open: number): Take[] {
  let left = open
  return takes
    .toReversed()
    .map(({ lotId, points }) => {
      const back = Math.min(left, points)
      left -= back
      return { lotId, points: back }
    })
    .filter(({ points }) => points > 0)
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The midnight at which the last day ends: that many months after the day, or the last of a month that is too short for it. */
export function endOf(at: Date, months: number, utcOffsetMinutes: number): Date {
  const local = new Date(at.getTime() + utcOffsetMinutes * MINUTE_MS)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const lastDay = Date.UTC(year, month, Math.min(local.getUTCDate(), lastOfMonth))
  return new Date(lastDay + DAY_MS - utcOffsetMinutes * MINUTE_MS)
}
