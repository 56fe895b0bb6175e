import { releaseDiscount } from '#areas/pricing/discount'
import type { TenantTx } from '#platform/database/db'
import { dispatchStatusIn, endsWithoutBill, momentColumn, nextStatus, type OrderEvent } from './order.rules.ts'
import { type EventDetail, type OrderRowDb, type OrderSet, recordEvent, updateOrder } from './transition.queries.ts'

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
  const from = order.service_status
  const to = nextStatus(from, move.event, move.actor.type)
  if (to === null) return null
  const now = new Date()
  const moment = momentColumn[to]
  const moved = await updateOrder(tx, order, {
    service_status: to,
    dispatch_status: dispatchStatusIn(to),
    status_since: now,
    ...(moment && { [moment]: now }),
    ...move.set,
  })
  // Here, so that no way an order can end forgets it.
  if (endsWithoutBill(to) && !move.billed) await releaseDiscount(tx, moved)
  await recordEvent(tx, moved, move.event, from, move)
  return moved
}

/** Records something that happened to an order and left its service status as it was (paid, back to searching). */
export async function noteOrder(
  tx: TenantTx,
  order: OrderRowDb,
  note: EventDetail & { event: string; set: OrderSet },
): Promise<OrderRowDb> {
  const changed = await updateOrder(tx, order, note.set)
  await recordEvent(tx, changed, note.event, order.service_status, note)
  return changed
}
