import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import { inHandServiceStatuses, seekingServiceStatuses } from '@chauffeur/contract/order/model'

/** The round that the timetable has at `now` (ms): a search that nobody advanced for a while skips what it missed. */
export const roundAt = (params: DispatchParams, startedAt: number, now: number): number =>
  Math.max(1, Math.min(params.rounds, Math.floor((now - startedAt) / (params.roundS * 1000)) + 1))

/** When (ms) the search is to be looked at again: its next round, the first lapse of an open offer, or its end. */
export function nextLookAt(
  params: DispatchParams,
  search: { startedAt: number; endsAt: number; round: number },
  openOffersExpireAt: readonly number[],
): number {
  const nextRound = search.round < params.rounds ? search.startedAt + search.round * params.roundS * 1000 : search.endsAt
  return Math.min(nextRound, search.endsAt, ...openOffersExpireAt)
}

/** How often each id occurs. */
export function countBy(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

export type QueueStatus = 'WAITING' | 'PART_ASSIGNED' | 'ASSIGNED' | 'FAILED' | 'CLOSED'

const SEEKING: readonly number[] = seekingServiceStatuses
const IN_HAND: readonly number[] = inHandServiceStatuses
/** The order still needs a driver. */
export const isSeeking = (status: number): boolean => SEEKING.includes(status)

/** Where a booking stands, by the service status of all its orders. */
export function queueStatusOf(statuses: readonly number[]): QueueStatus {
  const underway = statuses.some((status) => IN_HAND.includes(status))
  const served = statuses.includes(501)
  if (statuses.some(isSeeking)) return underway || served ? 'PART_ASSIGNED' : 'WAITING'
  if (underway) return 'ASSIGNED'
  return statuses.includes(506) && !served ? 'FAILED' : 'CLOSED'
}

/** How a search ends once no order of its booking needs a driver. */
export const endStateOf = (statuses: readonly number[]): 'FOUND' | 'FAILED' | 'CANCELLED' => {
  const queue = queueStatusOf(statuses)
  return queue === 'ASSIGNED' || statuses.includes(501) ? 'FOUND' : queue === 'FAILED' ? 'FAILED' : 'CANCELLED'
}

/** Whose turn an order is while it is a team's, in words the filters understand. */
export interface TurnsOf {
  /** The only drivers who see the order at this moment, with their turns: the lowest is asked first. Null: everybody sees it. */
  team: ReadonlyMap<string, number> | null
  /** The turns are places in the queue of an area: it bounds them, and not how near they are. */
  inQueue: boolean
}

export const EVERYBODY: TurnsOf = { team: null, inQueue: false }
