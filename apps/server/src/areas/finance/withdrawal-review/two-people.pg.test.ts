import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalCalls, WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { jobCalls } from '@chauffeur/contract/operations/job'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Applied, applied, earns, enterVoucher, reasonFor } from '#test/payouts'
import { HANGZHOU, makeWorld, type World } from '#test/world'
import { approveSmall, payApproved } from './review.rounds.ts'

let world: World
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())
afterEach(() => world.owner.query('delete from setting_versions'))

type As = Parameters<World['send']>[2]
const act = ({ withdrawalId }: Applied, action: string, state: number, as: As = 'all', reason?: string) =>
  world.send(withdrawalReviewCalls.act, { withdrawalId, action, state, ...reasonFor(action, reason) }, as)
const shown = async (of: Applied, as: As = 'all') =>
  (await world.send(withdrawalReviewCalls.life, { withdrawalId: of.withdrawalId }, as)).data as AnswerOf<typeof withdrawalReviewCalls.life>
const stateOf = async ({ withdrawalId }: Applied) =>
  (await rows('select state from withdrawals where withdrawal_id = $1', [withdrawalId]))[0]!.state
let saved = 0
const setting = (kind: string, content: object) =>
  rows(`insert into setting_versions (tenant_id, kind, setting_id, version, content) values ($1, $2, $3, 1, $4)`, [
    world.tenantA,
    kind,
    ++saved,
    JSON.stringify(content),
  ])
const byHand = { channels: { WX_SINGLE: 'BY_HAND', WX_BATCH: 'BY_HAND', BANK: 'BY_HAND' }, sendsItself: false, personDayFen: 0 }

test('a withdrawal with a risk is approved for a reason alone, of which the answer names the field', async () => {
  const one = await applied(world, 10_000)
  expect(await act(one, 'APPROVE', S.applied, 'all', '')).toMatchObject({
    error: 'withdrawalReview.riskReason',
    data: { riskFlags: ['FIRST_WITHDRAWAL'], fields: [{ path: 'reason' }] },
  })
  // That it was opened with it is taken back too.
  expect(await stateOf(one)).toBe(S.applied)
  expect((await act(one, 'APPROVE', S.applied, 'all', '已电话核实')).code).toBe(0)
  expect((await shown(one)).events.at(-1)).toMatchObject({ event: 'approve', reason: '已电话核实' })
})

/** The driver was paid before. */
const wasPaid = ({ withdrawalId }: Applied) =>
  rows(
    `insert into withdrawals (tenant_id, withdraw_no, driver_id, city_id, way, account_snapshot, account_sealed, apply_fen, fee_fen, state, created_at)
     select tenant_id, withdraw_no || 'P', driver_id, city_id, way, account_snapshot, account_sealed, apply_fen, 0, 50, created_at - interval '1 day'
     from withdrawals where withdrawal_id = $1`,
    [withdrawalId],
  )
test('of many the rows with a risk are refused one by one where no reason was given', async () => {
  const [risky, usual] = [await applied(world, 10_000), await applied(world, 10_000)]
  await wasPaid(usual)
  const input = {
    action: 'APPROVE',
    rows: [risky, usual].map(({ withdrawalId }) => ({ withdrawalId, state: S.applied })),
    totalFen: 20_000,
  }
  const asked = await world.send(withdrawalReviewCalls.actOnMany, input, 'all', { 'idempotency-key': randomUUID() })
  const { jobId } = asked.data as { jobId: string }
  await expect
    .poll(async () => (await world.send(jobCalls.info, { jobId }, 'all')).data, { timeout: 15_000 })
    .toMatchObject({ state: 'DONE', data: { results: [{ problem: 'withdrawalReview.riskReason' }, { problem: '' }] } })
  expect([await stateOf(risky), await stateOf(usual)]).toEqual([S.applied, S.approved])
})

test('an account in another name than the driver’s is a risk', async () => {
  const one = await applied(world, 10_000)
  expect((await shown(one)).riskFlags).not.toContain('HOLDER_DIFFERS')
  await rows(`update drivers set name = '李师傅' where driver_id = $1`, [one.driver.driverId])
  expect((await shown(one)).riskFlags).toContain('HOLDER_DIFFERS')
})

const changed = { way: 'BANK', holderName: '王师傅', bankName: '建设银行', accountNo: '6217000010098765432', reason: '司机来电更正' }
/** The first applied to another account, which finance gives; then this one, to that. */
async function toChanged(by: As): Promise<Applied> {
  const first = await applied(world, 10_000)
  const { driverId } = first.driver
  expect((await world.send(withdrawalReviewCalls.changeAccount, { driverId, ...changed }, by)).code).toBe(0)
  await rows(`update driver_payout_accounts set changed_at = changed_at - interval '8 days' where driver_id = $1`, [driverId])
  await earns(world, first.driver, 20_000)
  const made = await first.call(withdrawalCalls.apply, { amountFen: 5_000, way: 'BANK' })
  expect(made.code).toBe(0)
  return { ...first, ...(made.data as { withdrawalId: string; withdrawNo: string }) }
}
const accountOf = async ({ driver: { driverId } }: Applied, as: As = 'all') =>
  ((await world.send(withdrawalReviewCalls.accounts, { driverId }, as)).data as AnswerOf<typeof withdrawalReviewCalls.accounts>).rows[0]!
const check = async (of: Applied, as: As, changedAt?: string) =>
  world.send(
    withdrawalReviewCalls.checkAccount,
    { driverId: of.driver.driverId, way: 'BANK', changedAt: changedAt ?? (await accountOf(of)).changedAt, reason: '已与司机本人电话核对' },
    as,
  )

test('who changed an account neither approves nor pays what goes there, until somebody else has checked it', async () => {
  await setting('payoutWays', byHand)
  const one = await toChanged('hangzhou')
  expect((await shown(one)).riskFlags).toContain('CARD_UNCHECKED')
  expect(await shown(one, 'hangzhou')).toMatchObject({ ownAccount: true, allowedActions: ['OPEN', 'REJECT'] })
  expect((await act(one, 'APPROVE', S.applied, 'hangzhou')).error).toBe('payout.ownAccount')
  expect((await act(one, 'APPROVE', S.applied, 'all')).code).toBe(0)
  expect((await act(one, 'PAY', S.approved, 'hangzhou')).error).toBe('payout.ownAccount')
  expect((await check(one, 'hangzhou')).error).toBe('withdrawalReview.ownAccount')
  expect((await check(one, 'all', '2026-01-01T00:00:00Z')).error).toBe('withdrawalReview.otherAccount')
  expect((await check(one, 'other')).error).toBe('withdrawalReview.driverNotFound')
  expect(await check(one, 'all')).toMatchObject({ code: 0, data: { enteredByName: expect.any(String), checked: {}, mayCheck: false } })
  expect((await check(one, 'all')).code).toBe(0)
  expect(await shown(one, 'hangzhou')).toMatchObject({ ownAccount: false, allowedActions: ['PAY'] })
  expect((await act(one, 'PAY', S.approved, 'hangzhou')).code).toBe(0)
})

test('that it is checked counts for the account that was looked at: an older one stays whose it was, and the driver’s own nobody needs to check', async () => {
  await setting('payoutWays', byHand)
  const one = await toChanged('hangzhou')
  // The driver gives another: what was applied for goes to the one before.
  await one.call(withdrawalCalls.saveAccount, { way: 'BANK', holderName: '王师傅', bankName: '工商银行', accountNo: '6222020200112233445' })
  expect(await accountOf(one)).toMatchObject({ enteredByName: '', checked: null, mayCheck: false })
  expect((await check(one, 'all')).code).toBe(0)
  expect((await act(one, 'APPROVE', S.applied, 'hangzhou')).error).toBe('payout.ownAccount')
})

test('a small sum that goes to an account of the back office is approved by nobody but a person', async () => {
  const { defaults } = (await world.send(withdrawalTermsCalls.ways)).data as AnswerOf<typeof withdrawalTermsCalls.ways>
  const one = await toChanged('hangzhou')
  await wasPaid(one)
  expect((await shown(one)).riskFlags).toEqual(['CARD_UNCHECKED'])
  await setting('withdrawalTerms', { ...defaults, autoApproveBelowFen: 20_000 })
  await approveSmall(world.app.platform)
  expect(await stateOf(one)).toBe(S.applied)
})

const entered = async ({ withdrawalId, withdrawNo }: Applied, as: As) =>
  expect((await enterVoucher(world, { withdrawalId, voucherNo: `V-${withdrawNo}`, paidAt: '2026-03-14T12:00:00Z' }, as)).code).toBe(0)
test('who had it paid does not confirm the voucher that another entered', async () => {
  await setting('payoutWays', byHand)
  const one = await applied(world, 10_000)
  await act(one, 'APPROVE', S.applied)
  expect((await act(one, 'PAY', S.approved, 'hangzhou')).code).toBe(0)
  await entered(one, 'all')
  const confirm = (of: Applied, as: As) => world.send(payoutCalls.confirmVoucher, { withdrawalId: of.withdrawalId }, as)
  expect((await confirm(one, 'hangzhou')).error).toBe('payout.payerConfirms')
  expect((await shown(one, 'hangzhou')).vouchers[0]!.mayConfirm).toBe(false)
  // Sent by itself, it was the approver who had it paid.
  const other = await applied(world, 10_000)
  await act(other, 'APPROVE', S.applied)
  await rows('delete from setting_versions')
  await setting('payoutWays', { ...byHand, sendsItself: true })
  await payApproved(world.app.platform)
  expect(await stateOf(other)).toBe(S.paying)
  await entered(other, 'hangzhou')
  expect((await confirm(other, 'all')).error).toBe('payout.payerConfirms')
  expect((await shown(other, 'all')).vouchers[0]!.mayConfirm).toBe(false)
})

test('who gave the account that it goes to neither enters nor confirms its voucher until somebody else has checked it', async () => {
  await setting('payoutWays', byHand)
  const one = await toChanged('hangzhou')
  await act(one, 'APPROVE', S.applied)
  await rows('delete from setting_versions')
  await setting('payoutWays', { ...byHand, sendsItself: true })
  await payApproved(world.app.platform)
  const voucher = { withdrawalId: one.withdrawalId, voucherNo: `V-${one.withdrawNo}`, paidAt: '2026-03-14T12:00:00Z' }
  const confirm = (as: As) => world.send(payoutCalls.confirmVoucher, { withdrawalId: one.withdrawalId }, as)
  expect((await enterVoucher(world, voucher, 'hangzhou')).error).toBe('payout.ownAccount')
  await entered(one, 'all')
  expect((await shown(one, 'hangzhou')).vouchers[0]!.mayConfirm).toBe(false)
  expect((await confirm('hangzhou')).error).toBe('payout.ownAccount')
  expect((await check(one, 'all')).code).toBe(0)
  expect((await shown(one, 'hangzhou')).vouchers[0]!.mayConfirm).toBe(true)
  expect(await confirm('hangzhou')).toMatchObject({ code: 0, data: { state: S.paid } })
})

test('of two who make a file for the bank at once one has it all, and the other hears that nothing is left', async () => {
  await setting('payoutWays', { ...byHand, channels: { ...byHand.channels, BANK: 'BANK' } })
  for (const one of [await applied(world, 10_000), await applied(world, 11_000)]) {
    await act(one, 'APPROVE', S.applied)
    expect((await act(one, 'PAY', S.approved, 'hangzhou')).code).toBe(0)
  }
  const made = await Promise.all(
    (['all', 'hangzhou', 'all', 'hangzhou'] as const).map((as) => world.send(payoutCalls.makeBankFile, { cityId: HANGZHOU }, as)),
  )
  expect(made.map(({ code, error }) => (code === 0 ? 'made' : `${error}`)).toSorted()).toEqual([
    'made',
    ...Array.from({ length: 3 }, () => 'payout.nothingForBank'),
  ])
  expect(await rows('select count(*)::int as n from payout_bank_lines')).toEqual([{ n: 2 }])
})
