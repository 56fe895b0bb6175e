import { sql } from 'kysely'
import type { TenantTx } from '#platform/database/db'

export interface NewTopUp {
  tenantId: string
  enterpriseId: string
  way: string
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

/** The telephones that were added; those that are employees already are left as they are. */
export async function insertEmployees(
  tx: TenantTx,
  at: { tenantId: string; enterpriseId: string; by: string },
  employees: readonly { phone: string; name: string; dept: string; monthLimitFen: number | null }[],
): Promise<Set<string>> {
  if (employees.length === 0) return new Set()
  const rows = await tx
    .insertInto('enterprise_employees')
    .values(
      employees.map(({ phone, name, dept, monthLimitFen }) => ({
        tenant_id: at.tenantId,
        enterprise_id: at.enterpriseId,
        phone,
        name,
        dept,
        month_limit_fen: monthLimitFen,
        created_by: at.by,
        updated_by: at.by,
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'enterprise_id', 'phone']).doNothing())
    .returning('phone')
    .execute()
  return new Set(rows.map((row) => row.phone))
}
