import type { QueueLeave } from '@chauffeur/contract/dispatch/team'
import type { Freshness } from '@chauffeur/contract/order/model'
import { QUALIFIED } from '@chauffeur/contract/driver/file'

/** So many positions in a row outside its area take a driver out of a queue: a single one may be wrong. */
const OUTSIDE_FIXES = 3

/** A driver as the keeping of a queue sees them. */
export interface QueueDriver {
  driverId: string
  workStatus: string
  qualification: number
  /** On the list of the team, or it has none. */
  member: boolean
  /** Since when without an order, ms; null for never on duty. */
  idleSince: number | null
  fix: { inside: boolean; receivedAt: number; freshness: Freshness } | null
  /** Of the last position; where nobody listened meanwhile, of the moment since when somebody does. */
  heard: Freshness
}
/** What is remembered of a driver who stands in a queue between two looks: nothing of it is worth writing down. */
export interface Watched {
  /** Positions in a row outside. */
  outside: number
  /** When the last position that was counted came in, ms. */
  fixAt: number
}

const mayStand = ({ qualification, member }: QueueDriver): boolean => qualification === QUALIFIED && member

/**
 * Whether a driver goes on standing in a queue: how they leave it, or what is remembered of them. `awaited`: an operator put them in from
 * outside, and the area counts for them only once they have come; `arrived` says that they have now.
 */
export function judgeStanding(
  driver: QueueDriver,
  { awaited, watched }: { awaited: boolean; watched: Watched | undefined },
): { leave: QueueLeave } | { watched: Watched; arrived: boolean } {
  if (driver.workStatus === 'OFFLINE' || driver.workStatus === 'PAUSED') return { leave: 'OFFLINE' }
  if (driver.workStatus !== 'ONLINE_IDLE' && driver.workStatus !== 'OFFERED') return { leave: 'ORDER' }
  if (!mayStand(driver)) return { leave: 'EXCLUDED' }
  if (driver.heard === 'SILENT') return { leave: 'SILENT' }
  const before = watched ?? { outside: 0, fixAt: 0 }
  if (!driver.fix || driver.fix.receivedAt <= before.fixAt) return { watched: before, arrived: false }
  const fixAt = driver.fix.receivedAt
  if (driver.fix.inside) return { watched: { outside: 0, fixAt }, arrived: awaited }
  const outside = awaited ? 0 : before.outside + 1
  return outside >= OUTSIDE_FIXES ? { leave: 'LEFT_AREA' } : { watched: { outside, fixAt }, arrived: false }
}

/** Who comes into a queue by themselves: on duty, free and seen inside a moment ago. */
export const mayEnter = (driver: QueueDriver): boolean =>
  driver.workStatus === 'ONLINE_IDLE' && mayStand(driver) && driver.fix !== null && driver.fix.inside && driver.fix.freshness === 'FRESH'

/** Whether a driver whom an operator took out may come back by themselves: they went off duty, or out of the area. */
export const isBarLifted = ({ workStatus, fix }: QueueDriver): boolean =>
  workStatus === 'OFFLINE' || workStatus === 'PAUSED' || (fix !== null && !fix.inside && fix.freshness === 'FRESH')

/** Of those who come in at the same look, whoever has been without an order for longer stands before. */
export const inOrderOfEntry = (drivers: readonly QueueDriver[]): QueueDriver[] =>
  drivers.toSorted(
    (a, b) =>
      (a.idleSince ?? Number.POSITIVE_INFINITY) - (b.idleSince ?? Number.POSITIVE_INFINITY) ||
      (BigInt(a.driverId) < BigInt(b.driverId) ? -1 : 1),
  )

/** A queue after one of it was moved to a place, the first being 1; behind the end is the end. */
export function movedTo(queue: readonly string[], driverId: string, place: number): string[] {
  const others = queue.filter((id) => id !== driverId)
  return others.toSpliced(Math.min(place - 1, others.length), 0, driverId)
}
