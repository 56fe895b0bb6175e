import type { TopUpWay } from '@chauffeur/contract/customer/enterprise'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/database/db'

export interface NewTopUp {
  tenantId: string
  enterpriseId: string
  way: TopUpWay
  amountFen: number
  reference: string
  remark: string
  by: { userId: string; name: string }
}
/** Null where a transfer of this number stands already. */
export async function insertTopUp(tx: TenantTx, made: NewTopUp): Promise<string | null> {
  const row = await tx
    .insertInto('enterprise_top_ups')
    .values({
      tenant_id: made.tenantId,
      enterprise_id: made.enterpriseId,
      way: made.way,
      amount_fen: made.amountFen,
      reference: made.reference,
      remark: made.remark,
      created_by: made.by.userId,
      created_by_name: made.by.name,
    })
    .onConflict((on) => on.columns(['tenant_id', 'way', 'reference']).where('reversed_at', 'is', null).doNothing())
    .returning('top_up_id')
    .executeTakeFirst()
  return row?.top_up_id ?? null
}

export const lockTopUp = (tx: TenantTx, topUpId: string) =>
  tx.selectFrom('enterprise_top_ups').selectAll().where('top_up_id', '=', topUpId).forUpdate().executeTakeFirst()

export const markReversed = (tx: TenantTx, topUpId: string, by: { userId: string; name: string }, reason: string) =>
  tx
    .updateTable('enterprise_top_ups')
    .set({ reversed_at: sql<Date>`clock_timestamp()`, reversed_by: by.userId, reversed_by_name: by.name, reverse_reason: reason })
    .where('top_up_id', '=', topUpId)
    .execute()
