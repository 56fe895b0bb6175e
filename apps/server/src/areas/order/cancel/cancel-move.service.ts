import type { CancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import { PAY_STATUS } from '@chauffeur/contract/order/model'
import { coveredBy, heldFor } from '#areas/finance/prepayment'
import type { TenantTx } from '#platform/database/db'
import { insertCancelFee } from './cancel.queries.ts'
import type { Judgement } from './cancel.rules.ts'
import type { EventDetail, OrderRowDb } from '../model/index.ts'
import { moveOrder } from '../model/index.ts'
import { whole } from '#platform/database/whole-tenant'

export interface Cancelling extends EventDetail {
  event: 'customerCancel' | 'operatorCancel' | 'driverCancel'
  /** On whose behalf; `actor` is who does it. */
  by: 'CUSTOMER' | 'OPERATOR' | 'DRIVER'
  reason: string
  rule: string
  ruleCase: Judgement['ruleCase']
  verdict: CancelVerdict
  feeFen: number
  updatedBy?: string
}

/**
 * Ends a locked order at a judgement, its fee as its bill; what was paid ahead pays of it first. Posting the fee and letting driver, offers and search go are the caller's. Null,
 * and nothing written, where its state does not allow it.
 */
export async function moveToCancelled(
  tx: TenantTx,
  order: OrderRowDb,
  { event, by, actor, reason, rule, ruleCase, verdict, feeFen, updatedBy, requestId = '' }: Cancelling,
): Promise<OrderRowDb | null> {
  const { prepaidFen, personalFen } = coveredBy(await heldFor(whole(tx), order), feeFen)
  const moved = await moveOrder(tx, order, {
    event,
    actor,
    reason,
    requestId,
    payload: { rule, verdict, feeFen },
    set: {
      cancel_actor: by,
      cancel_reason: reason,
      cancel_rule: rule,
      cancel_case: ruleCase && JSON.stringify(ruleCase),
      cancel_verdict: verdict,
      cancel_fee_fen: feeFen,
      ...(updatedBy && { updated_by: updatedBy }),
      ...(feeFen > 0 && {
        pay_status: personalFen > 0 ? PAY_STATUS.unpaid : PAY_STATUS.paid,
        ...(personalFen === 0 && { paid_at: new Date() }),
        prepaid_fen: prepaidFen > 0 ? prepaidFen : null,
        subtotal_fen: feeFen,
        discount_fen: 0,
        total_fen: feeFen,
        enterprise_fen: 0,
        personal_fen: personalFen,
      }),
    },
  })
  if (moved && feeFen > 0) await insertCancelFee(tx, moved.tenant_id, moved.order_id, feeFen, rule)
  return moved
}
