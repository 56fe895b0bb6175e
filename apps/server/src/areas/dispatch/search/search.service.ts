import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import type { OrderRowDb } from '#areas/order/model'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { freeDriver } from '#areas/driver/state'
import { closeOffers } from './offer.queries.ts'
import { findLiveSearch, insertSearch, holdBooking, settleRows, statusesOf } from './search.queries.ts'
import { endStateOf, isSeeking, queueStatusOf } from './search.rules.ts'
import { timeoutOf } from '../settings/index.ts'
import { settingsInForce, traitsOf } from '../settings/index.ts'
import { chosenOf } from '../settings/index.ts'
import { chooseTeam } from '../team/index.ts'

/** An order without the place of its pick-up waits so long for somebody. */
const NO_POINT_S = 1_800

export interface SearchToOpen {
  tenantId: string
  bookingId: string
  cityId: string
  /** The largest radius in place of the setting's, reached at once; the search takes no less time for it. */
  radiusM?: number
}

/**
 * Opens the one search of a booking, for all its orders without a driver, by the parameters in force now. Returns the seconds after which
 * it gives up.
 */
export async function openSearch(tx: TenantTx, search: SearchToOpen): Promise<number> {
  const { params, team, timeoutS } = await paramsFor(tx, search)
  await insertSearch(tx, { ...search, params, timeoutS, team })
  return timeoutS
}

/** Seconds a search of this booking will take before it gives up, as things are set now. */
export const searchTimeoutS = async (tx: TenantTx, search: SearchToOpen, opensAt: Date): Promise<number> =>
  (await paramsFor(tx, search, opensAt)).timeoutS

/** Settings and teams hold for whoever orders: also a person who may not see them searches by them. */
async function paramsFor(own: TenantTx, { bookingId, cityId, radiusM }: SearchToOpen, opensAt = new Date()) {
  const tx = whole(own)
  const [traits, settings] = await Promise.all([traitsOf(tx, bookingId, cityId), settingsInForce(tx, cityId)])
  const { params } = chosenOf(settings, { ...traits, at: opensAt.getTime() })
  const team = chooseTeam(traits.teams, { ...traits, at: opensAt.getTime() })
  const wide: DispatchParams = radiusM === undefined ? params : { ...params, minRadiusM: radiusM, maxRadiusM: radiusM }
  // The clock of a search is for drivers who are asked: while nobody can be, the desk has longer to find out where the customer is.
  const timeoutS = traits.lat === null ? Math.max(NO_POINT_S, timeoutOf(wide)) : timeoutOf(wide)
  return { params: wide, timeoutS, team: team && { teamId: team.teamId, exclusiveS: team.fallback === 'STRICT' ? null : team.exclusiveS } }
}

/**
 * After an order was cancelled or terminated (its row locked and moved by the caller): its open offers are withdrawn, whoever had it or was
 * asked is free again, the search ends when no order of the booking needs a driver any more, and the booking says where it stands.
 */
export async function releaseOrder(own: TenantTx, order: OrderRowDb): Promise<void> {
  const tx = whole(own)
  await findLiveSearch(tx, order.booking_id)
  await closeOffers(tx, { orderId: order.order_id }, 'WITHDRAWN')
  if (order.driver_id) await freeDriver(tx, order.driver_id)
  await settleBooking(tx, order.booking_id)
}

/**
 * Writes the booking's status from its orders, and ends its search once none of them needs a driver. The live search, where there is one,
 * is locked; of two orders that end at once the second waits here for the first, or neither would see that it was the last.
 */
export async function settleBooking(own: TenantTx, bookingId: string): Promise<void> {
  const tx = whole(own)
  await holdBooking(tx, bookingId)
  const statuses = await statusesOf(tx, bookingId)
  await settleRows(tx, bookingId, queueStatusOf(statuses), statuses.some(isSeeking) ? null : endStateOf(statuses))
}
