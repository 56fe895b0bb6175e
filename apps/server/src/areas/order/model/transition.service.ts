import { settlePrepayment } from '#areas/finance/prepayment'
import { releaseDiscount } from '#areas/pricing/discount'
import type { TenantTx } from '#platform/database/db'
import { endsWithoutBill, type OrderEvent } from './order.rules.ts'
import { type EventDetail, orderMoves, type OrderRowDb, type OrderSet } from './transition.queries.ts'

/**
 * Applies `event` to an order whose row the caller has locked (`lockOrder`), with its event row and its news, in the
 * caller's transaction. Null, and nothing written, where the state or the actor does not allow it.
 */
export async function moveOrder(
  tx: TenantTx,
  order: OrderRowDb,
  move: EventDetail & {
    event: OrderEvent
    set?: OrderSet
    /** The caller makes a bill of it and settles what the order holds. */
    billed?: true
  },
): Promise<OrderRowDb | null> {
  const moved = await orderMoves.move(tx, order, move)
  // Here, so that no way an order can end forgets it.
  if (moved && endsWithoutBill(moved.service_status) && !move.billed) {
    await releaseDiscount(tx, moved)
    await settlePrepayment(tx, moved, move.actor)
  }
  return moved
}

/** Records something that happened to an order and left its service status as it was (paid, back to searching). */
export const noteOrder = (tx: TenantTx, order: OrderRowDb, note: EventDetail & { event: string; set: OrderSet }): Promise<OrderRowDb> =>
  orderMoves.note(tx, order, note)
