import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'
import { type AccountKind, DEBIT_KINDS } from './posting.rules.ts'

/** Days of the books are China's, as banks and channels count them. */
export const BOOKS_ZONE = sql.lit('Asia/Shanghai')
const debitKinds = sql.join(DEBIT_KINDS.map((kind) => sql.lit(kind)))
/** What a line does to its account, in the account's own direction. */
export const delta = sql<number>`case when (l.side = 'D') = (a.kind in (${debitKinds})) then l.amount_fen else -l.amount_fen end`

/** Of entries `u` (tenant, number), what each sort of account took in and gave out on each day. */
const movedBy = (entries: ReturnType<typeof sql>) => sql`
  select e.tenant_id, a.kind, (e.at at time zone ${BOOKS_ZONE})::date as day, sum(greatest(${delta}, 0))::bigint as in_fen,
    sum(greatest(-(${delta}), 0))::bigint as out_fen, count(distinct e.entry_id)::int as entries
  from ${entries} u join ledger_entries e on e.tenant_id = u.tenant_id and e.entry_id = u.entry_id
    join ledger_lines l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id
    join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
  group by 1, 2, 3`

/**
 * Counts the next seals of each tenant into the sums of their days, at most so many, and says how many were taken of one tenant. The caller has
 * claimed the sealing, so that each is counted once.
 */
export const countSealed = async (tx: PlatformDb, most: number): Promise<number> =>
  (
    await sql<{ taken: number }>`
    with next as materialized (
      select t.tenant_id, coalesce(m.seq, 0) as after, least(last.seq, coalesce(m.seq, 0) + ${most}) as upto
      from tenants t left join ledger_day_marks m on m.tenant_id = t.tenant_id
        cross join lateral (select seq from ledger_seals s where s.tenant_id = t.tenant_id order by seq desc limit 1) last
      where last.seq > coalesce(m.seq, 0)),
    marked as (
      insert into ledger_day_marks (tenant_id, seq) select tenant_id, upto from next
      on conflict (tenant_id) do update set seq = excluded.seq),
    counted as (
      insert into ledger_days (tenant_id, kind, day, in_fen, out_fen, entries)
      select tenant_id, kind, day, in_fen, out_fen, entries
      from (${movedBy(sql`(select s.tenant_id, s.entry_id from next n join ledger_seals s on s.tenant_id = n.tenant_id and s.seq > n.after and s.seq <= n.upto)`)}) moved
      on conflict (tenant_id, kind, day) do update set in_fen = ledger_days.in_fen + excluded.in_fen, out_fen = ledger_days.out_fen + excluded.out_fen,
        entries = ledger_days.entries + excluded.entries)
    select coalesce(max(upto - after), 0)::int as taken from next`.execute(tx)
  ).rows[0]!.taken

/** Of the reader's tenant, what is in the sums and what was posted since. */
export const movedByDay = sql<{ kind: AccountKind; day: string; in_fen: string; out_fen: string; entries: number }>`
  select kind, day, sum(in_fen) as in_fen, sum(out_fen) as out_fen, sum(entries)::int as entries from (
    select kind, day, in_fen, out_fen, entries from ledger_days
    union all
    select kind, day, in_fen, out_fen, entries from (${movedBy(sql`(
      select s.tenant_id, s.entry_id from ledger_seals s where s.seq > coalesce((select seq from ledger_day_marks where tenant_id = (select app_tenant())), 0)
      union all
      select n.tenant_id, n.entry_id from ledger_unsealed n
      where not exists (select from ledger_seals s where s.tenant_id = n.tenant_id and s.entry_id = n.entry_id))`)}) since) of_days
  group by 1, 2`

/** Days whose sums are not those of the entries that are counted in them. */
export const wrongDays = sql<{ tenant: string; what: string; why: string }>`
  select coalesce(d.tenant_id, c.tenant_id)::text as tenant, coalesce(d.kind, c.kind) || ' on ' || coalesce(d.day, c.day) as what,
    format('in %s, out %s, of %s, entries %s, %s, of %s', d.in_fen, d.out_fen, d.entries, c.in_fen, c.out_fen, c.entries) as why
  from ledger_days d full join (${movedBy(
    sql`(select s.tenant_id, s.entry_id from ledger_day_marks m join ledger_seals s on s.tenant_id = m.tenant_id and s.seq <= m.seq)`,
  )}) c on c.tenant_id = d.tenant_id and c.kind = d.kind and c.day = d.day
  where (d.in_fen, d.out_fen, d.entries) is distinct from (c.in_fen, c.out_fen, c.entries)
  union all
  select m.tenant_id::text, 'seal ' || m.seq, 'is counted and is not there'
  from ledger_day_marks m where not exists (select from ledger_seals s where s.tenant_id = m.tenant_id and s.seq = m.seq)`
