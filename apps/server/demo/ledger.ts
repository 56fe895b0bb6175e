import { SERVICE_STATUS, PAY_STATUS } from '@chauffeur/contract/order/model'
import { DEFAULT_COMMISSION_BP, type FeeLine } from '@chauffeur/contract/pricing/model'
import type pg from 'pg'
import { type AccountKind, deltaOf, floorOf } from '#areas/finance/ledger'
import { commission } from '#areas/pricing/quote'

/** Drivers were last paid out so long ago: what they earned since is what the platform owes them. */
const SINCE_DAYS = 7
const OPENED_DAYS = 3

interface PaidOrder {
  tenant: string
  driver: string
  lines: { type: string; amountFen: number; rule: unknown }[]
}

/**
 * Opens each tenant's books with one balanced entry instead of a posting for each of the past orders: what drivers earned since they were
 * last paid out against the money it came in as, and the bills that are still open. A bill that is paid later closes its claim as usual.
 */
export async function openBooks(client: pg.ClientBase, now: Date): Promise<void> {
  const { rows } = await client.query<PaidOrder>(
    `select o.tenant_id::text as tenant, o.driver_id::text as driver, json_agg(json_build_object('type', l.type, 'amountFen', l.amount_fen, 'rule', l.rule) order by l.seq) as lines
     from orders o join bill_lines l on l.tenant_id = o.tenant_id and l.order_id = o.order_id
     where o.service_status = ${SERVICE_STATUS.billFiled} and o.pay_status = ${PAY_STATUS.paid} and o.driver_id is not null and o.paid_at > $1 group by o.tenant_id, o.order_id, o.driver_id`,
    [new Date(now.getTime() - SINCE_DAYS * 86_400_000)],
  )
  const open = await client.query<{ tenant: string; fen: string }>(
    `select tenant_id::text as tenant, sum(total_fen) as fen from orders where pay_status = ${PAY_STATUS.unpaid} and total_fen > 0 group by tenant_id`,
  )
  const books = new Map<string, Map<string, Opening>>()
  const add = (tenant: string, owner: string, kind: string, side: 'D' | 'C', fen: number) => {
    if (fen === 0) return
    const book = books.get(tenant) ?? new Map<string, Opening>()
    books.set(tenant, book)
    const key = `${owner}/${kind}`
    const had = book.get(key)
    book.set(key, { owner, kind, side, fen: (had?.fen ?? 0) + fen })
  }
  for (const { tenant, driver, lines } of rows) {
    const { driverFen, commissionFen, payableFen, funded } = commission(lines as unknown as FeeLine[], DEFAULT_COMMISSION_BP)
    add(tenant, driver, 'DRIVER_AVAILABLE', 'C', driverFen)
    add(tenant, '0', 'REVENUE', 'C', commissionFen)
    add(tenant, '0', 'CASH_WX', 'D', payableFen)
    for (const { account, amountFen } of funded) add(tenant, '0', account, 'D', amountFen)
  }
  for (const { tenant, fen } of open.rows) {
    add(tenant, '0', 'CUSTOMER_RECEIVABLE', 'D', Number(fen))
    add(tenant, '0', 'SUSPENSE', 'C', Number(fen))
  }
  // Before anything else that the demo world posts: whoever is paid out of it is paid later.
  const opened = new Date(now.getTime() - OPENED_DAYS * 86_400_000)
  for (const [tenant, book] of books) await openOne(client, tenant, opened, [...book.values()])
}

/** Puts top-ups on the balances of enterprises that never had one; each tenant has its first here. */
export async function openTopUps(
  client: pg.ClientBase,
  topUps: readonly { tenantId: number; enterpriseId: number; amountFen: number; reference: string; at: Date }[],
  by: (tenantId: number) => { userId: number; name: string },
): Promise<void> {
  for (const { tenantId, enterpriseId, amountFen, reference, at } of topUps) {
    const { userId, name } = by(tenantId)
    await client.query(
      `with made as (
         insert into enterprise_top_ups (tenant_id, enterprise_id, way, amount_fen, reference, created_at, created_by, created_by_name)
         values ($1, $2, 'BANK', $3, $4, $5, $6, $7) returning top_up_id),
       entry as (
         insert into ledger_entries (tenant_id, business_type, business_id, step, at, actor_type, actor_id, memo)
         select $1, 'TOP_UP', top_up_id, 'CONFIRMED', $5, 'OPERATOR', $6, $4 from made returning entry_id),
       accounts as (
         insert into ledger_accounts (tenant_id, owner_type, owner_id, kind, balance_fen, version)
         values ($1, 'PLATFORM', 0, 'CASH_BANK', $3, 1), ($1, 'ENTERPRISE', $2, 'ENTERPRISE_PREPAID', $3, 1) returning account_id, kind)
       insert into ledger_lines (tenant_id, entry_id, line_no, account_id, side, amount_fen, account_version, balance_after_fen)
       select $1, e.entry_id, row_number() over (order by a.kind), a.account_id, case a.kind when 'CASH_BANK' then 'D' else 'C' end, $3, 1, $3
       from accounts a cross join entry e`,
      [tenantId, enterpriseId, amountFen, reference, at, userId, name],
    )
  }
}

interface Opening {
  /** A driver's id, 0 for the platform. */
  owner: string
  kind: string
  side: 'D' | 'C'
  fen: number
}

const openOne = (client: pg.ClientBase, tenant: string, at: Date, lines: readonly Opening[]) =>
  client.query(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as g(owner bigint, kind text, side text, fen bigint)),
       accounts as (
         insert into ledger_accounts (tenant_id, owner_type, owner_id, kind, balance_fen, version, floor_fen)
         select $1::bigint, case when owner = 0 then 'PLATFORM' else 'DRIVER' end, owner, kind, fen, 1, case when kind = 'DRIVER_AVAILABLE' then -200000 end from given
         returning account_id, owner_id, kind),
       entry as (
         insert into ledger_entries (tenant_id, business_type, business_id, step, at, actor_type, memo)
         values ($1::bigint, 'OPENING', $1::bigint, 'OPENED', $3, 'TIMER', '期初余额') returning entry_id)
     insert into ledger_lines (tenant_id, entry_id, line_no, account_id, side, amount_fen, account_version, balance_after_fen)
     select $1::bigint, e.entry_id, row_number() over (order by a.account_id), a.account_id, g.side, g.fen, 1, g.fen
     from given g join accounts a on a.owner_id = g.owner and a.kind = g.kind cross join entry e`,
    [tenant, JSON.stringify(lines), at],
  )

export interface ThenLine extends Omit<Opening, 'kind'> {
  kind: AccountKind
}
interface ThenEntry {
  tenantId: string
  businessType: string
  businessId: string
  step: string
  at: Date
  actor: { type: string; id: string | null }
  memo: string
}
/** One entry of a day that is over, in the caller's transaction. What is posted now goes through the product's own `post`. */
export async function postThen(client: pg.ClientBase, entry: ThenEntry, lines: readonly ThenLine[]): Promise<void> {
  const { tenantId, businessType, businessId, step, at, actor, memo } = entry
  const { rows } = await client.query<{ id: string }>(
    `insert into ledger_entries (tenant_id, business_type, business_id, step, at, actor_type, actor_id, memo)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning entry_id::text as id`,
    [tenantId, businessType, businessId, step, at, actor.type, actor.id, memo],
  )
  const moved: object[] = []
  for (const [n, { owner, kind, side, fen }] of lines.entries()) {
    const ownerType = owner === '0' ? ('PLATFORM' as const) : ('DRIVER' as const)
    const account = { ownerType, ownerId: owner, kind }
    const key = [tenantId, ownerType, owner, kind]
    await client.query(
      `insert into ledger_accounts (tenant_id, owner_type, owner_id, kind, floor_fen) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [...key, floorOf(kind)],
    )
    const after = await client.query<object>(
      `update ledger_accounts set balance_fen = balance_fen + $5, version = version + 1
       where tenant_id = $1 and owner_type = $2 and owner_id = $3 and kind = $4
       returning account_id, version as account_version, balance_fen as balance_after_fen`,
      [...key, deltaOf({ account, side, amountFen: fen })],
    )
    moved.push({ ...after.rows[0], line_no: n + 1, side, amount_fen: fen })
  }
  // All at once: the hash of the entry is of the lines that one statement brings.
  await client.query(
    `insert into ledger_lines (tenant_id, entry_id, line_no, account_id, side, amount_fen, account_version, balance_after_fen)
     select $1, $2, line_no, account_id, side, amount_fen, account_version, balance_after_fen
     from jsonb_to_recordset($3::jsonb) as l(line_no smallint, account_id bigint, side text, amount_fen bigint, account_version integer, balance_after_fen bigint)`,
    [tenantId, rows[0]!.id, JSON.stringify(moved)],
  )
}
