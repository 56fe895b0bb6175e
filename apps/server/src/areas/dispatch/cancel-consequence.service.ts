import type { CancelConsequence } from '@chauffeur/contract/cancel-rules'
import type { OrderRowDb } from '#areas/order'
import { postCancelPenalty } from '#areas/wallet'
import type { TenantTx } from '#platform/db'
import { withWholeTenant } from '#platform/whole-tenant'
import { hideDriver, keepConsequence } from './cancel-consequence.queries.ts'

/**
 * What a cancellation means for the driver who had the order: the penalty is taken as far as the account reaches, and the customer is kept
 * from the driver for a while. After everything else of the cancellation, since accounts are locked last.
 */
export const applyConsequence = (
  tx: TenantTx,
  order: OrderRowDb,
  consequence: CancelConsequence | null | undefined,
  actor: { type: string; id: string | null },
): Promise<void> =>
  withWholeTenant(tx, async () => {
    if (!consequence || !order.driver_id) return
    const { driverPenaltyFen, waived, countsToRate, hideDriverS } = consequence
    if (hideDriverS > 0) await hideDriver(tx, order, hideDriverS)
    const takenFen = driverPenaltyFen > 0 ? await postCancelPenalty(tx, order, driverPenaltyFen, actor) : 0
    await keepConsequence(tx, order.order_id, { takenFen, waived, countsToRate })
  })
