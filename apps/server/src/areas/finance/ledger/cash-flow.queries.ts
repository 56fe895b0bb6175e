import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { type AccountKind, DEBIT_KINDS } from './posting.rules.ts'

/** Days of the books are China's, as banks and channels count them. */
export const BOOKS_ZONE = sql.lit('Asia/Shanghai')
const debitKinds = sql.join(DEBIT_KINDS.map((kind) => sql.lit(kind)))
/** What a line does to its account, in the account's own direction. */
export const delta = sql<number>`case when (l.side = 'D') = (a.kind in (${debitKinds})) then l.amount_fen else -l.amount_fen end`

export interface CashFlowRow {
  kind: AccountKind
  day: string
  opening_fen: string
  in_fen: string
  out_fen: string
  entries: number
}
/**
 * What there is now, less what came and went since: nothing older than the first day is read. One statement, so that balances and lines are of
 * the same moment.
 */
export async function cashFlowOf(db: TenantDb, from: string, to: string): Promise<CashFlowRow[]> {
  const { rows } = await sql<CashFlowRow>`
    with moved as (
      select a.kind, (e.at at time zone ${BOOKS_ZONE})::date as day, count(distinct e.entry_id)::int as entries,
        sum(greatest(${delta}, 0)) as in_fen, sum(greatest(-(${delta}), 0)) as out_fen
      from ledger_entries e join ledger_lines l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id
        join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
      where e.at >= ${from}::date::timestamp at time zone ${BOOKS_ZONE}
      group by 1, 2),
    present as (select kind, sum(balance_fen) as fen from ledger_accounts group by 1)
    select p.kind, to_char(d.day, 'YYYY-MM-DD') as day, coalesce(m.in_fen, 0) as in_fen, coalesce(m.out_fen, 0) as out_fen, coalesce(m.entries, 0) as entries,
      p.fen - coalesce((select sum(later.in_fen - later.out_fen) from moved later where later.kind = p.kind and later.day >= d.day), 0) as opening_fen
    from present p cross join generate_series(${from}::date, ${to}::date, interval '1 day') as d(day) left join moved m on m.kind = p.kind and m.day = d.day
    order by array_position(array['CASH_WX', 'CASH_BANK', 'PAYOUT_IN_TRANSIT'], p.kind), p.kind, d.day`.execute(db)
  return rows
}
