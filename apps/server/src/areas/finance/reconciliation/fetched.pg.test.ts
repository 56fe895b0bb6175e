import { type ReconBatchRow, reconciliationCalls as calls, type ReconDetailRow } from '@chauffeur/contract/finance/reconciliation'
import { RECON_BATCH_STATE as B, RECON_RESULT as R } from '@chauffeur/contract/finance/reconciliation-model'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { dayInChina } from '#platform/values/local-clock'
import { asking } from '#test/ask'
import { as, driverAt, placeCall, until } from '#test/drivers'
import { type Channel, installedFor, startChannel, type StatementFault } from '#test/harness/wechat-channel'
import { applied } from '#test/payouts'
import { makeWorld, type World } from '#test/world'
import { statementRound } from './reconcile.job.ts'
import { openBatch } from './reconciliation.queries.ts'

const DAY_MS = 86_400_000
/** The day so long ago by the clock of China. */
const daysAgo = (days: number): string => dayInChina(new Date(Date.now() - days * DAY_MS))
const AMOUNT_FEN = 10_000

let world: World
let channel: Channel
const { ok, refused } = asking(() => world)
const rows = async <T extends object = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await world.owner.query<T>(text, values)).rows

beforeAll(async () => {
  channel = await startChannel({ standard: { confirmMs: 0 } })
  world = await makeWorld({ jobs: true, settings: { wechatPay: installedFor(channel) } })
})
// The books are checked when the world is closed: what left the channel's account is what its statements say.
afterAll(async () => {
  await world.close()
  await channel.stop()
})

let drivers = 0
/** A withdrawal that the channel paid at noon of a day. */
async function paidOn(day: string): Promise<string> {
  channel.aheadMs = Date.parse(`${day}T12:00:00+08:00`) - Date.now()
  const { withdrawalId } = await applied(world, AMOUNT_FEN, undefined, `oDriver${++drivers}`)
  await ok(withdrawalReviewCalls.act, { withdrawalId, action: 'APPROVE', state: S.applied, reason: '已核实' })
  const { outNo } = await ok(withdrawalReviewCalls.act, { withdrawalId, action: 'PAY', state: S.approved }, 'hangzhou')
  await until(
    async () => {
      await rows(`update payout_attempts set next_at = least(next_at, now()) where out_no = $1 and state in ('ACCEPTED', 'PROCESSING')`, [
        outNo,
      ])
      return (await rows('select 1 from withdrawals where withdrawal_id = $1 and state = $2', [withdrawalId, S.paid]))[0]
    },
    'the end of the payment',
    60_000,
  )
  channel.aheadMs = 0
  return outNo!
}
const batches = async (kind: 'PAYOUT' | 'COLLECTION' = 'PAYOUT'): Promise<ReadonlyMap<string, ReconBatchRow>> => {
  const page = await ok<{ rows: ReconBatchRow[] }>(calls.batches, { kind, pageSize: 200 })
  return new Map(page.rows.map((row) => [row.billDate, row]))
}
/** What was asked for is over. */
const ended = () =>
  until(
    async () => (await rows(`select 1 from jobs where kind = 'finance.reconcile' and state in ('WAITING', 'RUNNING')`)).length === 0,
    'the end of the matching',
    60_000,
  )
const openDay = (billDate: string, kind: 'PAYOUT' | 'COLLECTION' = 'PAYOUT') =>
  world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    openBatch(tx, world.tenantA, { kind, channel: 'WECHAT', merchantNo: channel.client.mchId, billDate }),
  )

/** What is wrong with the statement of so many days ago, and what finance is told. */
const wrong: readonly { ago: number; fault: StatementFault; problem: string; line?: number }[] = [
  { ago: 2, fault: 'NOT_READY', problem: 'recon.notYet' },
  // Shorter than the channel's digest says.
  { ago: 3, fault: 'CUT_OFF', problem: 'statement.wrongDigest' },
  { ago: 4, fault: 'WRONG_DIGEST', problem: 'statement.wrongDigest' },
  { ago: 5, fault: 'OTHER_MERCHANT', problem: 'statement.foreignMerchant', line: 2 },
  { ago: 6, fault: 'GARBLED_LINE', problem: 'statement.garbledLine', line: 2 },
  { ago: 7, fault: 'LINE_TWICE', problem: 'statement.wrongCount' },
]

test('the statements of a week are fetched by themselves; each that is wrong says why and matches nothing; the right ones balance their days', async () => {
  const days = new Map<number, string>()
  for (const { ago, fault } of wrong) {
    const day = daysAgo(ago)
    days.set(ago, await paidOn(day))
    channel.statementFaults.set(day, fault)
  }
  // The first left before the week did.
  await rows(`update payout_attempts set created_at = created_at - interval '8 days'`)
  await statementRound.work(world.app.platform, new AbortController().signal)
  await ended()
  const refusedOnes = await batches()
  for (const { ago, problem, line } of wrong) {
    const row = refusedOnes.get(daysAgo(ago))!
    expect(row, problem).toMatchObject({
      kind: 'PAYOUT',
      channel: 'WECHAT',
      state: B.failed,
      runNo: 0,
      problem,
      nextTryAt: expect.any(String),
    })
    expect(row.problemWords).not.toBe('')
    if (line) expect(row.faults).toMatchObject([{ line }])
    expect(await ok(calls.details, { batchId: row.batchId })).toMatchObject({ rows: [] })
  }

  channel.statementFaults.clear()
  for (const { ago } of wrong) await ok(calls.run, { batchId: refusedOnes.get(daysAgo(ago))!.batchId })
  await ended()
  const right = await batches()
  for (const [ago, outNo] of days) {
    const row = right.get(daysAgo(ago))!
    const both = { ourCount: 1, ourFen: AMOUNT_FEN, channelCount: 1, channelFen: AMOUNT_FEN }
    expect(row).toMatchObject({ state: B.balanced, runNo: 1, problem: '', openCount: 0, ...both })
    const { rows: matched } = await ok<{ rows: ReconDetailRow[] }>(calls.details, { batchId: row.batchId })
    expect(matched).toMatchObject([{ outDetailNo: outNo, result: R.matched, varianceFen: 0 }])
    // The same once more: nothing is matched a second time.
    expect(await refused(calls.run, { batchId: row.batchId })).toBe('recon.alreadyBalanced')
  }
}, 180_000)

test('a day on which nothing moved balances; that of today is not asked for', async () => {
  const asked = () => channel.asked.filter(({ path }) => path === '/v3/bill/fundflowbill').length
  await ok(calls.run, { batchId: await openDay(daysAgo(20)) })
  await ended()
  expect((await batches()).get(daysAgo(20))).toMatchObject({ state: B.balanced, runNo: 1, ourCount: 0, channelCount: 0 })
  const before = asked()
  expect(await refused(calls.run, { batchId: await openDay(daysAgo(0)) })).toBe('recon.notYet')
  expect(asked()).toBe(before)
})

test('what the channel shows and we do not know is a difference, and stands as settled when the statement is matched anew', async () => {
  const day = daysAgo(9)
  const outNo = await paidOn(day)
  channel.book.flow({
    at: Date.parse(`${day}T13:00:00+08:00`),
    businessNo: '1330000000001',
    voucherNo: 'NotOurs1',
    kind: '商家转账',
    direction: '支出',
    amountFen: 350,
    remark: '',
  })
  const batchId = await openDay(day)
  await ok(calls.run, { batchId })
  await ended()
  expect((await batches()).get(day)).toMatchObject({ state: B.unbalanced, diffCount: 1, openCount: 1, diffFen: -350 })
  const read = () => ok<{ rows: ReconDetailRow[] }>(calls.details, { batchId, pageSize: 20 })
  const found = new Map((await read()).rows.map((row) => [row.outDetailNo, row]))
  expect(found.get(outNo)).toMatchObject({ result: R.matched })
  const { detailId, version } = found.get('NotOurs1')!
  await ok(calls.resolve, { detailId, version, resolution: 'ADOPT_CHANNEL', reason: '商户平台手工转账' })
  expect((await batches()).get(day)).toMatchObject({ state: B.closed, openCount: 0 })
  await ok(calls.run, { batchId })
  await ended()
  expect((await batches()).get(day)).toMatchObject({ state: B.closed, runNo: 2, openCount: 0 })
  expect((await read()).rows.find(({ outDetailNo }) => outDetailNo === 'NotOurs1')).toMatchObject({ resolution: 'ADOPT_CHANNEL' })
})

test('the statement of a day that has no batch is fetched at once, by who sees every city', async () => {
  const day = daysAgo(11)
  const outNo = await paidOn(day)
  const asked = { kind: 'PAYOUT', billDate: day }
  expect(await refused(calls.fetchDay, { ...asked, billDate: daysAgo(0) })).toBe('recon.notYet')
  expect(await refused(calls.fetchDay, asked, 'hangzhou')).toBe('recon.wholeTenantOnly')
  expect((await batches()).has(day)).toBe(false)
  const { batchId } = await ok<{ batchId: string }>(calls.fetchDay, asked)
  await ended()
  expect((await batches()).get(day)).toMatchObject({ batchId, state: B.balanced, ourCount: 1, channelCount: 1 })
  expect(await ok(calls.details, { batchId })).toMatchObject({ rows: [{ outDetailNo: outNo, result: R.matched }] })
  expect(await refused(calls.fetchDay, asked)).toBe('recon.alreadyBalanced')
})

test('what a statement shows as paid is not taken for paid while the channel, asked now, says that it was not', async () => {
  const day = daysAgo(12)
  const { withdrawalId } = await applied(world, AMOUNT_FEN, undefined, `oDriver${++drivers}--confirm-never`)
  await ok(withdrawalReviewCalls.act, { withdrawalId, action: 'APPROVE', state: S.applied, reason: '已核实' })
  const { outNo } = await ok(withdrawalReviewCalls.act, { withdrawalId, action: 'PAY', state: S.approved }, 'hangzhou')
  await until(async () => channel.book.bills.has(outNo!), 'the order to pay', 60_000)
  const flow = { at: Date.parse(`${day}T13:00:00+08:00`), businessNo: '1330000000002', voucherNo: outNo!, kind: '商家转账' as const }
  channel.book.flow({ ...flow, direction: '支出', amountFen: AMOUNT_FEN, remark: '' })
  const { batchId } = await ok<{ batchId: string }>(calls.fetchDay, { kind: 'PAYOUT', billDate: day })
  await ended()
  const [row] = (await ok<{ rows: ReconDetailRow[] }>(calls.details, { batchId })).rows
  const adopting = { detailId: row!.detailId, version: row!.version, resolution: 'ADOPT_CHANNEL', reason: '账单显示已付' }
  expect(await refused(calls.resolve, adopting)).toBe('recon.channelSaysNotPaid')
  expect(await rows('select state from withdrawals where withdrawal_id = $1', [withdrawalId])).toEqual([{ state: S.paying }])
  // Confirmed and heard of since: what it posted is not posted a second time.
  channel.transfers.confirm(outNo!)
  await until(
    async () => {
      await rows('update payout_attempts set next_at = least(next_at, now()) where out_no = $1', [outNo])
      return (await rows('select 1 from withdrawals where withdrawal_id = $1 and state = $2', [withdrawalId, S.paid]))[0]
    },
    'the end of the payment',
    60_000,
  )
  await ok(calls.resolve, adopting)
  const posted = await rows(`select step from ledger_entries where business_type = 'RECON' and business_id = $1`, [row!.detailId])
  expect(posted).toEqual([])
}, 90_000)

/** A bill of a trip, to be paid at noon of a day. */
async function billedOn(day: string): Promise<{ orderId: string; amountFen: number; paidAt: Date }> {
  const { orderId } = await placeCall(world, { dropoffAddress: '下沙', dropoffLat: 30.35, dropoffLng: 120.3 })
  const driver = await driverAt(world, 0, 'FILING')
  await rows(
    `update orders set driver_id = $2, service_status = 304, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(),
       distance_m = estimate_distance_m, created_at = $3::date where order_id = $1`,
    [orderId, driver.driverId, day],
  )
  const filed = await as(world, driver)(dispatchCalls.file, { id: orderId, extras: [], cashCollected: false })
  expect(filed.code, filed.message).toBe(0)
  const [bill] = await rows<{ personal_fen: number }>('select personal_fen from orders where order_id = $1', [orderId])
  return { orderId, amountFen: bill!.personal_fen, paidAt: new Date(`${day}T12:00:00+08:00`) }
}
/** One that was paid through the channel, and entered; under the channel's number. */
async function collectedOn(day: string): Promise<{ transactionNo: string; amountFen: number }> {
  const { orderId, amountFen, paidAt } = await billedOn(day)
  const transactionNo = channel.book.collect(paidAt.getTime(), amountFen)
  const payment = { orderId, way: 'WECHAT', amountFen, reference: transactionNo, paidAt: paidAt.toISOString() }
  await ok(orderBillCalls.recordPayment, payment)
  return { transactionNo, amountFen }
}

test('what customers and enterprises paid is compared with the trade statement, which is fetched until it comes right', async () => {
  const [day, next] = [daysAgo(4), daysAgo(3)]
  const { transactionNo, amountFen } = await collectedOn(day)
  const { enterpriseId } = await ok<{ enterpriseId: string }>(enterpriseCalls.saveEnterprise, {
    name: '预存企业',
    payMode: 'PREPAID',
    state: 'ACTIVE',
  })
  const reference = channel.book.collect(Date.parse(`${day}T15:00:00+08:00`), 50_000)
  await ok(enterpriseCalls.topUp, { enterpriseId, amountFen: 50_000, way: 'WX', reference })
  await rows(`update enterprise_top_ups set created_at = $1::date + interval '15 hours'`, [day])
  channel.book.refund(Date.parse(`${next}T10:00:00+08:00`), transactionNo, 100)

  channel.statementFaults.set(day, 'NOT_READY')
  await statementRound.work(world.app.platform, new AbortController().signal)
  await ended()
  const { batchId, problem } = (await batches('COLLECTION')).get(day)!
  expect(problem).toBe('recon.notYet')
  const faulty: readonly (readonly [StatementFault, string])[] = [
    // The file came over the wire, and ends within itself.
    ['PACKED_CUT_OFF', 'recon.unreachable'],
    ['CUT_OFF', 'statement.wrongDigest'],
    ['WRONG_DIGEST', 'statement.wrongDigest'],
    ['OTHER_MERCHANT', 'statement.foreignMerchant'],
    ['GARBLED_LINE', 'statement.garbledLine'],
    ['LINE_TWICE', 'statement.wrongCount'],
  ]
  for (const [fault, said] of faulty) {
    channel.statementFaults.set(day, fault)
    await ok(calls.run, { batchId })
    await ended()
    const row = (await batches('COLLECTION')).get(day)!
    expect(row, fault).toMatchObject({ state: B.failed, runNo: 0, problem: said, nextTryAt: expect.any(String) })
    expect(row.problemWords).not.toBe('')
  }
  channel.statementFaults.clear()
  await ok(calls.run, { batchId })
  await ended()
  const both = { ourCount: 2, ourFen: amountFen + 50_000, channelCount: 2, channelFen: amountFen + 50_000 }
  expect((await batches('COLLECTION')).get(day)).toMatchObject({ state: B.balanced, runNo: 1, openCount: 0, ...both })
  const { rows: matched } = await ok<{ rows: ReconDetailRow[] }>(calls.details, { batchId })
  expect(new Map(matched.map(({ outDetailNo, result, businessNo }) => [outDetailNo, [result, businessNo === '预存企业']]))).toEqual(
    new Map([
      [transactionNo, [R.matched, false]],
      [reference, [R.matched, true]],
    ]),
  )

  // What the customer got back in the merchant's own console.
  const refunded = (await batches('COLLECTION')).get(next)!
  expect(refunded).toMatchObject({ state: B.unbalanced, diffCount: 1, diffFen: 100 })
  const { rows: open } = await ok<{ rows: ReconDetailRow[] }>(calls.details, { batchId: refunded.batchId, open: true })
  const { detailId, version } = open[0]!
  await ok(calls.resolve, { detailId, version, resolution: 'ADOPT_CHANNEL', reason: '客服退还停车费' })
  expect((await batches('COLLECTION')).get(next)).toMatchObject({ state: B.closed, openCount: 0 })
}, 180_000)

test('a payment that nobody knew stands in suspense until it is entered for its order; then the day balances by itself, and the books too', async () => {
  const day = daysAgo(5)
  const suspense = async () =>
    Number((await rows<{ fen: string | null }>(`select sum(balance_fen) as fen from ledger_accounts where kind = 'SUSPENSE'`))[0]!.fen)
  const before = await suspense()
  // What customers still owe stands there too.
  const { orderId, amountFen, paidAt } = await billedOn(day)
  expect(await suspense()).toBe(before + amountFen)
  const reference = channel.book.collect(paidAt.getTime(), amountFen)
  await ok(calls.run, { batchId: await openDay(day, 'COLLECTION') })
  await ended()
  const { batchId, state } = (await batches('COLLECTION')).get(day)!
  expect(state).toBe(B.unbalanced)
  const [unknown] = (await ok<{ rows: ReconDetailRow[] }>(calls.details, { batchId })).rows
  await ok(calls.resolve, { detailId: unknown!.detailId, version: unknown!.version, resolution: 'ADOPT_CHANNEL', reason: '来源待查' })
  expect((await batches('COLLECTION')).get(day)).toMatchObject({ state: B.closed })
  expect(await suspense()).toBe(before + 2 * amountFen)

  await ok(orderBillCalls.recordPayment, { orderId, way: 'WECHAT', amountFen, reference, paidAt: paidAt.toISOString() })
  const round = () => statementRound.work(world.app.platform, new AbortController().signal).then(ended)
  await round()
  expect((await batches('COLLECTION')).get(day)).toMatchObject({ state: B.balanced, runNo: 2, ourFen: amountFen, channelFen: amountFen })
  expect(await suspense()).toBe(before)
  await round()
  expect((await batches('COLLECTION')).get(day)).toMatchObject({ runNo: 2 })
}, 60_000)
