import { randomUUID } from 'node:crypto'
import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { withdrawalCalls, WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AnswerFault, type Channel, type FaultRule, installedFor, startChannel } from '#test/harness/wechat-channel'
import { type Applied, applied, dayRead, reasonFor } from '#test/payouts'
import { makeWorld, type World } from '#test/world'
import { sendPayouts } from './payout.job.ts'

let world: World
let channel: Channel
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows

beforeAll(async () => {
  channel = await startChannel({ standard: { confirmMs: null }, noticeAgainMs: [50, 50] })
  // Rounds are gone by hand, so that it is the test who says when the channel is spoken to.
  world = await makeWorld({ jobs: false, settings: { wechatPay: installedFor(channel) } })
  // What the channel is told to call is this process.
  world.app.platform.settings.publicUrl = await world.app.http.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(() => {
  channel.faults.rules = []
})
// The books are checked when the world is closed.
afterAll(async () => {
  await world.close()
  await channel.stop()
})

const actOn = (of: Applied, action: string, state: number, as: Parameters<World['send']>[2] = 'all', reason?: string) =>
  world.send(withdrawalReviewCalls.act, { withdrawalId: of.withdrawalId, action, state, ...reasonFor(action, reason) }, as)
const retry = ({ withdrawalId }: Applied, reason: string) =>
  world.send(withdrawalReviewCalls.retry, { withdrawalId, attempt: 1, reason }, 'hangzhou', { 'idempotency-key': randomUUID() })
let drivers = 0
/** Approved by one person, and another has had it paid. */
async function begun(amountFen = 10_000): Promise<Applied & { outNo: string }> {
  const one = await applied(world, amountFen, undefined, `oDriver${++drivers}`)
  expect((await actOn(one, 'APPROVE', S.applied)).code).toBe(0)
  const paying = await actOn(one, 'PAY', S.approved, 'hangzhou')
  expect(paying).toMatchObject({ code: 0 })
  return { ...one, outNo: (paying.data as { outNo: string }).outNo }
}
const goesWrong = ({ outNo }: { outNo: string }, ...rules: FaultRule[]) => {
  channel.faults.rules = rules.map((rule) => ({ outBillNo: outNo, ...rule }))
}
/** What the channel tells comes when it comes. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })
const goOn = async () => {
  await rows(`update payout_attempts set next_at = now() - interval '1 second' where final_at is null`)
  await sendPayouts(world.app.platform)
}
/** So much time goes by since it was handed over. */
const later = ({ outNo }: { outNo: string }, hours: number) =>
  rows(
    `update payout_attempts set requested_at = requested_at - make_interval(hours => $2), created_at = created_at - make_interval(hours => $2) where out_no = $1`,
    [outNo, hours],
  )
const attemptOf = async ({ outNo }: { outNo: string }) => (await rows('select * from payout_attempts where out_no = $1', [outNo]))[0]!
const stateOf = async ({ withdrawalId }: Applied) =>
  (await rows('select state from withdrawals where withdrawal_id = $1', [withdrawalId]))[0]!.state
const stepOf = async ({ call }: Applied) => {
  const { data } = await call(withdrawalCalls.withdrawals)
  return (data as { rows: { step: Record<string, unknown> | null }[] }).rows[0]!.step
}
const wallet = async ({ call }: Applied) => (await call(withdrawalCalls.wallet)).data as { availableFen: number; frozenFen: number }
const ordersFor = ({ outNo }: { outNo: string }) => [...channel.book.flows].filter(({ voucherNo }) => voucherNo === outNo)

test('the driver is told to confirm and with what, does, and the news of it settles the payment without a question', async () => {
  const one = await begun()
  await goOn()
  expect(await stepOf(one)).toMatchObject({
    kind: 'CONFIRM',
    merchantNo: channel.client.mchId,
    appId: channel.client.appId,
    confirmPackage: channel.book.bills.get(one.outNo)!.packageInfo,
  })
  expect(channel.book.bills.get(one.outNo)).toMatchObject({ userName: '王师傅', amountFen: 10_000 })
  channel.transfers.confirm(one.outNo)
  await eventually(() => stateOf(one)).toBe(S.paid)
  expect(await stepOf(one)).toBeNull()
  expect(await wallet(one)).toMatchObject({ availableFen: 10_000, frozenFen: 0 })
})

test('six lies, then the truth three times: only the truth counts, once', async () => {
  const lied = await begun()
  goesWrong(lied, { notice: 'FORGED' })
  await goOn()
  channel.transfers.confirm(lied.outNo)
  const repeated = await begun()
  goesWrong(repeated, { notice: 'REPEATED' })
  await goOn()
  channel.transfers.confirm(repeated.outNo)
  await eventually(() => channel.notices.sent.filter(({ outBillNo }) => outBillNo === lied.outNo).map(({ status }) => status)).toEqual([
    ...Array.from({ length: 6 }, () => 401),
    204,
  ])
  await eventually(() => channel.notices.sent.filter(({ outBillNo }) => outBillNo === repeated.outNo).map(({ status }) => status)).toEqual([
    204, 204, 204,
  ])
  expect([await stateOf(lied), await stateOf(repeated)]).toEqual([S.paid, S.paid])
})

test('true news that is older than five minutes is not believed; a question settles it', async () => {
  const one = await begun()
  goesWrong(one, { notice: 'OLD' })
  await goOn()
  channel.transfers.confirm(one.outNo)
  await eventually(() => channel.notices.sent.filter(({ outBillNo }) => outBillNo === one.outNo)).toMatchObject([{ status: 401 }])
  expect(await stateOf(one)).toBe(S.paying)
  await goOn()
  expect(await stateOf(one)).toBe(S.paid)
})

test.each<AnswerFault>(['HUNG_UP_PAID', 'FAULT_PAID', 'GARBLED_PAID'])(
  'paid, and the answer lost (%s): asked about, paid once',
  async (answer) => {
    const one = await begun()
    goesWrong(one, { answer, times: 1, notice: 'NONE' })
    await goOn()
    expect(await stateOf(one)).toBe(S.unknown)
    // While it is unknown nobody can have it paid a second time.
    const retried = await retry(one, '司机催款')
    expect(retried).toMatchObject({ error: 'payout.notNow' })
    expect((await actOn(one, 'GIVE_BACK', S.unknown, 'hangzhou', '司机催款')).error).toBe('payout.notNow')
    await goOn()
    expect(await stateOf(one)).toBe(S.paid)
    expect(ordersFor(one)).toHaveLength(1)
  },
)

// Five failures in a row, and the channel would be left alone for a while.
test('nobody confirms for a day: it fails, and finance may have it paid again', async () => {
  const one = await begun()
  await goOn()
  channel.aheadMs += 86_400_000
  await goOn()
  expect(await attemptOf(one)).toMatchObject({ state: 'FAILED', code: 'OVERDUE_CLOSE' })
  const retried = await retry(one, '司机要求重发')
  expect(retried).toMatchObject({ code: 0, data: { attempt: 2 } })
})

test('taken, and the answer lost: sent again under its number the driver has with what to confirm', async () => {
  const one = await begun()
  goesWrong(one, { answer: 'HUNG_UP', times: 1 }, { answer: 'FAULT_TAKEN', times: 1 })
  await goOn()
  await later(one, 1)
  await goOn()
  expect(await stateOf(one)).toBe(S.unknown)
  await goOn()
  expect(await stepOf(one)).toMatchObject({ kind: 'CONFIRM', confirmPackage: channel.book.bills.get(one.outNo)!.packageInfo })
  const { sends } = await attemptOf(one)
  await goOn()
  expect(await attemptOf(one)).toMatchObject({ sends, state: 'WAIT_CONFIRM' })
  channel.transfers.confirm(one.outNo)
  await eventually(() => stateOf(one)).toBe(S.paid)
})

test('what is refused for good is not sent again for ever: it fails with the reason, and may be paid under another number', async () => {
  const one = await begun()
  goesWrong(one, { answer: 'REFUSED' })
  await goOn()
  expect(await attemptOf(one)).toMatchObject({ state: 'UNKNOWN', code: 'INVALID_REQUEST', sends: 1 })
  await goOn()
  expect(await stateOf(one)).toBe(S.unknown)
  await later(one, 1)
  await goOn()
  expect(await attemptOf(one)).toMatchObject({ state: 'FAILED', code: 'INVALID_REQUEST', sends: 1 })
  expect(await wallet(one)).toMatchObject({ frozenFen: 10_000 })
  channel.faults.rules = []
  const retried = await retry(one, '商户设置已改')
  expect(retried).toMatchObject({ code: 0, data: { attempt: 2 } })
  await goOn()
  expect(await stepOf(one)).toMatchObject({ kind: 'CONFIRM' })
})

test('an account that is empty is filled within a day, or the payment is given up; both are said', async () => {
  const [filled, never] = [await begun(), await begun()]
  channel.faults.rules = [filled, never].map(({ outNo }) => ({ outBillNo: outNo, answer: 'NOT_ENOUGH' }))
  await goOn()
  expect(await attemptOf(filled)).toMatchObject({ state: 'UNKNOWN', code: 'NOT_ENOUGH' })
  await later(never, 23)
  await goOn()
  expect(await attemptOf(never)).toMatchObject({ state: 'UNKNOWN', code: 'NOT_ENOUGH', sends: 2 })
  await later(never, 2)
  await later(filled, 2)
  channel.faults.rules = []
  await goOn()
  expect(await attemptOf(never)).toMatchObject({ state: 'FAILED', code: 'NOT_ENOUGH' })
  expect(await attemptOf(filled)).toMatchObject({ state: 'WAIT_CONFIRM', code: '' })
  expect(channel.book.bills.has(never.outNo)).toBe(false)
})

test('an answer of another sum settles nothing and is reported', async () => {
  const one = await begun()
  await goOn()
  const bill = channel.book.bills.get(one.outNo)!
  channel.book.bills.set(one.outNo, { ...bill, amountFen: bill.amountFen - 1 })
  channel.transfers.confirm(one.outNo)
  await eventually(async () => (await attemptOf(one)).code).toBe('AMOUNT_DIFFERS')
  expect(await stateOf(one)).toBe(S.unknown)
  await goOn()
  await later(one, 30)
  await goOn()
  expect(await attemptOf(one)).toMatchObject({ state: 'UNKNOWN', code: 'AMOUNT_DIFFERS', sends: 1 })
  // Put right for the check of the books.
  channel.book.bills.set(one.outNo, { ...channel.book.bills.get(one.outNo)!, amountFen: bill.amountFen })
  await goOn()
  expect(await stateOf(one)).toBe(S.paid)
})

test('another merchant is not asked about a payment, and is not paid by; once the first is back it goes on', async () => {
  const one = await begun()
  goesWrong(one, { answer: 'HUNG_UP_PAID', times: 1, notice: 'NONE' })
  await goOn()
  const { settings } = world.app.platform
  const first = settings.wechatPay!
  settings.wechatPay = { ...first, merchantNo: '1900000999' }
  await later(one, 30)
  await goOn()
  expect(await attemptOf(one)).toMatchObject({ state: 'UNKNOWN', code: 'OTHER_MERCHANT', sends: 1 })
  settings.wechatPay = first
  await goOn()
  expect(await stateOf(one)).toBe(S.paid)
  expect(ordersFor(one)).toHaveLength(1)
})

test('true news of a payment that this merchant was never asked for moves nothing', async () => {
  const [asked, other] = [await begun(), await begun()]
  await goOn()
  channel.transfers.confirm(asked.outNo)
  await eventually(() => stateOf(asked)).toBe(S.paid)
  const told = channel.book.bills.get(asked.outNo)!
  const news = () => channel.notices.sent.filter(({ outBillNo }) => outBillNo === other.outNo).map(({ status }) => status)
  await rows(`update payout_attempts set channel = 'BANK' where out_no = $1`, [other.outNo])
  channel.notices.tell({ ...told, outBillNo: other.outNo }, {})
  await eventually(news).toEqual([204])
  expect(await stateOf(other)).toBe(S.paying)
  await rows(`update payout_attempts set channel = 'WECHAT', merchant_no = '1900000000' where out_no = $1`, [other.outNo])
  channel.notices.tell({ ...told, outBillNo: other.outNo }, {})
  await eventually(news).toEqual([204, 204])
  expect(await stateOf(other)).toBe(S.paying)
  await rows(`update payout_attempts set merchant_no = $2 where out_no = $1`, [other.outNo, channel.client.mchId])
  channel.transfers.confirm(other.outNo)
  await eventually(() => stateOf(other)).toBe(S.paid)
})

/** The risks of a withdrawal, and which of its payments the channel said to have paid after they had failed. */
const toldOf = async ({ withdrawalId }: Applied) => {
  const life = (await world.send(withdrawalReviewCalls.life, { withdrawalId })).data as AnswerOf<typeof withdrawalReviewCalls.life>
  return { flags: life.riskFlags, told: life.events.filter(({ event }) => event === 'paidThere').map(({ reason }) => reason) }
}
test('news that a payment was made which had failed here is an event and a risk of its withdrawal, and moves nothing', async () => {
  const one = await begun()
  goesWrong(one, { fail: 'NAME_NOT_CORRECT', notice: 'NONE' })
  await goOn()
  channel.transfers.confirm(one.outNo)
  await goOn()
  expect(await stateOf(one)).toBe(S.failed)
  channel.book.bills.set(one.outNo, { ...channel.book.bills.get(one.outNo)!, state: 'SUCCESS', failReason: null })
  for (const _ of [1, 2]) channel.notices.tell(channel.book.bills.get(one.outNo)!, {})
  await eventually(() => channel.notices.sent.filter(({ outBillNo }) => outBillNo === one.outNo).map(({ status }) => status)).toEqual([
    204, 204,
  ])
  expect(await stateOf(one)).toBe(S.failed)
  expect(await toldOf(one)).toEqual({ flags: ['PAID_THERE', 'FIRST_WITHDRAWAL'], told: [one.outNo] })
  expect(await wallet(one)).toMatchObject({ frozenFen: 10_000 })
})

test('what our own side left unsent while the channel is down stays as it is, and goes out when it is back', async () => {
  const broken = await Promise.all(Array.from({ length: 5 }, () => begun()))
  channel.faults.rules = broken.map(({ outNo: outBillNo }) => ({ outBillNo, answer: 'HUNG_UP', times: 1 }))
  await goOn()
  // After five that broke the service is left alone: the next is never handed over.
  const one = await begun()
  await goOn()
  expect(await attemptOf(one)).toMatchObject({ state: 'CHOSEN', sends: 0, requested_at: null, merchant_no: '' })
  expect(await stateOf(one)).toBe(S.paying)
  await eventually(async () => {
    await goOn()
    return attemptOf(one)
  }).toMatchObject({ state: 'WAIT_CONFIRM', sends: 1 })
  // What may have arrived is asked about, and sent again only once the channel has had time to take it in.
  expect(await Promise.all(broken.map(stateOf))).toEqual(broken.map(() => S.unknown))
  for (const each of broken) await later(each, 1)
  await goOn()
  for (const each of [one, ...broken]) channel.transfers.confirm(each.outNo)
  await eventually(() => Promise.all([one, ...broken].map(stateOf))).toEqual([one, ...broken].map(() => S.paid))
})

test('what failed here and is paid there is not given back', async () => {
  const one = await begun()
  goesWrong(one, { fail: 'NAME_NOT_CORRECT', notice: 'NONE' })
  await goOn()
  channel.transfers.confirm(one.outNo)
  await goOn()
  expect(await stateOf(one)).toBe(S.failed)
  const failed = channel.book.bills.get(one.outNo)!
  channel.book.bills.set(one.outNo, { ...failed, state: 'SUCCESS', failReason: null })
  expect((await actOn(one, 'GIVE_BACK', S.failed, 'hangzhou', '司机要求')).error).toBe('payout.notFailedThere')
  expect(await wallet(one)).toMatchObject({ frozenFen: 10_000 })
  // It is written down, once, and holds whatever the channel says later, until the statement of that day is read.
  expect((await actOn(one, 'GIVE_BACK', S.failed, 'hangzhou', '司机要求')).error).toBe('payout.notFailedThere')
  channel.book.bills.set(one.outNo, failed)
  expect((await actOn(one, 'GIVE_BACK', S.failed, 'hangzhou', '司机要求')).error).toBe('payout.statementSaysPaid')
  expect((await retry(one, '重试')).error).toBe('payout.statementSaysPaid')
  expect(await toldOf(one)).toEqual({ flags: ['PAID_THERE', 'FIRST_WITHDRAWAL'], told: [one.outNo] })
  await dayRead(world, one.outNo)
  expect((await toldOf(one)).flags).toEqual(['FIRST_WITHDRAWAL'])
  expect((await actOn(one, 'GIVE_BACK', S.failed, 'hangzhou', '司机要求')).code).toBe(0)
  expect(await wallet(one)).toMatchObject({ frozenFen: 0 })
})

test('what the channel does not know is not asked about twice in ten seconds', async () => {
  const one = await begun()
  goesWrong(one, { answer: 'HUNG_UP', times: 1 })
  await goOn()
  await rows('update payout_attempts set asked_at = null where out_no = $1', [one.outNo])
  const ask = () => world.send(reconciliationCalls.singleRefresh, { withdrawalIds: [one.withdrawalId] })
  expect(await ask()).toMatchObject({ code: 0, data: { rows: [{ channelState: 'NOT_FOUND' }] } })
  expect((await ask()).error).toBe('recon.tooOften')
})
