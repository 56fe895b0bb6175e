import type { OrderRowDb } from '../model/index.ts'
import type { TenantTx } from '#platform/database/db'

/** The orders of an order's booking, locked one after the other, so that two who change the booking wait for each other. */
export const lockBookingOrders = (tx: TenantTx, orderId: string): Promise<OrderRowDb[]> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('booking_id', '=', (q) => q.selectFrom('orders').select('booking_id').where('order_id', '=', orderId))
    .orderBy('order_id')
    .forUpdate()
    .execute()
