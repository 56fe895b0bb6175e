import type { TenantDb, TenantTx } from '#platform/db'

export interface NewCancelQuote {
  tenantId: string
  orderId: string
  orderVersion: number
  rule: string
  verdict: string
  feeFen: number
  actor: string
  validUntil: Date
  createdBy: string
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
        verdict: quote.verdict,
        fee_fen: quote.feeFen,
        actor: quote.actor,
        valid_until: quote.validUntil,
        created_by: quote.createdBy,
      })
      .returning('quote_id')
      .executeTakeFirstOrThrow()
  ).quote_id

export const findCancelQuote = (db: TenantDb, orderId: string, quoteId: string) =>
  db.selectFrom('cancel_quotes').selectAll().where('order_id', '=', orderId).where('quote_id', '=', quoteId).executeTakeFirst()

export const insertCancelFee = (tx: TenantTx, tenantId: string, orderId: string, feeFen: number, rule: string) =>
  tx
    .insertInto('bill_lines')
    .values({
      tenant_id: tenantId,
      order_id: orderId,
      seq: 1,
      type: 'OTHER',
      label: '取消费',
      amount_fen: feeFen,
      source: 'COMPUTED',
      rule: JSON.stringify({ kind: 'CANCEL_FEE', rule }),
    })
    .execute()

/** Where the driver promised to be with the customer: the accepted offer's estimate. */
export const promisedArrival = async (db: TenantDb, orderId: string): Promise<Date | null> => {
  const offer = await db
    .selectFrom('offers')
    .select(['answered_at', 'eta_s'])
    .where('order_id', '=', orderId)
    .where('result', '=', 'ACCEPTED')
    .orderBy('offer_id', 'desc')
    .executeTakeFirst()
  return offer?.answered_at ? new Date(offer.answered_at.getTime() + offer.eta_s * 1000) : null
}
