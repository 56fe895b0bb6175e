import { sql } from 'kysely'
import type { OrderRowDb } from '#areas/order'
import type { TenantTx } from '#platform/db'

/** For so long from now; a longer block, or one for good, stays. */
export const hideDriver = (tx: TenantTx, order: OrderRowDb, seconds: number) =>
  sql`
    insert into customer_driver_blocks (tenant_id, customer_id, driver_id, until, reason)
    values (${order.tenant_id}::bigint, ${order.customer_id}::bigint, ${order.driver_id}::bigint, now() + make_interval(secs => ${seconds}::int), ${`取消订单 ${order.order_no}`})
    on conflict (tenant_id, customer_id, driver_id) do update set until = greatest(customer_driver_blocks.until, excluded.until), reason = excluded.reason
    where customer_driver_blocks.until is not null`.execute(tx)

export const keepConsequence = (tx: TenantTx, orderId: string, kept: { takenFen: number; waived: boolean; countsToRate: boolean }) =>
  tx
    .updateTable('orders')
    .set({ cancel_penalty_fen: kept.takenFen, cancel_waived: kept.waived, cancel_counts: kept.countsToRate })
    .where('order_id', '=', orderId)
    .execute()
