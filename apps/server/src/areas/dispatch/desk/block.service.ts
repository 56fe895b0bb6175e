import { lockOrder } from '#areas/order/model'
import type { TenantTx } from '#platform/database/db'
import { ordersOfferedTo, putBlock } from './block.queries.ts'
import { closeOffers } from '../search/index.ts'
import { findLiveSearch, lookAgainNow } from '../search/index.ts'

/** Keeps a driver from a customer's orders; whatever of them they are being asked for is taken back, and the next driver asked at once. Gives its end. */
export async function blockDriver(tx: TenantTx, block: Parameters<typeof putBlock>[1]): Promise<Date | null> {
  for (const orderId of await ordersOfferedTo(tx, block.customerId, block.driverId)) {
    const order = await lockOrder(tx, orderId)
    const search = order && (await findLiveSearch(tx, order.booking_id))
    await closeOffers(tx, { orderId, driverId: block.driverId }, 'WITHDRAWN')
    if (search) await lookAgainNow(tx, search.search_id)
  }
  return putBlock(tx, block)
}
