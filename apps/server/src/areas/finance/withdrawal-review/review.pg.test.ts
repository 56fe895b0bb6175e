import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalCalls, WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inAppOf } from '#test/harness/messages'
import { type Applied, applied, dayRead, earns, enterVoucher, reasonFor } from '#test/payouts'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { approveSmall, payApproved } from './review.rounds.ts'

let world: World
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
beforeAll(async () => {
  world = await makeWorld({ jobs: false })
})
afterAll(() => world.close())
afterEach(() => world.owner.query('delete from setting_versions'))

let saved = 0
const setting = (kind: string, content: object) =>
  world.owner.query(`insert into setting_versions (tenant_id, kind, setting_id, version, content) values ($1, $2, $3, 1, $4)`, [
    world.tenantA,
    kind,
    ++saved,
    JSON.stringify(content),
  ])
const terms = async (of: { autoApproveBelowFen?: number; secondReviewFromFen?: number; overdueHours?: number }) => {
  const { defaults } = (await world.send(withdrawalTermsCalls.ways)).data as AnswerOf<typeof withdrawalTermsCalls.ways>
  await setting('withdrawalTerms', { ...defaults, ...of })
}
const ways = (BANK: string, sendsItself = false, personDayFen = 0) =>
  setting('payoutWays', { channels: { WX_SINGLE: 'WECHAT', WX_BATCH: 'WECHAT', BANK }, sendsItself, personDayFen })
type As = Parameters<World['send']>[2]
const act = (of: Applied, action: string, state: number, as: As = 'all', reason?: string) =>
  world.send(withdrawalReviewCalls.act, { withdrawalId: of.withdrawalId, action, state, ...reasonFor(action, reason) }, as)
/** Approved by one person, and another has had it paid, by a channel that the test has set. */
async function paying(channel: string, amountFen = 10_000): Promise<Applied> {
  const one = await applied(world, amountFen)
  expect((await act(one, 'APPROVE', S.applied)).code).toBe(0)
  expect(await act(one, 'PAY', S.approved, 'hangzhou')).toMatchObject({ code: 0, data: { state: S.paying, channel } })
  return one
}
const retry = ({ withdrawalId }: Applied, attempt: number, as: As = 'hangzhou') =>
  world.send(withdrawalReviewCalls.retry, { withdrawalId, attempt, reason: '重试' }, as, { 'idempotency-key': randomUUID() })
const stateOf = async ({ withdrawalId }: Applied) =>
  (await rows('select state from withdrawals where withdrawal_id = $1', [withdrawalId]))[0]!.state
type Life = AnswerOf<typeof withdrawalReviewCalls.life>

const entered = (given: Parameters<typeof enterVoucher>[1], as: As = 'hangzhou') => enterVoucher(world, given, as)
const wallet = async ({ call }: Applied) => (await call(withdrawalCalls.wallet)).data as { availableFen: number; frozenFen: number }

test('one approves, another pays; paid by hand, one enters the voucher and another confirms it', async () => {
  await ways('BY_HAND')
  const one = await applied(world, 10_000)
  expect(await act(one, 'APPROVE', S.applied)).toMatchObject({ code: 0, data: { state: S.approved } })
  expect((await act(one, 'PAY', S.approved)).error).toBe('payout.approverPays')
  expect(await act(one, 'PAY', S.approved, 'hangzhou')).toMatchObject({ code: 0, data: { state: S.paying, channel: 'BY_HAND' } })
  const voucher = { withdrawalId: one.withdrawalId, voucherNo: 'V-1', paidAt: '2026-03-14T12:00:00Z' }
  expect((await world.send(payoutCalls.confirmVoucher, voucher, 'all')).error).toBe('payout.noVoucher')
  expect((await entered({ ...voucher, picture: Buffer.from('no picture') })).error).toBe('payout.badPicture')
  expect((await entered(voucher)).code).toBe(0)
  expect((await entered(voucher)).code).toBe(0)
  const picture = await world.send(payoutCalls.voucherPicture, { withdrawalId: one.withdrawalId, attempt: 1 }, 'all')
  expect((picture.data as { dataUrl: string }).dataUrl).toMatch(/^data:image\/jpeg;base64,\/9j/)
  const unseen = await world.send(payoutCalls.voucherPicture, { withdrawalId: one.withdrawalId, attempt: 1 }, 'other')
  expect(unseen.code).not.toBe(0)
  expect((await world.send(payoutCalls.confirmVoucher, voucher, 'hangzhou')).error).toBe('payout.ownVoucher')
  expect(await world.send(payoutCalls.confirmVoucher, voucher, 'all')).toMatchObject({ code: 0, data: { state: S.paid } })
  expect(await wallet(one)).toMatchObject({ availableFen: 10_000, frozenFen: 0 })
  const other = await applied(world, 10_000)
  await act(other, 'APPROVE', S.applied)
  await act(other, 'PAY', S.approved, 'hangzhou')
  const again = { ...voucher, withdrawalId: other.withdrawalId }
  expect((await entered(again)).error).toBe('payout.voucherTaken')
})

test('a payment by hand that was never made is said so by another than who entered it, and is made again', async () => {
  await ways('BY_HAND')
  const one = await paying('BY_HAND')
  expect((await entered({ withdrawalId: one.withdrawalId, voucherNo: 'V-9', paidAt: '2026-03-14T12:00:00Z' })).code).toBe(0)
  const not = { withdrawalId: one.withdrawalId, reason: '网银未成功' }
  expect((await world.send(payoutCalls.notPaid, not, 'hangzhou')).error).toBe('payout.ownVoucher')
  expect(await world.send(payoutCalls.notPaid, not, 'all')).toMatchObject({ code: 0, data: { state: S.failed } })
  expect((await world.send(payoutCalls.notPaid, not, 'all')).error).toBe('payout.notNow')
  expect((await world.send(payoutCalls.confirmVoucher, not, 'all')).error).toBe('payout.notNow')
  expect(await stateOf(one)).toBe(S.failed)
  expect(await retry(one, 1)).toMatchObject({ code: 0, data: { state: S.paying, attempt: 2 } })
  const life = (await world.send(withdrawalReviewCalls.life, { withdrawalId: one.withdrawalId })).data as Life
  expect(life.attempts.map(({ state, code }) => [state, code])).toEqual([
    ['FAILED', 'NOT_PAID'],
    ['CHOSEN', ''],
  ])
  expect(life.vouchers).toMatchObject([{ attempt: 1, voucherNo: 'V-9', confirmedAt: null }])
  expect(life.postings.map(({ step }) => step)).toEqual(['APPLIED', 'SENT_1', 'FAILED_1', 'SENT_2'])
  expect(life.postings[1]!.lines).toEqual([
    { account: 'DRIVER_FROZEN', side: 'D', amountFen: 10_000 },
    { account: 'PAYOUT_IN_TRANSIT', side: 'C', amountFen: 10_000 },
  ])
  expect(life.events.map(({ event }) => event)).toEqual(['apply', 'open', 'approve', 'pay', 'fail', 'pay'])
})

test('a large sum is approved by two people', async () => {
  await terms({ secondReviewFromFen: 20_000 })
  const one = await applied(world, 20_000)
  expect(await act(one, 'APPROVE', S.applied)).toMatchObject({ code: 0, data: { state: S.auditing, needsSecond: true } })
  expect((await act(one, 'APPROVE', S.auditing)).error).toBe('withdrawalReview.sameReviewer')
  expect(await act(one, 'APPROVE', S.auditing, 'hangzhou')).toMatchObject({ code: 0, data: { state: S.approved } })
  expect((await act(one, 'PAY', S.approved, 'hangzhou')).error).toBe('payout.approverPays')
  expect((await act(one, 'PAY', S.approved)).error).toBe('payout.approverPays')
})

test('what is done is done to the state that was seen, and a rejection needs a reason and gives the sum back', async () => {
  const one = await applied(world, 10_000)
  expect(await act(one, 'APPROVE', S.auditing)).toMatchObject({ error: 'withdrawalReview.otherState', data: { state: S.applied } })
  expect((await act(one, 'REJECT', S.applied)).error).toBe('withdrawalReview.reasonMissing')
  expect((await act(one, 'PAY', S.applied)).error).toBe('payout.notNow')
  expect(await act(one, 'REJECT', S.applied, 'all', '资料不符')).toMatchObject({ code: 0, data: { state: S.rejected } })
  expect(await wallet(one)).toMatchObject({ availableFen: 20_000, frozenFen: 0 })
  expect((await act(one, 'REJECT', S.applied, 'all', '资料不符')).error).toBe('withdrawalReview.otherState')
  expect(await inAppOf(world, one.driver.driverId)).toEqual([
    'APP_WITHDRAWAL_RETURNED 您的提现100.00元未成功，款项已退回钱包。原因：资料不符。',
  ])
})

test('the system approves small sums without a risk, and sends them where the city says so', async () => {
  await terms({ autoApproveBelowFen: 20_000 })
  await ways('BANK', true)
  const [first, large] = [await applied(world, 10_000), await applied(world, 20_000)]
  // Nobody knows yet what is usual for a driver who was never paid.
  expect(await approveSmall(world.app.platform)).toBe(0)
  await rows(
    `insert into withdrawals (tenant_id, withdraw_no, driver_id, city_id, way, account_snapshot, account_sealed, apply_fen, fee_fen, state, created_at)
     select tenant_id, withdraw_no || 'P', driver_id, city_id, way, account_snapshot, account_sealed, apply_fen, 0, 50, created_at - interval '1 day'
     from withdrawals where withdrawal_id = any ($1)`,
    [[first.withdrawalId, large.withdrawalId]],
  )
  expect(await approveSmall(world.app.platform)).toBe(1)
  await payApproved(world.app.platform)
  expect(await rows('select state, paid_by from withdrawals where withdrawal_id = $1', [first.withdrawalId])).toEqual([
    { state: S.paying, paid_by: null },
  ])
  expect(await rows('select state from withdrawals where withdrawal_id = $1', [large.withdrawalId])).toEqual([{ state: S.applied }])
})

test('each sees what is theirs: a city its own, an organisation its drivers without accounts, a partner nothing', async () => {
  const [free, ours] = [await applied(world, 10_000, world.shanghaiOrg), await applied(world, 10_000, world.hangzhouOrg)]
  const seen = async (call: typeof withdrawalReviewCalls.list | typeof withdrawalReviewCalls.listOps, as: As) =>
    (((await world.send(call, { pageSize: 100 }, as)).data as { rows: { withdrawalId: string }[] }).rows ?? []).map(
      ({ withdrawalId }) => withdrawalId,
    )
  expect(await seen(withdrawalReviewCalls.list, 'hangzhou')).toEqual(expect.arrayContaining([free.withdrawalId, ours.withdrawalId]))
  const company = await seen(withdrawalReviewCalls.listOps, 'company')
  expect(company).toContain(ours.withdrawalId)
  expect(company).not.toContain(free.withdrawalId)
  expect(await seen(withdrawalReviewCalls.list, 'company')).toEqual([])
  for (const as of ['partner', 'nowhere', 'other'] as const) {
    expect(await seen(withdrawalReviewCalls.list, as)).toEqual([])
    expect(await seen(withdrawalReviewCalls.listOps, as)).toEqual([])
  }
  const ops = JSON.stringify(await world.send(withdrawalReviewCalls.listOps, {}, 'company'))
  expect(ops).not.toMatch(/3445|holderName|工商/)
  expect((await act(ours, 'APPROVE', S.applied, 'company')).error).toBe('withdrawalReview.notAllowed')
  expect((await world.send(withdrawalReviewCalls.accounts, { driverId: ours.driver.driverId }, 'company')).error).toBe(
    'withdrawalReview.driverNotFound',
  )
  expect((await act(free, 'APPROVE', S.applied, 'weak')).code).not.toBe(0)
})

test('an account that finance changes is masked, logged, and cools down for a day', async () => {
  const one = await applied(world, 10_000)
  const changed = await world.send(withdrawalReviewCalls.changeAccount, {
    driverId: one.driver.driverId,
    way: 'BANK',
    holderName: '王师傅',
    bankName: '建设银行',
    accountNo: '6217000010098765432',
    reason: '司机来电更正',
  })
  expect(changed).toMatchObject({ code: 0, data: { numberMasked: '****5432', bankName: '建设银行' } })
  expect((await one.call(withdrawalCalls.apply, { amountFen: 1_000, way: 'BANK' })).error).toBe('withdrawal.accountCooling')
  expect(JSON.stringify(await rows('select * from operation_logs'))).not.toContain('62170000100')
  const [row] = ((await world.send(withdrawalReviewCalls.list, { keyword: one.withdrawNo })).data as { rows: { riskFlags: string[] }[] })
    .rows
  expect(row!.riskFlags).toEqual(expect.arrayContaining(['CARD_DIFFERS']))
})

test('many are dealt with only where the total typed is theirs', async () => {
  const both = [await applied(world, 10_000), await applied(world, 12_000)]
  const chosen = both.map(({ withdrawalId }) => ({ withdrawalId, state: S.applied }))
  const asked = { action: 'APPROVE', rows: chosen }
  expect(await world.send(withdrawalReviewCalls.actOnMany, { ...asked, totalFen: 21_000 })).toMatchObject({
    error: 'withdrawalReview.totalDiffers',
    data: { totalFen: 22_000 },
  })
  expect((await world.send(withdrawalReviewCalls.actOnMany, { ...asked, totalFen: 22_000 })).code).toBe(0)
})

test('a list says how many wait for whom and what all of it comes to, of what is in sight', async () => {
  const [one, two] = [await applied(world, 10_000), await applied(world, 20_000)]
  const withdrawalIds = [one.withdrawalId, two.withdrawalId]
  const of = async (call: typeof withdrawalReviewCalls.counts | typeof withdrawalReviewCalls.totals, input: object, as?: As) =>
    (await world.send(call, { withdrawalIds, ...input }, as)).data
  expect((await act(one, 'APPROVE', S.applied)).code).toBe(0)
  expect(await of(withdrawalReviewCalls.counts, { states: [S.paid] })).toEqual({ review: 1, pay: 1, onWay: 0, failed: 0 })
  expect(await of(withdrawalReviewCalls.totals, {})).toEqual({ withdrawals: 2, applyFen: 30_000, feeFen: 0, taxFen: 0, netFen: 30_000 })
  expect(await of(withdrawalReviewCalls.totals, { states: [S.approved] })).toMatchObject({ withdrawals: 1, applyFen: 10_000 })
  expect(await of(withdrawalReviewCalls.totals, {}, 'other')).toMatchObject({ withdrawals: 0, applyFen: 0 })
})

test('when a withdrawal is overdue is said by the terms of its city', async () => {
  await terms({ overdueHours: 6 })
  const { withdrawNo } = await applied(world, 10_000)
  const { rows: seen } = (await world.send(withdrawalReviewCalls.listOps, { keyword: withdrawNo })).data as AnswerOf<
    typeof withdrawalReviewCalls.listOps
  >
  expect(Date.parse(seen[0]!.overdueAt!) - Date.parse(seen[0]!.waitsSince!)).toBe(6 * 3_600_000)
})

test('a whole account number is shown for a reason that is logged, without the number', async () => {
  const { withdrawalId } = await applied(world, 10_000)
  const look = (as: As) => world.send(withdrawalReviewCalls.accountNumber, { withdrawalId, reason: '司机来电核对' }, as)
  expect(await look('all')).toMatchObject({ code: 0, data: { accountNo: '6222020200112233445' } })
  expect((await look('company')).code).not.toBe(0)
  const logged = JSON.stringify(await rows(`select * from operation_logs where object = 'withdrawal' and object_id = $1`, [withdrawalId]))
  expect(logged).toContain('司机来电核对')
  expect(logged).not.toContain('6222020200112233445')
})

const failed = (outNo: string, code = 'ACCOUNT_NOT_EXIST') =>
  world.owner.query(`update payout_bank_lines set result = 'FAILED', code = $2 where out_no = $1`, [outNo, code])
/** A payment by the bank that its file says has failed. */
async function refusedByBank(): Promise<Applied> {
  await ways('BANK')
  const one = await paying('BANK')
  await world.send(payoutCalls.makeBankFile, { cityId: HANGZHOU })
  const [{ out_no: outNo }] = (await rows('select out_no from withdrawals where withdrawal_id = $1', [one.withdrawalId])) as [
    { out_no: string },
  ]
  await rows(`update payout_attempts set sends = 1 where out_no = $1`, [outNo])
  await failed(outNo)
  expect(await check(one)).toMatchObject({ code: 0, data: { state: S.failed, channelState: 'FAILED', changed: true, disagrees: false } })
  return one
}
const check = ({ withdrawalId }: Applied) => world.send(withdrawalReviewCalls.checkResult, { withdrawalId })

test('what failed is paid again under another number, once, by another than who approved it, and only while the channel says that it failed', async () => {
  const one = await refusedByBank()
  expect((await retry(one, 1, 'all')).error).toBe('payout.approverPays')
  expect((await retry(one, 2)).error).toBe('withdrawalReview.otherState')
  await rows(`update payout_bank_lines set result = 'PAID', bank_no = 'B1', paid_at = now() where withdrawal_id = $1`, [one.withdrawalId])
  expect(await retry(one, 1)).toMatchObject({ error: 'payout.notFailedThere', data: { said: 'PAID' } })
  expect(await check(one)).toMatchObject({ data: { state: S.failed, channelState: 'PAID', changed: false, disagrees: true } })
  await rows(`update payout_bank_lines set result = null, bank_no = '', paid_at = null where withdrawal_id = $1`, [one.withdrawalId])
  expect((await retry(one, 1)).error).toBe('payout.notFailedThere')
  await rows(`update payout_bank_lines set result = 'FAILED' where withdrawal_id = $1`, [one.withdrawalId])
  expect((await retry(one, 1)).error).toBe('payout.statementSaysPaid')
  const [{ out_no: outNo }] = (await rows('select out_no from withdrawals where withdrawal_id = $1', [one.withdrawalId])) as [
    { out_no: string },
  ]
  await dayRead(world, outNo)
  const both = await Promise.all([retry(one, 1), retry(one, 1)])
  expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(await rows('select attempt, state from payout_attempts where withdrawal_id = $1 order by 1', [one.withdrawalId])).toEqual([
    { attempt: 1, state: 'FAILED' },
    { attempt: 2, state: 'CHOSEN' },
  ])
  expect((await retry(one, 2)).error).toBe('payout.notNow')
})

test('paid again, it goes to the account that the driver has by now, once that has cooled down', async () => {
  const one = await refusedByBank()
  await one.call(withdrawalCalls.saveAccount, { way: 'BANK', holderName: '王师傅', bankName: '建设银行', accountNo: '6217000010098765432' })
  expect((await retry(one, 1)).error).toBe('withdrawal.accountCooling')
  await rows(`update driver_payout_accounts set changed_at = now() - interval '2 days' where driver_id = $1`, [one.driver.driverId])
  expect((await retry(one, 1)).code).toBe(0)
  const life = (await world.send(withdrawalReviewCalls.life, { withdrawalId: one.withdrawalId })).data as Life
  expect(life.account).toMatchObject({ bankName: '建设银行', numberMasked: '****5432' })
  expect(life.events.map(({ event }) => event)).toContain('accountChanged')
})

test('a channel is asked about a payment now and then, not at every click', async () => {
  await ways('BANK')
  const none = await applied(world, 10_000)
  expect(await check(none)).toMatchObject({ code: 0, data: { channelState: 'NONE' } })
  const one = await paying('BANK')
  await rows('update payout_attempts set sends = 1 where withdrawal_id = $1', [one.withdrawalId])
  expect(await check(one)).toMatchObject({ code: 0, data: { state: S.paying, channelState: 'ACCEPTED', changed: false } })
  expect((await check(one)).error).toBe('payout.askedLately')
  expect((await world.send(withdrawalReviewCalls.checkResult, { withdrawalId: one.withdrawalId }, 'weak')).code).not.toBe(0)
})

test('before paying it is said what would stand in the way', async () => {
  const asked = (of: Applied[]) =>
    world.send(withdrawalReviewCalls.amountCheck, { withdrawalIds: of.map(({ withdrawalId }) => withdrawalId) })
  await ways('BANK', false, 11_000)
  const [first, second] = [await applied(world, 10_000), await applied(world, 12_000)]
  for (const one of [first, second]) await act(one, 'APPROVE', S.applied)
  expect((await asked([first])).data).toEqual({
    operatingBalanceFen: null,
    requiredFen: 10_000,
    perPersonTodayFen: 10_000,
    perPersonLimitFen: 11_000,
    ok: true,
    blockers: [],
  })
  expect((await asked([first, second])).data).toMatchObject({
    requiredFen: 22_000,
    perPersonTodayFen: 12_000,
    ok: false,
    blockers: ['PERSON_LIMIT'],
  })
  expect((await asked([await applied(world, 5_000)])).data).toMatchObject({ ok: false, blockers: ['NOT_APPROVED'] })
})

/** Approved ones of a driver who has as much again. */
async function approvedOf(sums: readonly number[]): Promise<Applied[]> {
  const first = await applied(world, sums[0]!)
  await earns(
    world,
    first.driver,
    sums.reduce((sum, fen) => sum + fen),
  )
  const all = [first]
  for (const amountFen of sums.slice(1))
    all.push({ ...first, ...((await first.call(withdrawalCalls.apply, { amountFen, way: 'BANK' })).data as Applied) })
  for (const one of all) expect((await act(one, 'APPROVE', S.applied)).code).toBe(0)
  return all
}
const payOne = (one: Applied, as: As = 'hangzhou') => act(one, 'PAY', S.approved, as)
const attemptsBecome = (one: Applied, set: string) => rows(`update payout_attempts set ${set} where withdrawal_id = $1`, [one.withdrawalId])

test('two who pay one driver at once do not both find room in what the driver may receive in a day', async () => {
  await ways('BANK', false, 15_000)
  const [one, two] = (await approvedOf([10_000, 10_000])) as [Applied, Applied]
  const answers = await Promise.all([payOne(one), payOne(two, 'platform')])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.find(({ code }) => code !== 0)).toMatchObject({
    error: 'payout.personDayFull',
    data: { receivedFen: 10_000, personDayFen: 15_000 },
  })
})

test('a day’s limit counts what is paid and what may be paid yet, in the city’s day; what failed makes room again', async () => {
  await ways('BANK', false, 15_000)
  const [one, two, large] = (await approvedOf([10_000, 6_000, 15_100])) as [Applied, Applied, Applied]
  expect(await payOne(large)).toMatchObject({ error: 'payout.abovePersonDay', data: { personDayFen: 15_000 } })
  expect((await payOne(one)).code).toBe(0)
  await attemptsBecome(one, `state = 'UNKNOWN', created_at = now() - interval '3 days'`)
  expect((await payOne(two)).error).toBe('payout.personDayFull')
  const [{ midnight }] = (await rows(`select date_trunc('day', now() + interval '8 hours', 'UTC') - interval '8 hours' as midnight`)) as [
    { midnight: Date },
  ]
  const paidAt = (ms: number) =>
    rows('update withdrawals set paid_at = $2 where withdrawal_id = $1', [one.withdrawalId, new Date(midnight.getTime() + ms)])
  await attemptsBecome(one, `state = 'PAID', final_at = now()`)
  await paidAt(0)
  expect((await payOne(two)).error).toBe('payout.personDayFull')
  await attemptsBecome(one, `state = 'FAILED'`)
  await rows('update withdrawals set paid_at = null where withdrawal_id = $1', [one.withdrawalId])
  expect((await payOne(two)).code).toBe(0)
  // As it stands in the books again.
  await attemptsBecome(one, `state = 'UNKNOWN', final_at = null`)
})

test('what a day had no room for goes the next day by itself', async () => {
  await ways('BANK', true, 15_000)
  const [one, two] = (await approvedOf([10_000, 6_000])) as [Applied, Applied]
  await payApproved(world.app.platform)
  expect([await stateOf(one), await stateOf(two)]).toEqual([S.paying, S.approved])
  await attemptsBecome(one, `state = 'PAID', final_at = now() - interval '25 hours'`)
  await payApproved(world.app.platform)
  expect(await stateOf(two)).toBe(S.paying)
  await attemptsBecome(one, `state = 'PROCESSING', final_at = null`)
})

test('how a city is paid is kept in versions, and one who sees some cities changes only those', async () => {
  const channels = { WX_SINGLE: 'BY_HAND', WX_BATCH: 'BY_HAND', BANK: 'BY_HAND' }
  const given = { channels, sendsItself: true, personDayFen: 0 }
  expect((await world.send(payoutCalls.saveWays, given, 'hangzhou')).error).toBe('payout.otherCity')
  expect((await world.send(payoutCalls.saveWays, { ...given, cityId: SHANGHAI }, 'hangzhou')).error).toBe('payout.otherCity')
  const saved = (await world.send(payoutCalls.saveWays, { ...given, cityId: HANGZHOU }, 'hangzhou')).data as {
    settingId: string
    version: number
  }
  expect((await world.send(payoutCalls.saveWays, { ...given, cityId: HANGZHOU })).error).toBe('payout.cityTaken')
  const again = { ...given, settingId: saved.settingId, version: saved.version, sendsItself: false, changeReason: '改为人工' }
  expect((await world.send(payoutCalls.saveWays, again, 'hangzhou')).code).toBe(0)
  expect((await world.send(payoutCalls.saveWays, again, 'hangzhou')).error).toBe('payout.versionConflict')
  const history = (await world.send(payoutCalls.waysHistory, { settingId: saved.settingId })).data as { rows: { sendsItself: boolean }[] }
  expect(history.rows.map(({ sendsItself }) => sendsItself)).toEqual([false, true])
  const one = await applied(world, 10_000)
  await act(one, 'APPROVE', S.applied)
  expect(await act(one, 'PAY', S.approved, 'hangzhou')).toMatchObject({ data: { channel: 'BY_HAND' } })
})
