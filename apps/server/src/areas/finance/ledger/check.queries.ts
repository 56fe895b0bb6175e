import { listOf } from '#platform/database/sql-text'
import { heldWithdrawalStates, payingWithdrawalStates } from '@chauffeur/contract/finance/withdrawal'
import { sql } from 'kysely'
import { APPEND_ONLY } from '#platform/upkeep/append-only'
import type { PlatformDb } from '#platform/database/db'
import { channelCash, notedSums } from './channel-cash.queries.ts'
import { wrongDays } from './ledger-days.queries.ts'
import { ACCOUNT_KINDS, DEBIT_KINDS, floorOf } from './posting.rules.ts'
import { chainHeads } from './seal.queries.ts'

/** Of an order's claim or penalty a part may be taken back, and more than once; everything else is taken back whole. */
const partial = sql`(b.business_type = 'ORDER' and (b.step like 'RECLAIMED\\_%' or b.step like 'WRITTEN\\_OFF%' or b.step = 'REINSTATED' or b.step like 'PENALTY\\_CHANGED\\_%'))`
const floors = sql`(values ${sql.join(
  ACCOUNT_KINDS.flatMap((kind) => (floorOf(kind) === null ? [] : [sql`(${sql.lit(kind)}, ${sql.lit(floorOf(kind))}::bigint)`])),
)}) as f(kind, floor_fen)`
/** What keeps a fault of ours out of the books: as PostgreSQL tells of indexes, constraints, triggers and tables. */
const guards = sql.join(
  [
    'ledger_accounts unique tenant_id, account_id',
    'ledger_accounts unique tenant_id, owner_type, owner_id, kind, currency',
    'ledger_accounts CHECK (((floor_fen IS NULL) OR (balance_fen >= floor_fen)))',
    'ledger_accounts row security',
    'ledger_entries unique tenant_id, entry_id',
    'ledger_entries unique tenant_id, business_type, business_id, step',
    'ledger_entries FOREIGN KEY (tenant_id, reversal_of) REFERENCES ledger_entries(tenant_id, entry_id)',
    'ledger_entries row security',
    'ledger_lines unique tenant_id, entry_id, line_no',
    'ledger_lines unique tenant_id, account_id, account_version',
    'ledger_lines CHECK ((amount_fen > 0))',
    `ledger_lines CHECK ((side = ANY (ARRAY['D'::text, 'C'::text])))`,
    'ledger_lines FOREIGN KEY (tenant_id, entry_id) REFERENCES ledger_entries(tenant_id, entry_id)',
    'ledger_lines FOREIGN KEY (tenant_id, account_id) REFERENCES ledger_accounts(tenant_id, account_id)',
    'ledger_lines trigger ledger_lines_hash',
    'ledger_lines row security',
    'ledger_unsealed unique tenant_id, entry_id',
    'ledger_seals unique tenant_id, seq',
    'ledger_seals unique tenant_id, entry_id',
    'order_payments unique tenant_id, order_id',
    'order_payments unique tenant_id, way, reference',
    'order_prepayments unique tenant_id, order_id',
    'order_prepayments unique tenant_id, way, reference',
    'order_prepayments unique tenant_id, return_way, return_reference where (return_reference IS NOT NULL)',
    'enterprise_top_ups unique tenant_id, way, reference where (reversed_at IS NULL)',
    'withdrawals unique tenant_id, withdraw_no',
    'withdrawal_events unique tenant_id, withdrawal_id, seq',
    'partner_statements unique tenant_id, channel_id, month',
    `partner_payments unique tenant_id, reference where ((reversed_at IS NULL) AND (kind <> 'OFFSET'::text))`,
    'payout_attempts unique out_no',
    'point_records unique tenant_id, event, ref',
    'point_records unique tenant_id, customer_id, account_version',
    'point_lots CHECK (((remaining >= 0) AND (remaining <= points)))',
    'payout_attempts unique tenant_id, withdrawal_id where (final_at IS NULL)',
  ].map((guard) => sql.lit(guard)),
)
const debitKinds = sql.join(DEBIT_KINDS.map((kind) => sql.lit(kind)))

/** Of every partner, what its account holds beside what its final statements ask for less what was paid; and each statement beside its own lines and payments. */
const partnersOwe = sql<{ tenant: string; what: string; why: string }>`
  select coalesce(a.tenant_id, s.tenant_id)::text as tenant, 'channel ' || coalesce(a.channel_id, s.channel_id) as what,
    format('owes %s, statements %s', coalesce(a.fen, 0), coalesce(s.fen, 0)) as why
  from (select tenant_id, owner_id as channel_id, sum(balance_fen) as fen from ledger_accounts
      where owner_type = 'PARTNER' and kind = 'PARTNER_RECEIVABLE' group by 1, 2) a
    full join (select tenant_id, channel_id, sum(total_fen) - coalesce(sum(p.fen), 0) as fen from partner_statements
      left join lateral (select sum(case p.kind when 'REFUNDED' then -p.amount_fen else p.amount_fen end) as fen from partner_payments p
        where p.tenant_id = partner_statements.tenant_id and p.partner_statement_id = partner_statements.partner_statement_id
          and p.kind <> 'OFFSET' and p.reversed_at is null) p on true
      where state = 'FINAL' group by 1, 2) s on s.tenant_id = a.tenant_id and s.channel_id = a.channel_id
  where coalesce(a.fen, 0) <> coalesce(s.fen, 0)
  union all
  select s.tenant_id::text, s.statement_no, format('total %s of lines %s, covered %s of lines %s, paid %s of payments %s',
    s.total_fen, coalesce(l.fen, 0), s.covered_fen, coalesce(l.covered_fen, 0), s.paid_fen, coalesce(p.fen, 0))
  from partner_statements s
    left join lateral (select sum(l.amount_fen) as fen, sum(l.covered_fen) as covered_fen from partner_statement_lines l
      where l.tenant_id = s.tenant_id and l.partner_statement_id = s.partner_statement_id) l on true
    left join lateral (select sum(case when p.kind = 'REFUNDED' or p.from_statement_id = s.partner_statement_id then -p.amount_fen else p.amount_fen end) as fen
      from partner_payments p where p.tenant_id = s.tenant_id and s.partner_statement_id in (p.partner_statement_id, p.from_statement_id)
        and p.reversed_at is null) p on true
  where s.total_fen <> coalesce(l.fen, 0) or s.covered_fen <> coalesce(l.covered_fen, 0) or s.paid_fen <> coalesce(p.fen, 0)`

/** Each statement finds what breaks an invariant (domain 3.9); no row is a sound ledger. */
const FINDS: Readonly<Record<string, ReturnType<typeof sql<Finding>>>> = {
  '1 entries are balanced, of at least two lines': sql`
    select e.tenant_id::text as tenant, 'entry ' || e.entry_id as what,
      format('%s lines, debit %s, credit %s', count(l.*), coalesce(sum(l.amount_fen) filter (where l.side = 'D'), 0), coalesce(sum(l.amount_fen) filter (where l.side = 'C'), 0)) as why
    from ledger_entries e left join ledger_lines l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id
    group by e.tenant_id, e.entry_id
    having count(l.*) < 2 or sum(l.amount_fen) filter (where l.side = 'D') is distinct from sum(l.amount_fen) filter (where l.side = 'C')`,
  '1 amounts are above zero': sql`
    select tenant_id::text as tenant, 'entry ' || entry_id || ' line ' || line_no as what, format('%s %s', side, amount_fen) as why
    from ledger_lines where amount_fen > 0 is not true or side in ('D', 'C') is not true`,
  '1 entries are of one currency': sql`
    select l.tenant_id::text as tenant, 'entry ' || l.entry_id as what, string_agg(distinct a.currency, ', ') as why
    from ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
    group by l.tenant_id, l.entry_id having count(distinct a.currency) > 1`,
  '2 no role that serves requests can change what was written': sql`
    select '' as tenant, r.rolname || ' on ' || c.relname as what, string_agg(distinct may.what, ', ') as why
    from jsonb_each(${JSON.stringify(APPEND_ONLY)}::jsonb) as kept(name, columns)
      join pg_class c on c.relnamespace = 'public'::regnamespace and (c.relname = kept.name or exists (select from pg_inherits i where i.inhrelid = c.oid and i.inhparent = to_regclass(kept.name)))
      join pg_roles r on not r.rolsuper and r.rolname not like 'pg\\_%' and not pg_has_role(r.oid, c.relowner, 'usage')
      cross join lateral (
        select 'may delete' as what where has_table_privilege(r.oid, c.oid, 'delete')
        union all select 'may truncate' where has_table_privilege(r.oid, c.oid, 'truncate')
        union all select 'may update ' || a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and kept.columns <> '"*"' and not kept.columns ? a.attname
          and has_column_privilege(r.oid, c.oid, a.attnum, 'update')) may
    group by r.rolname, c.relname`,
  '2 a reversal is the mirror of what it takes back': sql`
    select b.tenant_id::text as tenant, 'entry ' || b.entry_id as what, 'does not mirror entry ' || b.reversal_of || ' of ' || o.business_type || ' ' || o.business_id as why
    from ledger_entries b join ledger_entries o on o.tenant_id = b.tenant_id and o.entry_id = b.reversal_of
    where (b.business_type, b.business_id) <> (o.business_type, o.business_id) or not ${partial} and exists (
      select from (select account_id, side, amount_fen from ledger_lines l where l.tenant_id = o.tenant_id and l.entry_id = o.entry_id) was
        full join (select account_id, case side when 'D' then 'C' else 'D' end as side, amount_fen from ledger_lines l
          where l.tenant_id = b.tenant_id and l.entry_id = b.entry_id) back using (account_id, side, amount_fen)
      where was.account_id is null or back.account_id is null)`,
  '2 no more is taken back of an order than was posted': sql`
    select back.tenant_id::text as tenant, 'order ' || back.business_id || ' account ' || back.account_id as what, format('%s taken back of %s', back.fen, coalesce(put.fen, 0)) as why
    from (select b.tenant_id, b.business_id, l.account_id, l.side, sum(l.amount_fen) as fen
        from ledger_entries b join ledger_lines l on l.tenant_id = b.tenant_id and l.entry_id = b.entry_id
        where b.reversal_of is not null and b.business_type = 'ORDER' group by 1, 2, 3, 4) back
      left join lateral (select sum(l.amount_fen) as fen from ledger_entries e join ledger_lines l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id
        where e.tenant_id = back.tenant_id and e.business_type = 'ORDER' and e.business_id = back.business_id and l.account_id = back.account_id and l.side <> back.side) put on true
    where back.fen > coalesce(put.fen, 0)`,
  '2 entries are as they were posted': sql`
    select e.tenant_id::text as tenant, 'entry ' || e.entry_id as what,
      case when coalesce(s.content_hash, u.content_hash) is null then 'left no hash' else 'is not what was posted' end as why
    from ledger_entries e left join ledger_seals s on s.tenant_id = e.tenant_id and s.entry_id = e.entry_id
      left join ledger_unsealed u on u.tenant_id = e.tenant_id and u.entry_id = e.entry_id
    where coalesce(s.content_hash, u.content_hash) is distinct from ledger_entry_hash(e)
    union all
    select h.tenant_id::text, 'entry ' || h.entry_id, 'is gone'
    from (select tenant_id, entry_id from ledger_seals union all select tenant_id, entry_id from ledger_unsealed) h
    where not exists (select from ledger_entries e where e.tenant_id = h.tenant_id and e.entry_id = h.entry_id)`,
  '2 the chain of entries has no gap': sql`
    select tenant_id::text as tenant, 'seal ' || seq as what, case when seq <> before + 1 then 'comes after ' || before else 'does not hold the hash before it' end as why
    from (select tenant_id, seq, content_hash, chain_hash, lag(seq, 1, 0::bigint) over w as before, lag(chain_hash, 1, ''::bytea) over w as held
      from ledger_seals window w as (partition by tenant_id order by seq)) chain
    where seq <> before + 1 or chain_hash <> sha256(held || content_hash)`,
  '2 the chain goes on from where earlier checks saw its end': sql`
    select distinct h.tenant::text as tenant, 'seal ' || h.seq as what, 'is not the one seen at ' || c.at as why
    from ledger_checks c cross join jsonb_to_recordset(c.heads) as h(tenant bigint, seq bigint, hash text)
      left join ledger_seals s on s.tenant_id = h.tenant and s.seq = h.seq
    where encode(s.chain_hash, 'hex') is distinct from h.hash`,
  '3 balances are the sums of their lines': sql`
    select a.tenant_id::text as tenant, a.kind || ' of ' || a.owner_type || ' ' || a.owner_id as what, format('balance %s, lines %s', a.balance_fen, coalesce(sum(d.delta), 0)) as why
    from ledger_accounts a left join lateral (
      select case when (l.side = 'D') = (a.kind in (${debitKinds})) then l.amount_fen else -l.amount_fen end as delta
      from ledger_lines l where l.tenant_id = a.tenant_id and l.account_id = a.account_id) d on true
    group by a.tenant_id, a.account_id having a.balance_fen <> coalesce(sum(d.delta), 0)`,
  '3 the chain of balances has no gap': sql`
    select c.tenant_id::text as tenant, 'account ' || c.account_id || ' line ' || c.account_version as what, format('%s after %s', c.balance_after_fen, c.before) as why
    from (
      select l.tenant_id, l.account_id, l.account_version, l.balance_after_fen, a.version as last_version,
        row_number() over w as n, count(*) over (partition by l.tenant_id, l.account_id) as lines,
        coalesce(lag(l.balance_after_fen) over w, 0) as before,
        case when (l.side = 'D') = (a.kind in (${debitKinds})) then l.amount_fen else -l.amount_fen end as delta
      from ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
      window w as (partition by l.tenant_id, l.account_id order by l.account_version)) c
    where c.n <> c.account_version or c.balance_after_fen <> c.before + c.delta or c.lines <> c.last_version`,
  '3 the sums of days are those of their entries': wrongDays,
  '4 no balance is below its floor': sql`
    select tenant_id::text as tenant, kind || ' of ' || owner_type || ' ' || owner_id as what, format('balance %s, floor %s', balance_fen, floor_fen) as why
    from ledger_accounts where balance_fen < floor_fen or (kind in ('DRIVER_FROZEN', 'PAYOUT_IN_TRANSIT') and balance_fen < 0)`,
  '4 every account has the floor of its kind': sql`
    select a.tenant_id::text as tenant, a.kind || ' of ' || a.owner_type || ' ' || a.owner_id as what, format('floor %s, not %s', coalesce(a.floor_fen::text, 'none'), f.floor_fen) as why
    from ledger_accounts a join ${floors} on f.kind = a.kind where a.floor_fen >= f.floor_fen is not true`,
  '4 what is frozen of a driver is what their withdrawals hold': sql`
    select tenant_id::text as tenant, 'driver ' || driver_id as what, format('frozen %s, withdrawals %s', coalesce(a.fen, 0), coalesce(w.fen, 0)) as why
    from (select tenant_id, owner_id as driver_id, balance_fen as fen from ledger_accounts where owner_type = 'DRIVER' and kind = 'DRIVER_FROZEN') a
    full join (select tenant_id, driver_id, sum(apply_fen) as fen from withdrawals where state in ${listOf(heldWithdrawalStates)} group by 1, 2) w using (tenant_id, driver_id)
    where coalesce(a.fen, 0) <> coalesce(w.fen, 0)`,
  '4 what customers paid ahead is what is held of it and not returned': sql`
    select tenant_id::text as tenant, 'prepaid' as what, format('account %s, prepayments %s', coalesce(a.fen, 0), coalesce(p.fen, 0)) as why
    from (select tenant_id, sum(balance_fen) as fen from ledger_accounts where kind = 'CUSTOMER_PREPAID' group by 1) a
    full join (select tenant_id, sum(amount_fen - applied_fen - returned_fen) as fen from order_prepayments group by 1) p using (tenant_id)
    where coalesce(a.fen, 0) <> coalesce(p.fen, 0)`,
  '4 of a prepayment each sum is in the books as it was entered': sql`
    select p.tenant_id::text as tenant, 'prepayment ' || p.prepayment_id as what,
      format('paid %s, posted %s; returned %s, posted %s', p.amount_fen, coalesce(b.paid, 0), p.returned_fen, coalesce(b.back, 0)) as why
    from order_prepayments p left join lateral (
      select sum(l.amount_fen) filter (where e.step = 'RECEIVED' and l.side = 'C') as paid, sum(l.amount_fen) filter (where e.step = 'REFUNDED' and l.side = 'D') as back
      from ledger_entries e join ledger_lines l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id
      where e.tenant_id = p.tenant_id and e.business_type = 'PREPAYMENT' and e.business_id = p.prepayment_id) b on true
    where p.amount_fen <> coalesce(b.paid, 0) or p.returned_fen <> coalesce(b.back, 0)`,
  '5 what is in transit is what is being paid out': sql`
    select tenant_id::text as tenant, 'payouts' as what, format('in transit %s, withdrawals %s', coalesce(a.fen, 0), coalesce(w.fen, 0)) as why
    from (select tenant_id, sum(balance_fen) as fen from ledger_accounts where kind = 'PAYOUT_IN_TRANSIT' group by 1) a
    full join (select tenant_id, sum(net_fen) as fen from withdrawals where state in ${listOf(payingWithdrawalStates)} group by 1) w using (tenant_id)
    where coalesce(a.fen, 0) <> coalesce(w.fen, 0)`,
  '5 whoever is being paid is paid by one attempt of that sum': sql`
    select w.tenant_id::text as tenant, w.withdraw_no as what, format('state %s, open attempts %s of %s', w.state, count(a.*), coalesce(sum(a.amount_fen), 0)) as why
    from withdrawals w left join payout_attempts a on a.tenant_id = w.tenant_id and a.withdrawal_id = w.withdrawal_id and a.final_at is null
    group by w.tenant_id, w.withdrawal_id, w.withdraw_no, w.state, w.net_fen
    having case when w.state in ${listOf(payingWithdrawalStates)} then count(a.*) <> 1 or sum(a.amount_fen) <> w.net_fen else count(a.*) > 0 end`,
  '5 nobody is paid twice': sql`
    select tenant_id::text as tenant, 'withdrawal ' || withdrawal_id as what, count(*) || ' attempts paid' as why
    from payout_attempts where state = 'PAID' group by tenant_id, withdrawal_id having count(*) > 1`,
  '6 each step of a business is posted once': sql`
    select tenant_id::text as tenant, business_type || ' ' || business_id as what, step || ' ' || count(*) || ' times' as why
    from ledger_entries group by tenant_id, business_type, business_id, step having count(*) > 1`,
  '6 the database still refuses what must not be': sql`
    select '' as tenant, wanted.name as what, 'is missing' as why from unnest(array[${guards}]) as wanted(name)
    where wanted.name not in (
      select i.indrelid::regclass || ' unique ' || (select string_agg(pg_get_indexdef(i.indexrelid, n, false), ', ' order by n) from generate_series(1, i.indnkeyatts) n)
        || coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '')
      from pg_index i where i.indisunique and i.indisvalid and i.indimmediate
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype in ('c', 'f') and convalidated
      union all select tgrelid::regclass || ' trigger ' || tgname from pg_trigger where tgenabled in ('O', 'A')
      union all select oid::regclass || ' row security' from pg_class where relrowsecurity and relforcerowsecurity)`,
  '7 no debit ever took an account below its floor': sql`
    select l.tenant_id::text as tenant, a.kind || ' of ' || a.owner_type || ' ' || a.owner_id as what, format('line %s left %s', l.account_version, l.balance_after_fen) as why
    from ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id join ${floors} on f.kind = a.kind
    where l.balance_after_fen < f.floor_fen and (l.side = 'D') <> (a.kind in (${debitKinds}))`,
  '8 the trial balance is zero': sql`
    select tenant_id::text as tenant, currency as what, 'off by ' || sum(debit) as why
    from (select tenant_id, currency, case when kind in (${debitKinds}) then balance_fen else -balance_fen end as debit
      from ledger_accounts) a group by tenant_id, currency having sum(debit) <> 0`,
  '9 the cash of a channel is what its statements show': channelCash,
  '10 what a partner owes is its final statements less what it paid': partnersOwe,
  '11 points of a customer are the sum of their records, and each says the balance after it': sql`
    select a.tenant_id::text as tenant, 'customer ' || a.customer_id as what, format('%s points, records %s', a.balance, coalesce(r.points, 0)) as why
    from point_accounts a left join lateral (select sum(delta) as points, count(*) as records,
        bool_and(balance_after = running) as chained from (
          select delta, balance_after, sum(delta) over (order by account_version) as running from point_records x
          where x.tenant_id = a.tenant_id and x.customer_id = a.customer_id) x) r on true
    where a.balance <> coalesce(r.points, 0) or a.version <> r.records or not coalesce(r.chained, true)`,
  '11 what a customer may spend is what is left of their lots': sql`
    select a.tenant_id::text as tenant, 'customer ' || a.customer_id as what, format('%s points, lots %s', a.balance, coalesce(l.points, 0)) as why
    from point_accounts a left join lateral (select sum(remaining) as points from point_lots l
      where l.tenant_id = a.tenant_id and l.customer_id = a.customer_id and l.remaining > 0) l on true
    where greatest(a.balance, 0) <> coalesce(l.points, 0)`,
  '11 what is left of a lot of points is what was given less what was used of it': sql`
    select l.tenant_id::text as tenant, 'lot ' || l.lot_id as what, format('%s left of %s, used %s', l.remaining, l.points, coalesce(u.points, 0)) as why
    from point_lots l left join lateral (select sum(points) as points from point_uses u where u.tenant_id = l.tenant_id and u.lot_id = l.lot_id) u on true
    where l.remaining <> l.points - coalesce(u.points, 0)`,
}

/** Where a tenant's chain ends. Kept elsewhere, it tells whether everything up to there was rewritten. */
export interface ChainHead {
  tenant: string
  seq: string
  hash: string
}
export interface Finding {
  tenant: string
  what: string
  why: string
}
export interface Checked {
  invariant: string
  /** At most 20 of them. */
  findings: Finding[]
}

export interface LedgerSize {
  accounts: number
  entries: number
  /** Entries that are in no chain yet. */
  unsealed: number
}
/** What is not broken, and has to be known: at most 20. */
type Noted = { noted: Finding[] }
export async function findBroken(tx: PlatformDb): Promise<LedgerSize & Noted & { checked: Checked[]; heads: ChainHead[] }> {
  // One picture of the ledger, however long the check takes and whatever is posted meanwhile.
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
  await sql`set local statement_timeout = '30min'`.execute(tx)
  const checked: Checked[] = []
  for (const [invariant, find] of Object.entries(FINDS)) {
    const { rows } = await sql<Finding>`select * from (${find}) found limit 20`.execute(tx)
    checked.push({ invariant, findings: rows })
  }
  const { rows } = await sql<LedgerSize>`
    select (select count(*)::int from ledger_accounts) as accounts, (select count(*)::int from ledger_entries) as entries,
      (select count(*)::int from ledger_unsealed) as unsealed`.execute(tx)
  const heads = (await chainHeads(tx)).map(({ tenant_id, seq, chain_hash }) => ({
    tenant: tenant_id,
    seq,
    hash: chain_hash.toString('hex'),
  }))
  const { rows: noted } = await sql<Finding>`select * from (${notedSums}) noted limit 20`.execute(tx)
  return { checked, noted, ...rows[0]!, heads }
}
