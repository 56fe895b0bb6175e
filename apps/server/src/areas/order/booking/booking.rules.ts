import { SEARCH_LEAD_S } from '@chauffeur/contract/order/model'

interface Place {
  lat: number
  lng: number
}
interface Trip {
  cityId: string
  channelId: string | null
  enterpriseId: string | null
  groupIds?: readonly string[]
  serviceType: string
  pickup: Place | null
  dropoff: Place | null
}

const BOOK_AHEAD_MS = 7 * 86_400_000

/** True when an order cannot be booked for that time. */
export const bookTimeProblem = (bookTime: Date, now: Date): boolean => bookTime <= now || bookTime.getTime() - now.getTime() > BOOK_AHEAD_MS

export const opensSearchAt = (bookTime: Date): Date => new Date(bookTime.getTime() - SEARCH_LEAD_S * 1000)

/** Until when an order is to be paid ahead: one for later until its search opens, and any for so long. */
export function prepayUntil(bookTime: Date | null, now: Date, waitS: number): Date {
  const soonest = now.getTime() + waitS * 1000
  return new Date(bookTime ? Math.max(soonest, opensSearchAt(bookTime).getTime()) : soonest)
}

/** About eleven metres: what a coordinate loses in a form. */
const SAME_PLACE_DEG = 0.0001
const samePlace = (a: Place | null, b: Place | null) =>
  a === null || b === null ? a === b : Math.abs(a.lat - b.lat) <= SAME_PLACE_DEG && Math.abs(a.lng - b.lng) <= SAME_PLACE_DEG

/**
 * A quote holds for the trip it was asked for and no other. Its surcharges are those of its departure: a booked time has to be that one; a
 * trip at once may leave until the quote is over.
 */
export const sameTrip = (
  quoted: Trip & { departAt: Date },
  asked: Trip,
  leaves: { bookTime: Date | null; now: Date; validS: number },
): boolean =>
  (leaves.bookTime
    ? quoted.departAt.getTime() === leaves.bookTime.getTime()
    : Math.abs(leaves.now.getTime() - quoted.departAt.getTime()) <= leaves.validS * 1000) &&
  quoted.cityId === asked.cityId &&
  quoted.channelId === asked.channelId &&
  (quoted.enterpriseId ?? null) === asked.enterpriseId &&
  (quoted.groupIds ?? []).join() === (asked.groupIds ?? []).join() &&
  quoted.serviceType === asked.serviceType &&
  samePlace(quoted.pickup, asked.pickup) &&
  samePlace(quoted.dropoff, asked.dropoff)
