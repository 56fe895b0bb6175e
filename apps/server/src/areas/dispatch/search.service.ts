import { type OrderRowDb } from '#areas/order'
import type { TenantTx } from '#platform/db'
import { freeDriver } from './driver-state.queries.ts'
import { closeOffers } from './offer.queries.ts'
import { findLiveSearch, insertSearch, settleRows, statusesOf, withWholeTenant } from './search.queries.ts'
import { dispatchDefaults, type DispatchParams, endStateOf, isSeeking, queueStatusOf, timeoutOf } from './search.rules.ts'

export interface SearchToOpen {
  tenantId: string
  bookingId: string
  cityId: string
  /** A booked order's search begins then; now when absent. */
  opensAt?: Date | null
  params?: DispatchParams
}

/** Opens the one search of a booking, for all its orders without a driver. Returns the seconds after which it gives up. */
export async function openSearch(tx: TenantTx, { params = dispatchDefaults, opensAt = null, ...search }: SearchToOpen): Promise<number> {
  const timeoutS = timeoutOf(params)
  await insertSearch(tx, { ...search, params, timeoutS, opensAt })
  return timeoutS
}

/**
 * After an order was cancelled or terminated (its row locked and moved by the caller): its open offers are withdrawn, whoever had it or was
 * asked is free again, the search ends when no order of the booking needs a driver any more, and the booking says where it stands.
 */
export async function releaseOrder(tx: TenantTx, order: OrderRowDb): Promise<void> {
  await withWholeTenant(tx, async () => {
    await findLiveSearch(tx, order.booking_id)
    await closeOffers(tx, { orderId: order.order_id }, 'WITHDRAWN')
    if (order.driver_id) await freeDriver(tx, order.driver_id)
    await settleBooking(tx, order.booking_id)
  })
}

/** Writes the booking's status from its orders, and ends its search once none of them needs a driver. The live search is locked. */
export async function settleBooking(tx: TenantTx, bookingId: string): Promise<void> {
  const statuses = await statusesOf(tx, bookingId)
  await settleRows(tx, bookingId, queueStatusOf(statuses), statuses.some(isSeeking) ? null : endStateOf(statuses))
}
