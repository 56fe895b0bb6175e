import { sql } from 'kysely'
import type { PlatformDb } from '#platform/db'
import { DEBIT_KINDS } from './posting.rules.ts'

const debitKinds = sql.join(DEBIT_KINDS.map((kind) => sql.lit(kind)))

/** Each statement finds what breaks an invariant (domain 3.9); no row is a sound ledger. */
const FINDS: Readonly<Record<string, ReturnType<typeof sql<Finding>>>> = {
  '1 entries are balanced, of at least two lines': sql`
    select e.tenant_id::text as tenant, 'entry ' || e.entry_id as what,
      format('%s lines, debit %s, credit %s', count(l.*), coalesce(sum(l.amount_fen) filter (where l.side = 'D'), 0), coalesce(sum(l.amount_fen) filter (where l.side = 'C'), 0)) as why
    from ledger_entries e left join ledger_lines l on l.tenant_id = e.tenant_id and l.entry_id = e.entry_id
    group by e.tenant_id, e.entry_id
    having count(l.*) < 2 or sum(l.amount_fen) filter (where l.side = 'D') is distinct from sum(l.amount_fen) filter (where l.side = 'C')`,
  '1 entries are of one currency': sql`
    select l.tenant_id::text as tenant, 'entry ' || l.entry_id as what, string_agg(distinct a.currency, ', ') as why
    from ledger_lines l join ledger_accounts a on a.tenant_id = l.tenant_id and a.account_id = l.account_id
    group by l.tenant_id, l.entry_id having count(distinct a.currency) > 1`,
  '2 the roles that serve requests cannot change what was posted': sql`
    select '' as tenant, r.role || ' on ' || t.name as what, 'may update or delete' as why
    from unnest(array['ledger_entries', 'ledger_lines']) as t(name), unnest(array['app_runtime', 'app_platform']) as r(role)
    where has_table_privilege(r.role, t.name, 'update') or has_table_privilege(r.role, t.name, 'delete') or has_table_privilege(r.role, t.name, 'truncate')`,
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
  '4 no balance is below its floor': sql`
    select tenant_id::text as tenant, kind || ' of ' || owner_type || ' ' || owner_id as what, format('balance %s, floor %s', balance_fen, floor_fen) as why
    from ledger_accounts where balance_fen < floor_fen or (kind in ('DRIVER_FROZEN', 'PAYOUT_IN_TRANSIT') and balance_fen < 0)`,
  '4 what is frozen of a driver is what their withdrawals hold': sql`
    select tenant_id::text as tenant, 'driver ' || driver_id as what, format('frozen %s, withdrawals %s', coalesce(a.fen, 0), coalesce(w.fen, 0)) as why
    from (select tenant_id, owner_id as driver_id, balance_fen as fen from ledger_accounts where owner_type = 'DRIVER' and kind = 'DRIVER_FROZEN') a
    full join (select tenant_id, driver_id, sum(apply_fen) as fen from withdrawals where state in (10, 20, 30, 60) group by 1, 2) w using (tenant_id, driver_id)
    where coalesce(a.fen, 0) <> coalesce(w.fen, 0)`,
  '5 what is in transit is what is being paid out': sql`
    select tenant_id::text as tenant, 'payouts' as what, format('in transit %s, withdrawals %s', coalesce(a.fen, 0), coalesce(w.fen, 0)) as why
    from (select tenant_id, sum(balance_fen) as fen from ledger_accounts where kind = 'PAYOUT_IN_TRANSIT' group by 1) a
    full join (select tenant_id, sum(net_fen) as fen from withdrawals where state in (40, 45) group by 1) w using (tenant_id)
    where coalesce(a.fen, 0) <> coalesce(w.fen, 0)`,
  '6 each step of a business is posted once': sql`
    select tenant_id::text as tenant, business_type || ' ' || business_id as what, step || ' ' || count(*) || ' times' as why
    from ledger_entries group by tenant_id, business_type, business_id, step having count(*) > 1`,
  '8 the trial balance is zero': sql`
    select tenant_id::text as tenant, currency as what, 'off by ' || sum(debit) as why
    from (select tenant_id, currency, case when kind in (${debitKinds}) then balance_fen else -balance_fen end as debit
      from ledger_accounts) a group by tenant_id, currency having sum(debit) <> 0`,
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

export async function findBroken(tx: PlatformDb): Promise<{ checked: Checked[]; accounts: number; entries: number }> {
  // One picture of the ledger, however long the check takes and whatever is posted meanwhile.
  await sql`set transaction isolation level repeatable read read only`.execute(tx)
  const checked: Checked[] = []
  for (const [invariant, find] of Object.entries(FINDS)) {
    const { rows } = await sql<Finding>`select * from (${find}) found limit 20`.execute(tx)
    checked.push({ invariant, findings: rows })
  }
  const { rows } = await sql<{ accounts: number; entries: number }>`
    select (select count(*)::int from ledger_accounts) as accounts, (select count(*)::int from ledger_entries) as entries`.execute(tx)
  return { checked, ...rows[0]! }
}
