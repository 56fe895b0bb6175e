import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalCalls, WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { importCalls } from '@chauffeur/contract/operations/import'
import { type Job, jobCalls } from '@chauffeur/contract/operations/job'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { asking } from '#test/ask'
import { type Applied, applied, reasonFor } from '#test/payouts'
import { HANGZHOU, makeWorld, type World } from '#test/world'
import { noteSend } from './attempt.queries.ts'

let world: World
const { ok, one, refused } = asking(() => world)
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
  const channels = { WX_SINGLE: 'WECHAT', WX_BATCH: 'WECHAT', BANK: 'BANK' }
  await ok(payoutCalls.saveWays, { channels, sendsItself: false, personDayFen: 0 })
})
// The books are checked when the world is closed.
afterAll(() => world.close())

const act = (of: Applied, action: string, state: number, as = 'all') =>
  ok(withdrawalReviewCalls.act, { withdrawalId: of.withdrawalId, action, state, ...reasonFor(action) }, as)
async function paying(amountFen: number): Promise<Applied & { outNo: string }> {
  const asked = await applied(world, amountFen)
  await act(asked, 'APPROVE', S.applied)
  return { ...asked, outNo: (await act(asked, 'PAY', S.approved, 'hangzhou')).outNo! }
}
const stateOf = async ({ withdrawalId }: Applied) =>
  Number(await one('select state from withdrawals where withdrawal_id = $1', [withdrawalId]))
const ended = (jobId: string) =>
  vi.waitFor(
    async () => {
      const job = await ok<Job>(jobCalls.info, { jobId })
      expect(['DONE', 'FAILED']).toContain(job.state)
      return job
    },
    { timeout: 25_000, interval: 100 },
  )
/** Brings a result file of the bank, and gives what became of each of its lines. */
async function bring(batchId: string, lines: readonly string[]): Promise<[number, string, string][]> {
  const form = new FormData()
  form.set('kind', 'finance.bankResult')
  form.set('into', JSON.stringify({ batchId }))
  form.set('file', new Blob([['付款单号,结果,金额（元）,银行流水号,交易时间,失败原因', ...lines].join('\r\n')]), '结果.csv')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const opened = await world.app.http.inject({
    method: 'POST',
    url: importCalls.open.path,
    headers: { token: world.people.all.token, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const { data } = opened.json<{ data: { importId: string; headed: boolean; mapping: object } }>()
  const { importId, headed, mapping } = data
  const { jobId } = await ok(importCalls.run, { importId, headed, mapping })
  await ended(jobId!)
  const { rows } = await ok<{ rows: { rowNo: number; state: string; problem: string }[] }>(importCalls.rows, { importId, pageSize: 100 })
  return rows.map(({ rowNo, state, problem }) => [rowNo, state, problem])
}

/** So many days from today, as banks write it. */
const chinaDay = (days: number) => new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 10)

test('each payment goes into one file; the bank’s results come in line by line, and what it sends back after paying is the driver’s again', {
  timeout: 90_000,
}, async () => {
  const [paid, failed, silent] = [await paying(10_000), await paying(20_000), await paying(30_050)]
  const batch = await ok<{ batchId: string; payments: number; totalFen: number }>(payoutCalls.makeBankFile, { cityId: HANGZHOU })
  expect(batch).toMatchObject({ payments: 3, totalFen: 60_050 })
  expect(await refused(payoutCalls.makeBankFile, { cityId: HANGZHOU })).toBe('payout.nothingForBank')
  expect(await refused(payoutCalls.writeBankFile, { batchId: batch.batchId, format: 'CSV' }, 'company')).toBe('payout.batchNotFound')

  const { jobId } = await ok(payoutCalls.writeBankFile, { batchId: batch.batchId, format: 'CSV' })
  expect(await ended(jobId!)).toMatchObject({ state: 'DONE' })
  expect(await refused(payoutCalls.openBankFile, { jobId }, 'hangzhou')).toBe('payout.fileGone')
  const { url } = await ok(payoutCalls.openBankFile, { jobId })
  const { body } = await world.app.http.inject({ url: url! })
  const written = body.trim().split(/\r?\n/)
  expect(written).toHaveLength(4)
  expect(written.find((line) => line.includes(silent.outNo))).toMatch(/王师傅.*6222020200112233445.*工商银行.*300\.5/)

  expect(
    await bring(batch.batchId, [
      `${paid.outNo},交易成功,100.00,B1,${chinaDay(0)},`,
      `${failed.outNo},失败,200.00,B2,,账号户名不符`,
      `${silent.outNo},成功,300.51,B3,${chinaDay(0)},`,
      `W0000000000A1,成功,1.00,B4,${chinaDay(0)},`,
      `${silent.outNo},退票,300.50,B5,,`,
    ]),
  ).toEqual([
    [2, 'DONE', ''],
    [3, 'DONE', ''],
    [4, 'REFUSED', '金额与付款单不一致'],
    [5, 'REFUSED', '该付款单号不在此批次'],
    [6, 'REFUSED', '该付款尚未成功，不能退票'],
  ])
  expect([await stateOf(paid), await stateOf(failed), await stateOf(silent)]).toEqual([S.paid, S.failed, S.paying])
  expect(await ok(payoutCalls.bankFiles, {})).toMatchObject({ rows: [{ batchId: batch.batchId, paid: 1, failed: 1 }] })
  // Why, in the bank's own words, for finance and for the driver, and who can mend it.
  const why = { code: 'BANK_CARD_CARD_INFO_WRONG', said: '账号户名不符' }
  // Also where whoever hands payments over comes late.
  await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) => noteSend(tx, failed.outNo))
  const { rows: lines } = await ok<{ rows: { outNo: string }[] }>(payoutCalls.bankLines, { batchId: batch.batchId })
  expect(lines.find(({ outNo }) => outNo === failed.outNo)).toMatchObject({ result: 'FAILED', ...why })
  expect(await ok(withdrawalReviewCalls.life, { withdrawalId: failed.withdrawalId })).toMatchObject({
    failCode: why.code,
    attempts: [{ state: 'FAILED', ...why }],
  })
  expect((await failed.call(withdrawalCalls.withdrawals)).data).toMatchObject({
    rows: [{ step: { kind: 'CORRECT_ACCOUNT', text: '银行卡户名或卡号有误：账号户名不符' } }],
  })

  // Words that only have a known one in them are no results, nor is a day that is to come or before the file.
  const words = ['未支付成功', 'unpaid', 'not paid', 'no success', '成功待确认'].map(
    (word) => `${silent.outNo},${word},300.50,B3,${chinaDay(0)},`,
  )
  const paidOn = (days: number) => `${silent.outNo},成功,300.50,B3,${chinaDay(days)},`
  expect(await bring(batch.batchId, [...words, paidOn(1)])).toEqual([
    ...words.map((_, n) => [n + 2, 'REFUSED', expect.stringContaining('应为成功、失败或退票')]),
    [words.length + 2, 'REFUSED', '支付时间不能晚于现在'],
  ])
  expect(await bring(batch.batchId, [paidOn(-2)])).toEqual([[2, 'REFUSED', '支付日期早于生成代发文件的日期，请核对结果文件']])
  expect(await stateOf(silent)).toBe(S.paying)

  // The same again changes nothing, the opposite is for people to look into.
  expect(
    await bring(batch.batchId, [
      `${paid.outNo},失败,100.00,B1,,`,
      `${failed.outNo},失败,200.00,B2,,`,
      `${paid.outNo},退票,100.00,B6,,账户已销户`,
    ]),
  ).toEqual([
    [2, 'REFUSED', '与之前导入的结果相反，请人工核对'],
    [3, 'DONE', ''],
    [4, 'DONE', ''],
  ])
  expect(await stateOf(paid)).toBe(S.refunded)
  expect((await paid.call(withdrawalCalls.wallet)).data).toMatchObject({ availableFen: 20_000, frozenFen: 0 })
  const life = await ok<{ postings: { step: string }[] }>(withdrawalReviewCalls.life, { withdrawalId: paid.withdrawalId })
  expect(life.postings.map(({ step }) => step)).toEqual(['APPLIED', 'SENT_1', 'PAID_1', 'RETURNED'])
  expect((await silent.call(withdrawalCalls.wallet)).data).toMatchObject({ frozenFen: 0 })
})

test('many are dealt with behind the request, each by itself, and what became of each is told', { timeout: 60_000 }, async () => {
  const [good, gone, also] = [await applied(world, 10_000), await applied(world, 11_000), await applied(world, 12_000)]
  const chosen = [good, gone, also].map(({ withdrawalId }) => ({ withdrawalId, state: S.applied }))
  await act(gone, 'OPEN', S.applied)
  const asked = { action: 'APPROVE', rows: chosen, totalFen: 33_000, reason: '已电话核实' }
  const job = await ended((await ok(withdrawalReviewCalls.actOnMany, asked)).jobId!)
  expect(job).toMatchObject({ state: 'DONE', done: 3, total: 3, refused: 1 })
  expect(job.data).toEqual({
    results: [
      { withdrawalId: good.withdrawalId, withdrawNo: good.withdrawNo, problem: '' },
      { withdrawalId: gone.withdrawalId, withdrawNo: gone.withdrawNo, problem: 'withdrawalReview.otherState' },
      { withdrawalId: also.withdrawalId, withdrawNo: also.withdrawNo, problem: '' },
    ],
  })
  expect([await stateOf(good), await stateOf(gone), await stateOf(also)]).toEqual([S.approved, S.auditing, S.approved])
})

test('of many that are paid at once, the row of one whose driver has had enough for today says so', { timeout: 60_000 }, async () => {
  const channels = { WX_SINGLE: 'WECHAT', WX_BATCH: 'WECHAT', BANK: 'BANK' }
  await ok(payoutCalls.saveWays, { cityId: HANGZHOU, channels, sendsItself: false, personDayFen: 15_000 })
  const first = await applied(world, 10_000)
  const second = (await first.call(withdrawalCalls.apply, { amountFen: 10_000, way: 'BANK' })).data as Applied
  for (const approved of [first, second]) await act(approved, 'APPROVE', S.applied)
  const rows = [first, second].map(({ withdrawalId }) => ({ withdrawalId, state: S.approved }))
  const { jobId } = await ok(withdrawalReviewCalls.actOnMany, { action: 'PAY', rows, totalFen: 20_000 }, 'hangzhou')
  expect(await ended(jobId!)).toMatchObject({
    data: { results: [{ problem: '' }, { withdrawNo: second.withdrawNo, problem: 'payout.personDayFull' }] },
  })
  expect([await stateOf(first), await stateOf(second)]).toEqual([S.paying, S.approved])
})

test('a driver’s stream tells that something became of their withdrawal, and of nobody else’s', { timeout: 30_000 }, async () => {
  const [mine, other] = [await applied(world, 10_000), await applied(world, 10_000)]
  const address = await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  const over = new AbortController()
  const stream = await fetch(`${address}/driver/v1/offers/stream`, { headers: { token: mine.driver.token }, signal: over.signal })
  let heard = ''
  const read = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) heard += chunk
  })().catch(() => {})
  await vi.waitFor(() => expect(heard).toContain('data:'), { timeout: 10_000 })
  await act(other, 'APPROVE', S.applied)
  await act(mine, 'APPROVE', S.applied)
  await vi.waitFor(() => expect(heard).toContain(`event: withdrawal\ndata: {"withdrawalId":"${mine.withdrawalId}"}`), { timeout: 10_000 })
  expect(heard).not.toContain(`"${other.withdrawalId}"`)
  over.abort()
  await read
})
