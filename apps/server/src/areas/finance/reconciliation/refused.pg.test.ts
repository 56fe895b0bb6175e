import { reconciliationCalls as calls } from '@chauffeur/contract/finance/reconciliation'
import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asking } from '#test/ask'
import { type Applied, applied, reasonFor } from '#test/payouts'
import { makeWorld, type World } from '#test/world'

let world: World
const { ok, one, refused } = asking(() => world)
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query(`update users set all_cities = true where username = 'nowhere'`)
  const channels = { WX_SINGLE: 'BANK', WX_BATCH: 'BANK', BANK: 'BANK' }
  await ok(payoutCalls.saveWays, { channels, sendsItself: false, personDayFen: 0 })
})
// The books are checked when the world is closed.
afterAll(() => world.close())

const money = () => one(`select count(*) || '/' || coalesce(sum(amount_fen), 0) from ledger_lines where tenant_id = $1`, [world.tenantA])
/** Whatever is done meanwhile, no fen moves. */
async function unmoved<T>(work: () => Promise<T>): Promise<T> {
  const before = await money()
  const result = await work()
  expect(await money()).toBe(before)
  return result
}
async function paying(amountFen: number): Promise<Applied & { outNo: string }> {
  const asked = await applied(world, amountFen)
  const act = (action: string, state: number, as: string) =>
    ok(withdrawalReviewCalls.act, { withdrawalId: asked.withdrawalId, action, state, ...reasonFor(action) }, as)
  await act('APPROVE', S.applied, 'all')
  return { ...asked, outNo: (await act('PAY', S.approved, 'hangzhou')).outNo! }
}
const yesterday = () => new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
let made = 0
/** A batch as somebody opened it for a day, of which no statement is there. */
const batchOf = (day: string, state = 0, channel = 'BANK') =>
  one(
    `insert into recon_batches (tenant_id, batch_no, kind, channel, merchant_no, bill_date, state, run_no) values ($1, $2, 'PAYOUT', $3, $2, $4, $5, 1) returning batch_id`,
    [world.tenantA, `62220000${++made}`, channel, day, state],
  )
const detailOf = (batchId: string, of: { ourFen?: number; channelFen?: number; result: number }) =>
  one(
    `insert into recon_details (tenant_id, batch_id, run_no, out_detail_no, channel_no, our_fen, channel_fen, our_counts, result) values ($1, $2, 1, $3, 'C1', $4, $5, false, $6) returning detail_id`,
    [world.tenantA, batchId, `X${++made}`, of.ourFen ?? 0, of.channelFen ?? 0, of.result],
  )

describe('asking the channel, and paying again', () => {
  test('is not for what was never handed over, alone or among others', async () => {
    const [never, sent] = [await applied(world, 10_000), await paying(20_000)]
    await unmoved(async () => {
      for (const withdrawalIds of [[never.withdrawalId], [never.withdrawalId, sent.withdrawalId]]) {
        expect(await refused(calls.singleRefresh, { withdrawalIds })).toBe('recon.neverSent')
        expect(await refused(calls.retrySingle, { withdrawalIds, reason: '再付', totalFen: 10_000 })).toBe('recon.neverSent')
      }
    })
    expect(await one(`select count(*) from jobs where kind like 'finance.%'`), 'nothing is asked for behind the request either').toBe('0')
  })

  test('is not for what is out of sight, which is not even said to be there', async () => {
    const { withdrawalId } = await paying(10_000)
    for (const as of ['other', 'partner'])
      for (const [call, more] of [
        [calls.singleRefresh, {}],
        [calls.retrySingle, { reason: '再付', totalFen: 10_000 }],
      ] as const)
        expect([as, await refused(call, { withdrawalIds: [withdrawalId], ...more }, as)]).toEqual([as, 'recon.notFound'])
    expect(await refused(calls.singleRefresh, { withdrawalIds: [withdrawalId, '999999999'] })).toBe('recon.notFound')
  })

  test('pays nothing while a payment is under way, whatever the sum, and one under way stays so', async () => {
    const { withdrawalId } = await paying(10_000)
    await unmoved(async () => {
      const ask = (totalFen: number) => refused(calls.retrySingle, { withdrawalIds: [withdrawalId], reason: '再付', totalFen }, 'nowhere')
      expect(await ask(9_999)).toBe('recon.totalDiffers')
      expect(['recon.notFailed', 'recon.outcomeUnknown']).toContain(await ask(10_000))
    })
    expect(await one('select state from withdrawals where withdrawal_id = $1', [withdrawalId])).toBe(String(S.paying))
  })
})

describe('a day', () => {
  test('is not fetched where no merchant is set up, nor before it is over and the channel has it', async () => {
    expect(await refused(calls.fetchDay, { kind: 'PAYOUT', billDate: '2026-01-05' })).toBe('recon.noSource')
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(await refused(calls.fetchDay, { kind: 'PAYOUT', billDate: today })).toBe('recon.notYet')
    for (const as of ['hangzhou', 'company', 'partner'])
      expect([as, await refused(calls.fetchDay, { kind: 'PAYOUT', billDate: '2026-01-05' }, as)]).toEqual([as, 'recon.wholeTenantOnly'])
    expect(await one('select count(*) from recon_batches'), 'no day is opened by an attempt').toBe('0')
  })

  test('that nobody brought a statement of has none to be taken away, and is not run without one', async () => {
    const batchId = await batchOf('2026-01-06')
    expect(await refused(calls.statementFile, { batchId })).toBe('recon.noStatement')
    expect(await refused(calls.run, { batchId })).toBe('recon.noSource')
    for (const as of ['other', 'hangzhou', 'partner'])
      for (const call of [calls.statementFile, calls.run, calls.batch])
        expect([as, await refused(call, { batchId }, as)]).toEqual([as, 'recon.notFound'])
  })

  test('is not run a second time while it is run, and once it is balanced not at all', async () => {
    const batchId = await batchOf(yesterday())
    const jobId = await one(
      `insert into jobs (tenant_id, kind, title, title_en, state, input, queue_id) values ($1, 'finance.reconcile', '对账', 'Reconcile', 'RUNNING', '{}', gen_random_uuid()) returning job_id`,
      [world.tenantA],
    )
    await world.owner.query('update recon_batches set job_id = $2 where batch_id = $1', [batchId, jobId])
    expect(await refused(calls.run, { batchId })).toBe('recon.running')
    await world.owner.query(`update jobs set state = 'DONE', ended_at = now(), expires_at = now() + interval '1 day' where job_id = $1`, [
      jobId,
    ])
    await world.owner.query('update recon_batches set state = 40 where batch_id = $1', [batchId])
    expect(await refused(calls.run, { batchId })).toBe('recon.alreadyBalanced')
  })
})

describe('a difference', () => {
  const settle = (detailId: string, version: number, resolution: string, as = 'all') =>
    refused(calls.resolve, { detailId, version, resolution, reason: '核对无误' }, as)
  const decide = (detailId: string, version: number, approve: boolean, as = 'nowhere') =>
    refused(calls.decide, { detailId, version, approve, reason: '不同意' }, as)
  const version = async (detailId: string) => Number(await one('select version from recon_details where detail_id = $1', [detailId]))

  test('that nobody proposed anything for has nothing to be confirmed', async () => {
    const detailId = await detailOf(await batchOf('2026-01-07', 50), { channelFen: 700, result: 1 })
    await unmoved(async () => expect(await decide(detailId, await version(detailId), true)).toBe('recon.nothingProposed'))
  })

  test('whose write-off is sent back posts nothing, is open again, and the old answer does not count any more', async () => {
    const detailId = await detailOf(await batchOf('2026-01-08', 50), { channelFen: 700, result: 1 })
    await unmoved(async () => {
      expect(await settle(detailId, await version(detailId), 'WRITE_OFF')).toBe('done')
      const proposed = await version(detailId)
      expect(await decide(detailId, proposed, false)).toBe('done')
      expect(await decide(detailId, proposed, true), 'by who saw it proposed').toBe('recon.versionConflict')
      expect(await decide(detailId, await version(detailId), true)).toBe('recon.nothingProposed')
    })
    expect(await one('select resolution from recon_details where detail_id = $1', [detailId])).toBe('NONE')
  })

  test('is written off once, however many confirm it at the same moment', async () => {
    const detailId = await detailOf(await batchOf('2026-01-09', 50), { channelFen: 300, result: 1 })
    await settle(detailId, await version(detailId), 'WRITE_OFF')
    const at = await version(detailId)
    const answers = await Promise.all(Array.from({ length: 4 }, () => decide(detailId, at, true)))
    expect(answers.toSorted()).toEqual(['done', 'recon.resolved', 'recon.resolved', 'recon.resolved'])
    const posted = `select count(*) from ledger_entries where business_type = 'RECON' and business_id = $1`
    expect(await one(posted, [detailId])).toBe('1')
  })

  test('of a run that does not count any more, or of somebody else’s, cannot be settled', async () => {
    const batchId = await batchOf('2026-01-10', 50)
    const detailId = await detailOf(batchId, { channelFen: 300, result: 1 })
    await unmoved(async () => {
      for (const as of ['other', 'partner', 'hangzhou'])
        expect([as, await settle(detailId, await version(detailId), 'MANUAL_NOTE', as)]).toEqual([as, 'recon.notFound'])
      await world.owner.query('update recon_batches set run_no = 2 where batch_id = $1', [batchId])
      expect(await settle(detailId, await version(detailId), 'WRITE_OFF')).toBe('recon.notFound')
    })
  })
})
