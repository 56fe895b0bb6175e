import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import { checkLedger } from './check.service.ts'
import type { Line } from './posting.rules.ts'
import { post } from './ledger.service.ts'
import { countDays, sealEntries } from './seal.service.ts'
import { runLedgerCheck } from './ledger-check.service.ts'
import { APPEND_ONLY } from '#platform/upkeep/append-only'
import { wholeTenant } from '#platform/database/scope'
import { as, driverAt } from '#test/drivers'
import { makeWorld, type World } from '#test/world'

let world: World
/** A top-up, one that was taken back, a driver's earning, and two withdrawals of which one was cancelled. */
let topUp: string
let driverId: string
const one = async (text: string, values: unknown[] = []) =>
  String(Object.values((await world.owner.query<Record<string, unknown>>(text, values)).rows[0] ?? {})[0])
const entryOf = (business: string, step: string) =>
  one('select entry_id from ledger_entries where business_type = $1 and step = $2 order by 1 desc limit 1', [business, step])
const posted = (business: { businessType: string; businessId: string; step: string; reversalOf?: string }, lines: readonly Line[]) =>
  world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    post(tx, { tenantId: world.tenantA, actor: { type: 'TIMER', id: null }, ...business }, lines),
  )
const platform = (kind: Line['account']['kind'], side: 'D' | 'C', amountFen: number): Line => ({
  account: { ownerType: 'PLATFORM', ownerId: '0', kind },
  side,
  amountFen,
})

beforeAll(async () => {
  world = await makeWorld({ brokenLedger: true })
  const { data: enterprise } = await world.send(enterpriseCalls.saveEnterprise, { name: '甲企业', payMode: 'PREPAID', state: 'ACTIVE' })
  const { enterpriseId } = enterprise as { enterpriseId: string }
  const paidIn = async (reference: string) =>
    ((await world.send(enterpriseCalls.topUp, { enterpriseId, amountFen: 8_000, way: 'BANK', reference })).data as { topUpId: string })
      .topUpId
  await world.send(enterpriseCalls.reverseTopUp, { topUpId: await paidIn('BK-1'), reason: '入错企业' })
  const driver = await driverAt(world, null, 'OFFLINE')
  driverId = driver.driverId
  await posted({ businessType: 'ORDER', businessId: '900001', step: 'PAID' }, [
    platform('CASH_WX', 'D', 50_000),
    { account: { ownerType: 'DRIVER', ownerId: driverId, kind: 'DRIVER_AVAILABLE' }, side: 'C', amountFen: 50_000 },
  ])
  await posted({ businessType: 'ORDER', businessId: '900002', step: 'FILED' }, [
    platform('CUSTOMER_RECEIVABLE', 'D', 3_000),
    platform('SUSPENSE', 'C', 3_000),
  ])
  const call = as(world, driver)
  await call(withdrawalCalls.saveAccount, { way: 'BANK', holderName: '王师傅', accountNo: '6222020200112233445' })
  const applied = await call(withdrawalCalls.apply, { amountFen: 20_000, way: 'BANK' })
  await call(withdrawalCalls.cancel, { id: (applied.data as { withdrawalId: string }).withdrawalId })
  expect((await call(withdrawalCalls.apply, { amountFen: 10_000, way: 'BANK' })).code).toBe(0)
  // The last one of its accounts, so that it can be rewritten without a trace in them.
  await paidIn('BK-2')
  topUp = await entryOf('TOP_UP', 'CONFIRMED')
  await sealEntries(world.app.platform.db)
})
afterAll(() => world.close())

const broken = async () => (await checkLedger(world.app.platform.db)).checked.filter(({ findings }) => findings.length > 0)
/** Breaks the books as only the database's owner can, looks, and puts them right again. */
async function foundIn(doing: string, undoing: string): Promise<string[]> {
  await world.owner.query(doing)
  try {
    return (await broken()).map(({ invariant }) => invariant)
  } finally {
    await world.owner.query(undoing)
  }
}
afterEach(async () => expect(await broken()).toEqual([]))

test('amounts that are not above zero are found where the constraint is gone too', async () => {
  const found = await foundIn(
    `alter table ledger_lines drop constraint ledger_lines_amount_fen_check; update ledger_lines set amount_fen = -amount_fen where entry_id = ${topUp}`,
    `update ledger_lines set amount_fen = -amount_fen where entry_id = ${topUp}; alter table ledger_lines add check (amount_fen > 0)`,
  )
  expect(found).toContain('1 amounts are above zero')
  expect(found).toContain('6 the database still refuses what must not be')
})

test('a right to change what was written is found, of a whole table or of one column, whoever got it', async () => {
  const rights = '2 no role that serves requests can change what was written'
  const grants = [
    'update (amount_fen) on ledger_lines to app_runtime',
    'update (memo) on ledger_entries to app_platform',
    'update (floor_fen) on ledger_accounts to app_runtime',
    'delete on withdrawals to app_platform',
    'update on withdrawal_events to app_platform',
    'truncate on order_events to app_runtime',
    'update on ledger_seals to public',
  ]
  for (const grant of grants)
    expect(await foundIn(`grant ${grant}`, `revoke ${grant.replace(/ to (\w+)$/, ' from $1')}`), grant).toEqual([rights])
})

test('no role that serves requests may delete or change a row of an append-only table, whichever column', async () => {
  const tables = Object.keys(APPEND_ONLY)
  const named = ['order_events', 'driver_remarks', 'ledger_entries', 'ledger_lines', 'withdrawals', 'withdrawal_events', 'operation_logs']
  expect(tables).toEqual(expect.arrayContaining(named))
  const { rows } = await world.owner.query<{ role: string; table: string; may: string }>(
    `select grantee as role, table_name as table, lower(privilege_type) || coalesce(' ' || column_name, '') as may from (
       select grantee::text, table_name::text, privilege_type::text, null as column_name from information_schema.role_table_grants where privilege_type in ('DELETE', 'TRUNCATE')
       union all select grantee, table_name, privilege_type, column_name from information_schema.column_privileges where privilege_type = 'UPDATE') granted
     where table_name = any ($1::text[]) and grantee <> (select tableowner from pg_tables where tablename = 'ledger_lines')`,
    [tables],
  )
  const beyond = rows.filter(({ table, may }) => {
    const columns = APPEND_ONLY[table]!
    return !may.startsWith('update ') || (columns !== '*' && !columns.includes(may.slice('update '.length)))
  })
  expect(beyond).toEqual([])
  for (const role of ['runtime', 'platform'] as const)
    for (const table of tables)
      await expect(world.app.platform.db[role].query(`delete from ${table}`), `${role} ${table}`).rejects.toThrow(/permission denied/)
})

test('a day whose sums are not those of its entries is found, and one that is counted without its seal', async () => {
  const days = ['3 the sums of days are those of their entries']
  await countDays(world.app.platform.db)
  expect(await broken()).toEqual([])
  const change = (by: number) => `update ledger_days set in_fen = in_fen + ${by} where kind = 'CASH_BANK'`
  expect(await foundIn(change(1), change(-1))).toEqual(days)
  const mark = (by: number) => `update ledger_day_marks set seq = seq + ${by}`
  expect(await foundIn(mark(1), mark(-1))).toEqual(days)
  await world.owner.query('delete from ledger_days; delete from ledger_day_marks')
})

test('history that was rewritten in itself is found: amounts, balances, memos, and entries that are gone', async () => {
  const as = '2 entries are as they were posted'
  const more = (fen: number) => `
    update ledger_lines set amount_fen = amount_fen + ${fen}, balance_after_fen = balance_after_fen + ${fen} where entry_id = ${topUp};
    update ledger_accounts a set balance_fen = balance_fen + ${fen} from ledger_lines l where l.entry_id = ${topUp} and l.account_id = a.account_id`
  expect(await foundIn(more(1_000), more(-1_000))).toEqual([as])
  expect(
    await foundIn(
      `update ledger_entries set memo = 'BK-9' where entry_id = ${topUp}`,
      `update ledger_entries set memo = 'BK-2' where entry_id = ${topUp}`,
    ),
  ).toEqual([as])
  const gone = await foundIn(
    `create table kept_lines as select * from ledger_lines where entry_id = ${topUp}; create table kept_entries as select * from ledger_entries where entry_id = ${topUp};
     delete from ledger_lines where entry_id = ${topUp}; delete from ledger_entries where entry_id = ${topUp};
     update ledger_accounts a set balance_fen = balance_fen - 8000, version = version - 1 from kept_lines l where l.account_id = a.account_id`,
    `insert into ledger_entries select * from kept_entries; alter table ledger_lines disable trigger ledger_lines_hash; insert into ledger_lines select * from kept_lines;
     alter table ledger_lines enable trigger ledger_lines_hash; update ledger_accounts a set balance_fen = balance_fen + 8000, version = version + 1 from kept_lines l where l.account_id = a.account_id;
     drop table kept_lines, kept_entries`,
  )
  expect(gone).toEqual([as])
})

test('who rewrites the hashes as well breaks the chain, or moves the end that an earlier check saw', async () => {
  const hash = (of: string) => `update ledger_seals s set content_hash = ${of} where s.entry_id = ${topUp}`
  const memo = (text: string) => `update ledger_entries set memo = '${text}' where entry_id = ${topUp}`
  const own = `(select ledger_entry_hash(e) from ledger_entries e where e.entry_id = s.entry_id)`
  const chain = `update ledger_seals s set chain_hash = sha256((select b.chain_hash from ledger_seals b where b.tenant_id = s.tenant_id and b.seq = s.seq - 1) || s.content_hash) where s.entry_id = ${topUp}`
  expect(await foundIn(`${memo('BK-9')}; ${hash(own)}`, `${memo('BK-2')}; ${hash(own)}`)).toEqual(['2 the chain of entries has no gap'])
  const health = await world.app.platform.db.acrossTenants((tx) => runLedgerCheck(world.app.platform, tx, null))
  expect(health).toMatchObject({ sound: true })
  expect(await foundIn(`${memo('BK-9')}; ${hash(own)}; ${chain}`, `${memo('BK-2')}; ${hash(own)}; ${chain}`)).toEqual([
    '2 the chain goes on from where earlier checks saw its end',
  ])
  const [cut] = (await world.owner.query<{ seq: string }>('select seq from ledger_seals where entry_id = $1', [topUp])).rows
  const moved = (by: number) => `update ledger_seals set seq = seq + ${by} where entry_id = ${topUp}`
  expect(await foundIn(moved(5), moved(-5)), cut!.seq).toEqual([
    '2 the chain of entries has no gap',
    '2 the chain goes on from where earlier checks saw its end',
  ])
})

test('a reversal that is not the mirror of its original is found', async () => {
  const back = await entryOf('TOP_UP', 'REVERSED')
  const original = await one('select reversal_of from ledger_entries where entry_id = $1', [back])
  const points = (at: string) => `update ledger_entries set reversal_of = ${at} where entry_id = ${back}`
  expect(await foundIn(points(topUp), points(original))).toContain('2 a reversal is the mirror of what it takes back')
  const half = (divided: string) => `update ledger_lines set amount_fen = amount_fen ${divided} where entry_id = ${back}`
  expect(await foundIn(half('/ 2'), half('* 2'))).toContain('2 a reversal is the mirror of what it takes back')
})

test('a floor that is gone, or lower than its kind has, is found', async () => {
  const floor = (of: string) => `update ledger_accounts set floor_fen = ${of} where kind = 'DRIVER_AVAILABLE' and owner_id = ${driverId}`
  for (const of of ['null', '-300000'])
    expect(await foundIn(floor(of), floor('-200000'))).toEqual(['4 every account has the floor of its kind'])
})

test('an index, a constraint or a trigger that is gone is found before anything is posted twice', async () => {
  const guards = '6 the database still refuses what must not be'
  const breaks: [string, string][] = [
    [
      'drop index ledger_entries_business',
      'create unique index ledger_entries_business on ledger_entries (tenant_id, business_type, business_id, step)',
    ],
    ['drop index ledger_lines_chain', 'create unique index ledger_lines_chain on ledger_lines (tenant_id, account_id, account_version)'],
    ['drop index order_payments_order', 'create unique index order_payments_order on order_payments (tenant_id, order_id)'],
    [
      'drop index ledger_accounts_owner; create unique index ledger_accounts_owner on ledger_accounts (tenant_id, owner_type, owner_id, kind, currency, account_id)',
      'drop index ledger_accounts_owner; create unique index ledger_accounts_owner on ledger_accounts (tenant_id, owner_type, owner_id, kind, currency)',
    ],
    ['alter table ledger_lines disable trigger ledger_lines_hash', 'alter table ledger_lines enable trigger ledger_lines_hash'],
    ['alter table ledger_entries disable row level security', 'alter table ledger_entries enable row level security'],
  ]
  for (const [doing, undoing] of breaks) expect(await foundIn(doing, undoing), doing).toEqual([guards])
})

test('a debit that once took an account below its floor is found, whatever the balance is now', async () => {
  const debited = `(select l.entry_id, l.line_no from ledger_lines l join ledger_accounts a using (account_id) where a.kind = 'DRIVER_FROZEN' and l.side = 'D' limit 1)`
  const after = (fen: number) =>
    `update ledger_lines l set balance_after_fen = balance_after_fen + ${fen} from ${debited} d where l.entry_id = d.entry_id and l.line_no = d.line_no`
  expect(await foundIn(after(-1), after(1))).toContain('7 no debit ever took an account below its floor')
})

test('entries of many who post at the same moment are all in the chain, whoever seals, and sealing again adds nothing', async () => {
  const of = (n: number) => [platform('CASH_BANK', 'D', n), platform('REVENUE', 'C', n)]
  const before = Number(await one('select count(*) from ledger_seals'))
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => [
      posted({ businessType: 'TOP_UP', businessId: String(910_000 + n), step: 'CONFIRMED' }, of(n + 1)),
      sealEntries(world.app.platform.db),
    ]).flat(),
  )
  await sealEntries(world.app.platform.db)
  expect(await one('select count(*) from ledger_unsealed')).toBe('0')
  expect(Number(await one('select count(*) from ledger_seals'))).toBe(before + 40)
  expect(await sealEntries(world.app.platform.db)).toBe(0)
})

test('more taken back of an order than was posted for it is found', async () => {
  const filed = await entryOf('ORDER', 'FILED')
  await posted({ businessType: 'ORDER', businessId: '900002', step: 'WRITTEN_OFF', reversalOf: filed }, [
    platform('SUSPENSE', 'D', 3_000),
    platform('CUSTOMER_RECEIVABLE', 'C', 3_000),
  ])
  expect(await broken()).toEqual([])
  await posted({ businessType: 'ORDER', businessId: '900002', step: 'WRITTEN_OFF_2', reversalOf: filed }, [
    platform('SUSPENSE', 'D', 1_000),
    platform('CUSTOMER_RECEIVABLE', 'C', 1_000),
  ])
  expect((await broken()).map(({ invariant }) => invariant)).toEqual(['2 no more is taken back of an order than was posted'])
  await posted({ businessType: 'ORDER', businessId: '900002', step: 'REINSTATED' }, [
    platform('CUSTOMER_RECEIVABLE', 'D', 1_000),
    platform('SUSPENSE', 'C', 1_000),
  ])
})
