import { ledgerCalls } from '@chauffeur/contract/finance/ledger'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExportFile } from '#areas/operations/export'
import { findOperator } from '#platform/identity/session'
import { asking } from '#test/ask'
import { applied } from '#test/payouts'
import { makeWorld, type World } from '#test/world'
import { DEBIT_KINDS } from './posting.rules.ts'
import { countDays, sealEntries } from './seal.service.ts'

let world: World
const { ok, refused } = asking(() => world)
type Entries = AnswerOf<typeof ledgerCalls.cashFlowEntries>

beforeAll(async () => {
  // Entries get the days of the test.
  world = await makeWorld({ jobs: false, brokenLedger: true })
  for (let n = 1; n <= 6; n++) await applied(world, 1_000 * n)
  // Minutes around China's midnights among them.
  await world.owner.query(
    `update ledger_entries set at = timestamptz '2026-03-01 00:00+08' + make_interval(mins => (entry_id * 997 % 5760)::int - 1)`,
  )
})
afterAll(() => world.close())

interface Moved {
  kind: string
  day: string
  entry_id: string
  delta: number
}
async function moves(): Promise<Moved[]> {
  const { rows } = await world.owner.query<{ kind: string; at: Date; entry_id: string; side: string; amount_fen: string }>(
    `select a.kind, e.at, e.entry_id, l.side, l.amount_fen from ledger_lines l join ledger_entries e using (tenant_id, entry_id) join ledger_accounts a using (tenant_id, account_id)`,
  )
  return rows.map(({ kind, at, entry_id, side, amount_fen }) => ({
    kind,
    entry_id,
    day: new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10),
    delta: (side === 'D') === DEBIT_KINDS.some((debit) => debit === kind) ? Number(amount_fen) : -Number(amount_fen),
  }))
}
const sum = (all: readonly number[]) => all.reduce((so, one) => so + one, 0)

/** Each figure of the page is the sum of its lines, and opens its entries. */
async function expectSums(): Promise<AnswerOf<typeof ledgerCalls.cashFlow>['rows']> {
  const all = await moves()
  const { rows } = await ok<AnswerOf<typeof ledgerCalls.cashFlow>>(ledgerCalls.cashFlow, { from: '2026-03-01', to: '2026-03-04' })
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  expect(rows).toHaveLength(kinds.length * 4)
  for (const row of rows) {
    const of = all.filter(({ kind }) => kind === row.account)
    const then = of.filter(({ day }) => day === row.day)
    const wanted = {
      account: row.account,
      day: row.day,
      openingFen: sum(of.filter(({ day }) => day < row.day).map(({ delta }) => delta)),
      inFen: sum(then.map(({ delta }) => Math.max(delta, 0))),
      outFen: sum(then.map(({ delta }) => Math.max(-delta, 0))),
      closingFen: sum(of.filter(({ day }) => day <= row.day).map(({ delta }) => delta)),
      entries: new Set(then.map(({ entry_id }) => entry_id)).size,
    }
    expect(row).toEqual(wanted)
    const opened = await ok<Entries>(ledgerCalls.cashFlowEntries, { account: row.account, from: row.day, to: row.day, pageSize: 100 })
    expect(opened.total).toBe(wanted.entries)
    expect(sum(opened.rows.map(({ inFen }) => inFen))).toBe(wanted.inFen)
    expect(sum(opened.rows.map(({ outFen }) => outFen))).toBe(wanted.outFen)
    for (const { lines } of opened.rows) expect(sum(lines.map(({ side, amountFen }) => (side === 'D' ? amountFen : -amountFen)))).toBe(0)
  }
  return rows
}

test('what each account held, took in and gave out on each day is the sum of its lines, and each number opens its entries', async () => {
  const rows = await expectSums()
  expect(rows.filter(({ inFen }) => inFen > 0).length).toBeGreaterThan(3)
})

test('once days are summed up it is the same, and what is posted late counts on its day at once and ever after', async () => {
  const { db } = world.app.platform
  await sealEntries(db)
  await countDays(db)
  const counted = async () => Number((await world.owner.query('select sum(entries) as n from ledger_days')).rows[0].n)
  const before = await counted()
  expect(before).toBeGreaterThan(20)
  await expectSums()
  const late = `update ledger_entries set at = timestamptz '2026-03-02 23:59:59+08' where at > '2026-03-10'`
  await applied(world, 7_000)
  await world.owner.query(late)
  // Posted, not sealed; sealed, not counted; counted.
  await expectSums()
  await sealEntries(db)
  await expectSums()
  expect(await counted()).toBe(before)
  await countDays(db)
  await expectSums()
  expect(await counted()).toBeGreaterThan(before)
  await countDays(db)
  await expectSums()
})

async function fileOf(list: string, filters: object, columns: string[]): Promise<string[]> {
  const { db, settings } = world.app.platform
  const made = await openExportFile({
    ...{ url: db.urls.runtime, operator: (await findOperator(db, world.tenantA, world.people.all.userId))!, list, filters, columns },
    ...{ format: 'CSV', english: false, utcOffsetMinutes: 480, wholePhones: true, fixes: [], settings },
  })
  let text = ''
  for await (const part of made.body) text += String(part)
  await made.close()
  return text.trimEnd().split('\r\n')
}
const yuan = (fen: number) => (fen / 100).toFixed(2)

test('the page goes into a file, a line for each account and day', async () => {
  const days = { from: '2026-03-01', to: '2026-03-04' }
  const { rows } = await ok<AnswerOf<typeof ledgerCalls.cashFlow>>(ledgerCalls.cashFlow, days)
  const [head, ...lines] = await fileOf(ledgerCalls.cashFlow.path, days, ['day', 'openingFen', 'inFen', 'outFen', 'closingFen', 'entries'])
  expect(head).toContain('期末')
  expect(lines).toEqual(
    rows.map((row) => [row.day, ...[row.openingFen, row.inFen, row.outFen, row.closingFen].map(yuan), row.entries].join(',')),
  )
})

test('the entries of several days go into a file, each once, with what they moved', async () => {
  const filters = { account: 'CASH_WX', from: '2026-03-01', to: '2026-03-04' }
  const opened = await ok<Entries>(ledgerCalls.cashFlowEntries, { ...filters, pageSize: 100 })
  expect(opened.total).toBeGreaterThan(3)
  const [head, ...lines] = await fileOf(ledgerCalls.cashFlowEntries.path, filters, ['step', 'memo', 'inFen', 'outFen'])
  expect(head).toContain('转入')
  expect(lines).toEqual(opened.rows.map(({ memo, inFen, outFen }) => `到账,${memo},${yuan(inFen)},${yuan(outFen)}`))
})

test('who does not see the whole business sees no sums of it, and nobody those of another', async () => {
  const days = { from: '2026-03-01', to: '2026-03-02' }
  for (const as of ['hangzhou', 'company', 'partner', 'nowhere']) {
    expect(await refused(ledgerCalls.cashFlow, days, as)).toBe('ledger.wholeTenantOnly')
    expect(await ok<Entries>(ledgerCalls.cashFlowEntries, { account: 'CASH_WX', ...days }, as)).toMatchObject({ rows: [] })
  }
  expect(await ok(ledgerCalls.cashFlow, days, 'other')).toEqual({ rows: [] })
  expect(await refused(ledgerCalls.cashFlow, { from: days.to, to: days.from })).toBe('ledger.daysWrong')
  const tooMany = { from: '2026-01-01', to: '2026-12-31' }
  expect(await refused(ledgerCalls.cashFlow, tooMany)).toBe('ledger.daysWrong')
  expect(await refused(ledgerCalls.cashFlowEntries, { account: 'CASH_WX', ...tooMany })).toBe('ledger.daysWrong')
})
