import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/db'
import { COUNT_LIMIT, offsetOf } from '#platform/page'

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

const linesOf = (enterpriseId: string) => sql`
  ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
  where a.owner_type = 'ENTERPRISE' and a.owner_id = ${enterpriseId}::bigint and a.kind = 'ENTERPRISE_PREPAID'`

export interface EntryRow {
  entry_id: string
  at: Date
  business_type: string
  business_id: string
  step: string
  memo: string
  change_fen: string
  balance_after_fen: string
  top_up_id: string | null
  way: string
  reference: string
  remark: string
  created_by_name: string
  reversed: boolean
  reverse_reason: string
}
/** What moved an enterprise's balance, newest first. Credit is the enterprise's gain. */
export async function entriesOf(db: TenantDb, enterpriseId: string, page: { pageNo: number; pageSize: number }): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    with mine as (
      select l.entry_id, case l.side when 'C' then l.amount_fen else -l.amount_fen end as change_fen, l.balance_after_fen, l.account_version
      from ${linesOf(enterpriseId)} order by l.account_version desc limit ${page.pageSize}::int offset ${offsetOf(page)}::int)
    select e.entry_id, e.at, e.business_type, e.business_id, e.step, e.memo, mine.change_fen, mine.balance_after_fen, t.top_up_id,
      coalesce(t.way, '') as way, coalesce(t.reference, '') as reference, coalesce(t.remark, '') as remark,
      coalesce(case when e.step = 'REVERSED' then t.reversed_by_name else t.created_by_name end, '') as created_by_name,
      t.reversed_at is not null as reversed, coalesce(t.reverse_reason, '') as reverse_reason
    from mine join ledger_entries e on e.entry_id = mine.entry_id
      left join enterprise_top_ups t on e.business_type = 'TOP_UP' and t.tenant_id = e.tenant_id and t.top_up_id = e.business_id
    order by mine.account_version desc`.execute(db)
  return rows
}
export async function countEntries(db: TenantDb, enterpriseId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${linesOf(enterpriseId)} limit ${COUNT_LIMIT + 1}::int) counted`.execute(db)
  return rows[0]!.n
}

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
