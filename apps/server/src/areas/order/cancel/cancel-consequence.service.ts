import type { CancelConsequence } from '@chauffeur/contract/order/cancel-rules'
import type { OrderRowDb } from '../model/index.ts'
import { postCancelPenalty, postPenaltyChanged } from '../bill/index.ts'
import { noteExperience } from '#areas/driver/standing'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { hideDriver, keepConsequence, keepHidden, unhideDriver } from './cancel-consequence.queries.ts'

/**
 * What a cancellation means for the driver who had the order: the penalty is taken as far as the account reaches, and the customer is kept
 * from the driver for a while. After everything else of the cancellation, since accounts are locked last. Fen taken.
 */
export async function applyConsequence(
  own: TenantTx,
  order: OrderRowDb,
  consequence: CancelConsequence | null | undefined,
  actor: { type: string; id: string | null },
): Promise<number> {
  const tx = whole(own)
  if (!consequence || !order.driver_id) return 0
  const { driverPenaltyFen, waived, countsToRate, hideDriverS } = consequence
  if (hideDriverS > 0) await hideDriver(tx, order, hideDriverS)
  const takenFen = driverPenaltyFen > 0 ? await postCancelPenalty(tx, order, driverPenaltyFen, actor) : 0
  await keepConsequence(tx, order.order_id, { takenFen, waived, countsToRate, hideDriverS })
  if (countsToRate) await noteExperience(tx, { ...cancelOf(order, order.driver_id), event: 'CANCEL' })
  return takenFen
}

const cancelOf = (order: OrderRowDb, driverId: string) => ({ driverId, ref: order.order_id, about: order.order_no })

export interface ChangedConsequence {
  driverPenaltyFen: number
  waived: boolean
  countsToRate: boolean
  /** Customer and driver: as it stands, or for so many seconds from now on; 0 lifts what this cancellation laid. */
  hideDriverS: 'AS_IT_STANDS' | number
}
/**
 * What a cancellation meant for the driver becomes something else, by a decision that is posted once: money goes back or is taken as far as
 * the account reaches. The caller keeps the answer with the order. After the claim of a fee, never before.
 */
export async function changeConsequence(
  own: TenantTx,
  order: OrderRowDb,
  next: ChangedConsequence,
  decisionId: string,
  actor: { type: string; id: string | null },
): Promise<{ takenFen: number }> {
  const tx = whole(own)
  if (next.hideDriverS !== 'AS_IT_STANDS') {
    if (order.cancel_hidden_until !== null) await unhideDriver(tx, order)
    if (next.hideDriverS > 0) await hideDriver(tx, order, next.hideDriverS)
    await keepHidden(tx, order.order_id, next.hideDriverS)
  }
  const takenFen = await postPenaltyChanged(tx, order, next.driverPenaltyFen, decisionId, actor)
  if (order.driver_id && next.countsToRate !== order.cancel_counts)
    await noteExperience(tx, { ...cancelOf(order, order.driver_id), event: next.countsToRate ? 'CANCEL' : 'CANCEL_FORGIVEN' })
  return { takenFen }
}
