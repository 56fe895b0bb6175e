import { RECON_BATCH_STATE as B, RECON_RESULT as R } from '@chauffeur/contract/finance/reconciliation-model'
import { partnerPaymentCalls as calls } from '@chauffeur/contract/partner/payment'
import { type PartnerStatement, partnerStatementCalls } from '@chauffeur/contract/partner/statement'
import { beforeEach, expect, test } from 'vitest'
import { matchStatement } from '#areas/finance/statement'
import { wholeTenant } from '#platform/database/scope'
import { one, withCustomers, world } from '#test/discounts'
import {
  answered,
  failsForGood,
  final,
  made,
  monthAgo,
  newChannel,
  owes,
  PRICE,
  settling,
  used,
  withStatements,
} from '#test/partner/settlement'
import type { Person } from '#test/world'

withCustomers({ jobs: false })
withStatements()

let keys = 0
const key = () => ({ 'idempotency-key': `payment-${++keys}` })
let days = 10
/** Each test has a day of the bank for itself. */
let paidOn = ''
beforeEach(() => {
  paidOn = `2026-10-${++days}`
})
const pay = async (of: PartnerStatement, reference: string, amountFen = of.totalFen) =>
  answered(
    await world.send(partnerStatementCalls.pay, { partnerStatementId: of.partnerStatementId, amountFen, reference, paidOn }, 'all', key()),
  )
const takeBack = (of: PartnerStatement, as: Person = 'platform', more: object = {}, n = -1) =>
  world.send(calls.takeBack, { partnerPaymentId: of.payments.at(n)!.partnerPaymentId, reason: '登错渠道', ...more }, as, key())
const seen = async ({ partnerStatementId }: PartnerStatement, as: Person = 'all') =>
  answered(await world.send(partnerStatementCalls.view, { partnerStatementId }, as))
/** A final month of one use. */
async function owing(month = monthAgo(0)): Promise<PartnerStatement> {
  await used(month)
  return final(await made(month))
}
/** A final month below zero: a use that was settled the month before turned out to be no trip. */
async function credit(): Promise<{ before: PartnerStatement; below: PartnerStatement }> {
  const orderId = await used(monthAgo(1))
  const before = await final(await made(monthAgo(1)))
  await failsForGood(orderId)
  const below = await final(await made(monthAgo(0)))
  expect(below.totalFen).toBe(-PRICE)
  return { before, below }
}

test('a payment by mistake is taken back once, by another than who entered it, and stays to be seen; the same transfer may be entered again', async () => {
  const paid = await pay(await owing(), 'TB1')
  expect(await owes()).toBe(0)
  expect(paid.payments).toMatchObject([{ kind: 'RECEIVED', amountFen: PRICE, allowedActions: [] }])
  expect((await seen(paid, 'platform')).payments).toMatchObject([{ allowedActions: ['takeBack'] }])
  expect((await takeBack(paid, 'all')).error).toBe('partnerPayment.sameEnterer')
  for (const as of ['hangzhou', 'company', 'nowhere', 'other'] as const)
    expect((await takeBack(paid, as)).error, as).toBe('partnerPayment.notFound')
  for (const as of ['partner', 'weak'] as const) expect((await takeBack(paid, as)).code, as).not.toBe(0)
  const tries = await Promise.all([takeBack(paid), takeBack(paid), takeBack(paid)])
  expect(tries.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(tries.filter(({ error }) => error === 'partnerPayment.takenBack')).toHaveLength(2)
  const open = await seen(paid)
  expect(open).toMatchObject({
    paidFen: 0,
    allowedActions: ['pay'],
    payments: [{ reference: 'TB1', takenBackByName: 'platform', takenBackReason: '登错渠道', allowedActions: [] }],
  })
  expect(open.events.at(-1)).toMatchObject({ event: 'takeBack', reason: '登错渠道' })
  expect(await owes()).toBe(PRICE)
  expect((await pay(open, 'TB1')).paidFen).toBe(PRICE)
  expect(await owes()).toBe(0)
})

test('money of another partner goes to its statement in one step, as far as it is open', async () => {
  const wrong = await pay(await owing(), 'TB2')
  const first = settling.channelId
  settling.channelId = await newChannel()
  const right = await owing()
  expect((await takeBack(wrong, 'platform', { toStatementNo: 'S0' })).error).toBe('partnerPayment.targetUnknown')
  expect((await takeBack(wrong, 'platform', { toStatementNo: wrong.statementNo })).error).toBe('partnerPayment.targetUnknown')
  answered(await takeBack(wrong, 'platform', { toStatementNo: right.statementNo }))
  expect(await seen(right)).toMatchObject({ paidFen: PRICE, payments: [{ reference: 'TB2', paidOn, enteredByName: 'platform' }] })
  expect(await owes()).toBe(0)
  settling.channelId = first
  expect(await owes()).toBe(PRICE)
  const again = await pay(await seen(wrong), 'TB3')
  expect((await takeBack(again, 'platform', { toStatementNo: right.statementNo })).error).toBe('partnerPayment.targetFull')
})

test('a month below zero pays for one above it without a posting, and can be taken back; what is left is paid back by the bank', async () => {
  const { before, below } = await credit()
  const { partnerStatementId } = below
  expect(below.allowedActions).toEqual(['offset', 'refund'])
  expect(await owes()).toBe(0)
  const offset = (toStatementNo: string) => world.send(calls.offset, { partnerStatementId, toStatementNo }, 'all', key())
  expect((await offset(below.statementNo)).error).toBe('partnerPayment.targetUnknown')
  expect((await offset('S0')).error).toBe('partnerPayment.targetUnknown')
  expect((await world.send(calls.offset, { partnerStatementId, toStatementNo: before.statementNo }, 'nowhere', key())).error).toBe(
    'partnerStatement.notFound',
  )
  const both = await Promise.all([offset(before.statementNo), offset(before.statementNo)])
  expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
  const set = await seen(below)
  expect(set).toMatchObject({
    paidFen: -PRICE,
    allowedActions: [],
    payments: [{ kind: 'OFFSET', amountFen: -PRICE, otherStatementNo: before.statementNo }],
  })
  expect(await seen(before)).toMatchObject({ paidFen: PRICE, payments: [{ amountFen: PRICE, otherStatementNo: below.statementNo }] })
  expect((await takeBack(set, 'all')).error).toBe('partnerPayment.sameEnterer')
  answered(await takeBack(set))
  expect((await seen(before)).paidFen).toBe(0)
  const refund = (amountFen: number, reference: string) =>
    world.send(calls.refund, { partnerStatementId, amountFen, reference, paidOn }, 'all', key())
  expect((await refund(PRICE + 1, 'RF1')).error).toBe('partnerPayment.tooMuch')
  expect(answered(await refund(1_000, 'RF1'))).toMatchObject({ paidFen: -1_000, allowedActions: ['offset', 'refund'] })
  expect((await refund(1_000, 'RF1')).error).toBe('partnerStatement.referenceTaken')
  expect(await owes()).toBe(1_000)
  const back = await seen(below)
  answered(await takeBack(back))
  expect(await owes()).toBe(0)
  expect(answered(await refund(PRICE, 'RF1')).paidFen).toBe(-PRICE)
  expect((await refund(1, 'RF2')).error).toBe('partnerPayment.noCredit')
  expect(
    (
      await world.send(
        calls.refund,
        { partnerStatementId: before.partnerStatementId, amountFen: 1, reference: 'RF3', paidOn },
        'all',
        key(),
      )
    ).error,
  ).toBe('partnerPayment.noCredit')
})

interface Line {
  reference: string
  fen: number
}
let batches = 0
/** What the bank's statement of that day says of money that came, matched with what was entered. */
async function bank(lines: readonly Line[]) {
  const { app, tenantA: tenantId } = world
  const merchantNo = `6222${++batches}`
  const yuan = (fen: number) => (Math.abs(fen) / 100).toFixed(2)
  const sum = (back: boolean) => yuan(lines.reduce((total, { fen }) => (fen < 0 === back ? total + fen : total), 0))
  const text = [
    '时间,账号,我方单号,流水号,收支,金额(元)',
    ...lines.map(
      ({ reference, fen }) => `${paidOn} 12:00:00,${merchantNo},${reference},C${reference},${fen < 0 ? '支出' : '收入'},${yuan(fen)}`,
    ),
    `合计,${lines.length},${sum(false)},${sum(true)}`,
  ].join('\n')
  const { batch_id: batchId } = await one(
    `insert into recon_batches (tenant_id, batch_no, kind, channel, merchant_no, bill_date, job_id) values ($1, $2, 'COLLECTION', 'BANK', $2, $3, 1) returning batch_id`,
    [tenantId, merchantNo, paidOn],
  )
  let runNo = 0
  return async () => {
    const stored = await app.platform.files.put({ tenantId, kind: 'STATEMENT', name: 'bank.csv' }, Buffer.from(text))
    await app.platform.db.write(wholeTenant(tenantId), (tx) => app.platform.files.keep(tx, stored.fileId))
    await world.owner.query('update recon_batches set job_id = 1 where batch_id = $1', [batchId])
    const done = await matchStatement(
      app.platform.db.urls.runtime,
      { tenantId, batchId: String(batchId), kind: 'COLLECTION', channel: 'BANK', merchantNo, billDate: paidOn, runNo },
      { fileId: stored.fileId, name: 'bank.csv', downloadedAt: new Date(), body: app.platform.files.read(stored) },
      { jobId: '1', signal: new AbortController().signal },
    )
    runNo = done.runNo
    const { rows } = await world.owner.query<{ out: string; result: number; type: string; ours: string; theirs: string }>(
      `select out_detail_no as out, result, business_type as type, our_fen as ours, channel_fen as theirs
       from recon_details where batch_id = $1 and run_no = $2 and out_detail_no = any ($3) order by out_detail_no`,
      [batchId, runNo, lines.map(({ reference }) => reference)],
    )
    const { state } = await one('select state from recon_batches where batch_id = $1', [batchId])
    return { state, lines: rows.map(({ out, result, type, ours, theirs }) => [out, result, type, Number(ours), Number(theirs)]) }
  }
}

test('money that arrives tomorrow has not arrived: neither a payment nor money paid back has a day to come', async () => {
  const { before, below } = await credit()
  const paidOn = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
  for (const [call, { partnerStatementId }] of [
    [partnerStatementCalls.pay, before],
    [calls.refund, below],
  ] as const)
    expect((await world.send(call, { partnerStatementId, amountFen: 1, reference: 'AH1', paidOn }, 'all', key())).error).toBe(
      'partnerPayment.dayAhead',
    )
})

test('payments of partners are matched with the lines of the bank’s statement, money paid back too; what the bank shows is not just taken back', async () => {
  const { before, below } = await credit()
  const { partnerStatementId } = below
  const wrong = await pay(before, 'BL1')
  answered(await world.send(calls.refund, { partnerStatementId, amountFen: PRICE, reference: 'BL2', paidOn }, 'all', key()))
  const match = await bank([
    { reference: 'BL1', fen: PRICE },
    { reference: 'BL2', fen: -PRICE },
  ])
  const P = 'PARTNER_PAYMENT'
  const balanced = {
    state: B.balanced,
    lines: [
      ['BL1', R.matched, P, PRICE, PRICE],
      ['BL2', R.matched, P, -PRICE, -PRICE],
    ],
  }
  expect(await match()).toEqual(balanced)
  expect((await takeBack(wrong)).error).toBe('partnerPayment.atBank')
  // It was of another partner: the bank's line stays explained, before and after the statement is matched anew.
  settling.channelId = await newChannel()
  const right = await owing()
  answered(await takeBack(wrong, 'platform', { toStatementNo: right.statementNo }))
  expect(await match()).toEqual(balanced)
})

test('a payment that the bank does not show, one of another sum and one that was taken back are told apart', async () => {
  const [half, rest] = [1_000, PRICE - 1_000]
  const of = await owing()
  await pay(of, 'BM1', half)
  const paid = await pay(of, 'BM2', rest)
  answered(await takeBack(paid))
  const match = await bank([
    { reference: 'BM1', fen: half + 1 },
    { reference: 'BM2', fen: rest },
    { reference: 'BM3', fen: 5 },
  ])
  const P = 'PARTNER_PAYMENT'
  expect(await match()).toEqual({
    state: B.unbalanced,
    lines: [
      ['BM1', R.amount, P, half, half + 1],
      ['BM2', R.state, P, rest, rest],
      ['BM3', R.channelOnly, '', 0, 5],
    ],
  })
})
