import { WITHDRAWAL_STATE } from '@chauffeur/contract/finance/withdrawal'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { local, since, turns, type Whose } from './clock.queries.ts'

/**
 * What trips brought to the wallet, by the week in which it was posted, and how many trips were paid; a penalty or what is taken back is money
 * of a week, and no trip of it. Found by the driver's orders of that time and some weeks before, since
 * a wallet of years is long; what is put right later than that is not of these weeks.
 */
export async function incomeOf(db: TenantDb, of: Whose, weeks: number) {
  const from = since(of, 'week', weeks)
  const weekOf = (at: RawBuilder<unknown>) => sql`date_trunc('week', ${local(at, of)})`
  const { rows } = await sql<{ week: string; orders: number; income_fen: number; paid_fen: number }>`
    with posted as (
      select ${weekOf(sql`e.at`)} as week,
        count(distinct o.order_id) filter (where e.step = 'PAID' and o.service_status = ${sql.lit(SERVICE_STATUS.billFiled)})::int as orders,
        sum(case when l.side = 'C' then l.amount_fen else -l.amount_fen end)::float8 as fen
      from orders o
        join ledger_entries e on e.tenant_id = o.tenant_id and e.business_type = 'ORDER' and e.business_id = o.order_id
        join ledger_lines l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id
        join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id and a.owner_type = 'DRIVER'
          and a.owner_id = o.driver_id and a.kind = 'DRIVER_AVAILABLE'
      where o.driver_id = ${of.driverId}::bigint and o.created_at >= ${from} - interval '60 days' and e.at >= ${from}
      group by 1),
    paid as (
      select ${weekOf(sql`p.paid_at`)} as week, sum(p.net_fen)::float8 as fen from withdrawals p
      where p.driver_id = ${of.driverId}::bigint and p.created_at >= ${from} - interval '60 days' and p.paid_at >= ${from}
        and p.state = ${sql.lit(WITHDRAWAL_STATE.paid)} group by 1)
    select to_char(w, 'YYYY-MM-DD') as week, coalesce(i.orders, 0) as orders, coalesce(i.fen, 0) as income_fen, coalesce(p.fen, 0) as paid_fen
    from ${turns(of, 'week', weeks)} w left join posted i on i.week = w left join paid p on p.week = w order by w`.execute(db)
  return rows.map((row) => ({ week: row.week, orders: row.orders, incomeFen: row.income_fen, paidFen: row.paid_fen }))
}
