import { sql } from 'kysely'
import type { OrderRowDb } from '../model/index.ts'
import type { TenantTx, WholeTx } from '#platform/database/db'

/** The same instant for all statements of a transaction. */
const fromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds}::int)`

/** For so long from now; a longer block, or one for good, stays. What somebody laid by hand is remembered. */
export const hideDriver = (tx: WholeTx, order: OrderRowDb, seconds: number) =>
  sql`
    insert into customer_driver_blocks as k (tenant_id, customer_id, driver_id, until, reason)
    values (${order.tenant_id}::bigint, ${order.customer_id}::bigint, ${order.driver_id}::bigint, ${fromNow(seconds)}, ${`取消订单 ${order.order_no}`})
    on conflict (tenant_id, customer_id, driver_id) do update set until = excluded.until, reason = excluded.reason,
      hand_until = case when k.created_by is not null then coalesce(k.hand_until, k.until) end
    where k.until < excluded.until`.execute(tx)

/** Lifts what one cancellation laid between customer and driver; what others laid, or somebody by hand, stays. */
export async function unhideDriver(tx: WholeTx, order: OrderRowDb): Promise<void> {
  const pair = sql`tenant_id = ${order.tenant_id}::bigint and customer_id = ${order.customer_id}::bigint and driver_id = ${order.driver_id}::bigint`
  await sql`
    update customer_driver_blocks k set until = coalesce((
      select max(until) from (
        select cancel_hidden_until as until from orders where ${pair} and order_id <> ${order.order_id}::bigint union all select k.hand_until) others), now())
    where ${pair} and until = (select cancel_hidden_until from orders where ${pair} and order_id = ${order.order_id}::bigint)`.execute(tx)
  await sql`delete from customer_driver_blocks where ${pair} and until <= now()`.execute(tx)
}

export const keepConsequence = (
  tx: TenantTx,
  orderId: string,
  kept: { takenFen: number; waived: boolean; countsToRate: boolean; hideDriverS: number },
) =>
  tx
    .updateTable('orders')
    .set({
      cancel_penalty_fen: kept.takenFen,
      cancel_waived: kept.waived,
      cancel_counts: kept.countsToRate,
      ...hidden(kept.hideDriverS),
    })
    .where('order_id', '=', orderId)
    .execute()

const hidden = (seconds: number) => ({ cancel_hide_s: seconds, cancel_hidden_until: seconds > 0 ? fromNow(seconds) : null })
/** So many seconds from now on, by this order; 0: no longer. */
export const keepHidden = (tx: TenantTx, orderId: string, seconds: number) =>
  tx.updateTable('orders').set(hidden(seconds)).where('order_id', '=', orderId).execute()
