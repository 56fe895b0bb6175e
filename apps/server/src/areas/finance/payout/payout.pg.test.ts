import { withdrawalCalls, WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { inAppOf } from '#test/harness/messages'
import { type Applied, applied, bookOf, reasonFor } from '#test/payouts'
import { makeWorld, type World } from '#test/world'
import { claim, noteSend } from './attempt.queries.ts'
import { sendPayouts } from './payout.job.ts'
import { applyOutcome } from './payout.service.ts'

let world: World
let bank: ReturnType<typeof bookOf>
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows

beforeAll(async () => {
  // Rounds are gone by hand here, so that it is the test who says when the channel is spoken to.
  world = await makeWorld({ jobs: false })
})
beforeEach(() => {
  bank = bookOf()
})
// The books are checked when the world is closed: among them that nobody is paid twice, and what is in transit.
afterAll(() => world.close())

const actOn = (of: Applied, action: string, state: number, as: Parameters<World['send']>[2] = 'all', reason?: string) =>
  world.send(withdrawalReviewCalls.act, { withdrawalId: of.withdrawalId, action, state, ...reasonFor(action, reason) }, as)
/** Approved by one person, and another has had it paid. */
async function begun(amountFen = 10_000): Promise<Applied & { outNo: string }> {
  const one = await applied(world, amountFen)
  expect((await actOn(one, 'APPROVE', S.applied)).code).toBe(0)
  const paying = await actOn(one, 'PAY', S.approved, 'hangzhou')
  expect(paying).toMatchObject({ code: 0, data: { state: S.paying, attempt: 1 } })
  return { ...one, outNo: (paying.data as { outNo: string }).outNo }
}
/** Everything that is not over is due, and gone on with. */
async function goOn() {
  await rows(`update payout_attempts set next_at = now() - interval '1 second' where final_at is null`)
  await sendPayouts(world.app.platform, undefined, bank.channels)
}
/** So much time goes by for the channel to take in what was handed over. */
const later = (minutes: number) => rows(`update payout_attempts set requested_at = requested_at - make_interval(mins => $1)`, [minutes])
const stateOf = async ({ withdrawalId }: Applied) =>
  (await rows('select state from withdrawals where withdrawal_id = $1', [withdrawalId]))[0]!.state
const wallet = async ({ call }: Applied) => (await call(withdrawalCalls.wallet)).data as { availableFen: number; frozenFen: number }
const steps = async ({ withdrawalId }: Applied) =>
  (
    await rows(`select step from ledger_entries where business_type = 'WITHDRAWAL' and business_id = $1 order by entry_id`, [withdrawalId])
  ).map(({ step }) => step)

test('a payment goes out once, is asked about until it is over, and what stays is paid', async () => {
  const one = await begun()
  expect(await wallet(one)).toMatchObject({ availableFen: 10_000, frozenFen: 0 })
  await goOn()
  expect(bank.book.get(one.outNo)).toMatchObject({
    sent: 1,
    order: { amountFen: 10_000, realName: '王师傅', to: { accountNo: '6222020200112233445' } },
  })
  await goOn()
  expect(await stateOf(one)).toBe(S.paying)
  bank.pays(one.outNo)
  await goOn()
  expect(await stateOf(one)).toBe(S.paid)
  expect(bank.book.get(one.outNo)!.sent).toBe(1)
  expect(await steps(one)).toEqual(['APPLIED', 'SENT_1', 'PAID_1'])
})

test('paid, and the answer lost: it is unknown, asked about under the same number, and paid once', async () => {
  const one = await begun()
  bank.faults.push('SILENT_AFTER')
  await goOn()
  expect(await stateOf(one)).toBe(S.unknown)
  bank.faults.push('SILENT_BEFORE')
  await goOn()
  expect(await stateOf(one)).toBe(S.unknown)
  bank.pays(one.outNo)
  await goOn()
  expect(await stateOf(one)).toBe(S.paid)
  expect([...bank.book.values()].map(({ sent }) => sent)).toEqual([1])
})

test('a process that dies before, or right after, handing a payment over leaves nothing paid twice and nothing frozen', async () => {
  const scope = wholeTenant(world.tenantA)
  const [before, after] = [await begun(), await begun()]
  // Claimed, and dead before a word was said.
  await world.app.platform.db.write(scope, (tx) => claim(tx, before.outNo))
  // Handed over, taken in by the channel, and dead before the answer was kept.
  await world.app.platform.db.write(scope, async (tx) => {
    await claim(tx, after.outNo)
    await noteSend(tx, after.outNo)
  })
  await (await bank.channels()).send({
    outNo: after.outNo,
    amountFen: 10_000,
    realName: '王师傅',
    to: { kind: 'WECHAT', openId: 'x' },
    memo: '',
  })
  await goOn()
  expect(bank.book.get(before.outNo)!.sent).toBe(1)
  expect(bank.book.get(after.outNo)!.sent).toBe(1)
  bank.pays(before.outNo)
  bank.pays(after.outNo)
  await goOn()
  expect([await stateOf(before), await stateOf(after)]).toEqual([S.paid, S.paid])
})

test('a payment that never arrived is handed over again under its number, once the channel has had time to find it', async () => {
  const one = await begun()
  bank.faults.push('SILENT_BEFORE')
  await goOn()
  await goOn()
  expect(bank.book.size).toBe(0)
  await later(11)
  await goOn()
  expect(bank.book.get(one.outNo)!.sent).toBe(1)
  bank.pays(one.outNo)
  await goOn()
  expect(await stateOf(one)).toBe(S.paid)
})

test('a failed payment holds the sum again; given back it is the driver’s, and the driver reads what to do', async () => {
  const one = await begun()
  await goOn()
  bank.refuses(one.outNo)
  await goOn()
  expect(await stateOf(one)).toBe(S.failed)
  expect(await wallet(one)).toMatchObject({ availableFen: 10_000, frozenFen: 10_000 })
  expect((await one.call(withdrawalCalls.withdrawals)).data).toMatchObject({
    rows: [{ state: S.failed, step: { kind: 'CORRECT_ACCOUNT', text: '收款账户不存在' } }],
  })
  expect((await actOn(one, 'GIVE_BACK', S.failed, 'hangzhou')).error).toBe('withdrawalReview.reasonMissing')
  expect((await actOn(one, 'GIVE_BACK', S.failed, 'hangzhou', '司机要求')).code).toBe(0)
  expect(await wallet(one)).toMatchObject({ availableFen: 20_000, frozenFen: 0 })
  expect(await steps(one)).toEqual(['APPLIED', 'SENT_1', 'FAILED_1', 'GIVEN_BACK'])
})

test('what a channel says a second time, or after the end, changes nothing', async () => {
  const one = await begun()
  await goOn()
  const hear = (outcome: Parameters<typeof applyOutcome>[3]) =>
    world.app.platform.db.write(wholeTenant(world.tenantA), (tx) => applyOutcome(tx, world.app.platform.vault, one.outNo, outcome))
  const paid = { state: 'PAID', channelNo: 'C1', paidAt: new Date() } as const
  const answers = await Promise.all([hear(paid), hear(paid), hear(paid)])
  expect(answers.filter((answer) => answer?.changed)).toHaveLength(1)
  expect((await hear({ state: 'FAILED', code: 'ACCOUNT_FROZEN', final: true }))?.changed).toBe(false)
  expect((await hear({ state: 'UNKNOWN' }))?.changed).toBe(false)
  expect(await stateOf(one)).toBe(S.paid)
  expect(await inAppOf(world, one.driver.driverId)).toEqual([expect.stringMatching(/^APP_WITHDRAWAL_PAID 您的提现[\d.]+元已到账。$/)])
  expect(
    await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) => applyOutcome(tx, world.app.platform.vault, 'X'.repeat(20), paid)),
  ).toBeNull()
})

test('two people who pay the same withdrawal at once pay it once', async () => {
  const one = await applied(world, 10_000)
  await actOn(one, 'APPROVE', S.applied)
  const answers = await Promise.all([actOn(one, 'PAY', S.approved, 'hangzhou'), actOn(one, 'PAY', S.approved, 'platform')])
  expect(answers.map(({ code }) => code === 0).filter(Boolean)).toHaveLength(1)
  expect(answers.find(({ code }) => code !== 0)).toMatchObject({ error: 'withdrawalReview.otherState', data: { state: S.paying } })
  expect(await rows('select count(*)::int as n from payout_attempts where withdrawal_id = $1', [one.withdrawalId])).toEqual([{ n: 1 }])
})

test('whatever happens to forty payments, each is over in the end, and the channel’s book says the same', {
  timeout: 90_000,
}, async () => {
  const all = await Promise.all(Array.from({ length: 40 }, () => begun(2_000)))
  // As chance would have it, the same each time.
  let seed = 20_261_124
  const chance = (of: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % of
  const mine = all.map(({ outNo }) => outNo)
  for (let round = 0; round < 12; round++) {
    bank.faults.push(...Array.from({ length: 30 }, () => (['SILENT_BEFORE', 'SILENT_AFTER'] as const)[chance(2)]!))
    await goOn()
    bank.faults.length = 0
    for (const outNo of mine)
      if (bank.book.has(outNo) && !['PAID', 'FAILED'].includes(bank.book.get(outNo)!.outcome.state) && chance(3) === 0)
        (chance(4) === 0 ? bank.refuses : bank.pays)(outNo)
    await later(6)
  }
  for (const outNo of mine) if (bank.book.get(outNo)?.outcome.state === 'PROCESSING') bank.pays(outNo)
  for (let round = 0; round < 3; round++) await goOn()
  for (const outNo of mine) if (bank.book.get(outNo)?.outcome.state === 'PROCESSING') bank.pays(outNo)
  await goOn()
  const states = await rows('select out_no, state from withdrawals where out_no = any ($1)', [mine])
  expect(states).toHaveLength(40)
  for (const { out_no, state } of states) {
    const there = bank.book.get(out_no as string)!.outcome.state
    expect([out_no, state]).toEqual([out_no, there === 'PAID' ? S.paid : S.failed])
  }
})

test('many are handed over side by side: a channel that takes its time holds up none of the others', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, () => begun(2_000)))
  const channel = await bank.channels()
  let under = 0
  let everybody: () => void
  const together = new Promise<void>((done) => (everybody = done))
  bank.channels = () =>
    Promise.resolve({
      ...channel,
      // Answers none before all are there.
      send: async (order) => {
        if (++under === all.length) everybody()
        await together
        return channel.send(order)
      },
    })
  await goOn()
  expect(all.map(({ outNo }) => bank.book.get(outNo)?.sent)).toEqual(all.map(() => 1))
})
