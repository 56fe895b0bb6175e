import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { movedByDay } from './ledger-days.queries.ts'
import type { AccountKind } from './posting.rules.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 92
/** From the first to the last, and not more than can be looked through at once. */
export function areDays(from: string, to: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days >= 1 && days <= MOST_DAYS
}

interface CashFlowRow {
  key: string
  /** Where the account stands among the others. */
  place: number
  kind: AccountKind
  day: string
  opening_fen: string
  in_fen: string
  out_fen: string
  entries: number
}
/** Each day of each sort of account that ever moved; opened with what all days before it left there. One statement, so that all of it is of the same moment. */
export const cashFlow = (db: TenantDb, from: string, to: string) =>
  db.selectFrom(
    sql<CashFlowRow>`(
      with moved as materialized (${movedByDay}),
      kinds as (select kind, coalesce(sum(in_fen - out_fen) filter (where day < ${from}::date), 0) as before from moved group by 1)
      select k.kind || ' ' || d.day::date as key, coalesce(array_position(array['CASH_WX', 'CASH_BANK', 'PAYOUT_IN_TRANSIT'], k.kind), 9) as place, k.kind,
        to_char(d.day, 'YYYY-MM-DD') as day, coalesce(m.in_fen, 0) as in_fen, coalesce(m.out_fen, 0) as out_fen, coalesce(m.entries, 0) as entries,
        k.before + coalesce(sum(m.in_fen - m.out_fen) over (partition by k.kind order by d.day rows between unbounded preceding and 1 preceding), 0) as opening_fen
      from kinds k cross join generate_series(${from}::date, ${to}::date, interval '1 day') as d(day) left join moved m on m.kind = k.kind and m.day = d.day)`.as(
      'd',
    ),
  )
