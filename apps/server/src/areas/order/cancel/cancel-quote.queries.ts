import type { CancelCase, CancelConsequence, CancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import type { TenantDb, TenantTx } from '#platform/database/db'

export interface NewCancelQuote {
  tenantId: string
  orderId: string
  orderVersion: number
  rule: string
  ruleCase: CancelCase | null
  verdict: CancelVerdict
  feeFen: number
  consequence: CancelConsequence | null
  actor: string
  validUntil: Date
  createdBy: string | null
}
export const insertCancelQuote = async (tx: TenantTx, quote: NewCancelQuote): Promise<string> =>
  (
    await tx
      .insertInto('cancel_quotes')
      .values({
        tenant_id: quote.tenantId,
        order_id: quote.orderId,
        order_version: quote.orderVersion,
        rule: quote.rule,
        rule_case: quote.ruleCase && JSON.stringify(quote.ruleCase),
        verdict: quote.verdict,
        fee_fen: quote.feeFen,
        consequence: quote.consequence && JSON.stringify(quote.consequence),
        actor: quote.actor,
        valid_until: quote.validUntil,
        created_by: quote.createdBy,
      })
      .returning('quote_id')
      .executeTakeFirstOrThrow()
  ).quote_id

export const findCancelQuote = (db: TenantDb, orderId: string, quoteId: string) =>
  db.selectFrom('cancel_quotes').selectAll().where('order_id', '=', orderId).where('quote_id', '=', quoteId).executeTakeFirst()
