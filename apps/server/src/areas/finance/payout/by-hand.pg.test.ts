import { payoutCalls as calls } from '@chauffeur/contract/finance/payout'
import { withdrawalCalls, WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asking } from '#test/ask'
import { type Applied, applied, enterVoucher, reasonFor } from '#test/payouts'
import { makeWorld, type World } from '#test/world'

let world: World
const { ok, one, refused } = asking(() => world)
beforeAll(async () => {
  world = await makeWorld({ jobs: false })
  // The other people of these tests pay for the whole business, too.
  await world.owner.query(`update users set all_cities = true where username in ('nowhere', 'hangzhou')`)
})
// The books are checked when the world is closed: among them that nobody is paid twice.
afterAll(() => world.close())

type Channel = 'BY_HAND' | 'BANK' | 'WECHAT'
const served = async (channel: Channel) => {
  await world.owner.query(`delete from setting_versions where kind = 'payoutWays'`)
  const channels = { WX_SINGLE: channel, WX_BATCH: channel, BANK: channel }
  await ok(calls.saveWays, { channels, sendsItself: false, personDayFen: 0 })
}
beforeEach(() => served('BY_HAND'))
const act = (of: Applied, action: string, state: number, as = 'all') =>
  world.send(withdrawalReviewCalls.act, { withdrawalId: of.withdrawalId, action, state, ...reasonFor(action) }, as)
/** Approved by one, paid by another: a third is left who did neither. */
async function paying(amountFen = 10_000): Promise<Applied> {
  const asked = await applied(world, amountFen)
  expect((await act(asked, 'APPROVE', S.applied)).code).toBe(0)
  expect(await act(asked, 'PAY', S.approved, 'hangzhou')).toMatchObject({ code: 0, data: { state: S.paying } })
  return asked
}
const stateOf = async ({ withdrawalId }: Applied) =>
  Number(await one('select state from withdrawals where withdrawal_id = $1', [withdrawalId]))
const money = () => one(`select count(*) || '/' || coalesce(sum(amount_fen), 0) from ledger_lines where tenant_id = $1`, [world.tenantA])
/** Whatever is asked meanwhile, no fen moves and the withdrawal stays as it is. */
async function unmoved(of: Applied, work: () => Promise<unknown>) {
  const before = [await money(), await stateOf(of)]
  await work()
  expect([await money(), await stateOf(of)]).toEqual(before)
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const enter = async ({ withdrawalId }: Applied, voucherNo: string, as = 'all', paidAt = ago(5)) =>
  (await enterVoucher(world, { withdrawalId, voucherNo, paidAt }, as)).error ?? 'done'
const confirm = ({ withdrawalId }: Applied, as: string) => refused(calls.confirmVoucher, { withdrawalId }, as)
const notPaid = ({ withdrawalId }: Applied, as: string) => refused(calls.notPaid, { withdrawalId, reason: '未汇出' }, as)

describe('what was paid outside', () => {
  test('is believed of no time that is yet to come, and of no payment that goes another way', async () => {
    const asked = await paying()
    await unmoved(asked, async () => {
      expect(await enter(asked, 'V-1', 'all', ago(-10))).toBe('payout.paidInFuture')
      expect(await confirm(asked, 'nowhere')).toBe('payout.noVoucher')
    })
    await served('BANK')
    const byBank = await paying()
    await unmoved(byBank, async () => {
      expect(await enter(byBank, 'V-2')).toBe('payout.notByHand')
      expect(await confirm(byBank, 'nowhere')).toBe('payout.notByHand')
      expect(await notPaid(byBank, 'nowhere')).toBe('payout.notByHand')
    })
  })

  test('is not entered before somebody has had it paid, nor once it is over', async () => {
    const asked = await applied(world, 10_000)
    await act(asked, 'APPROVE', S.applied)
    await unmoved(asked, async () => expect(await enter(asked, 'V-3')).toBe('payout.notByHand'))
    await act(asked, 'PAY', S.approved, 'hangzhou')
    expect(await enter(asked, 'V-3')).toBe('done')
    expect(await confirm(asked, 'nowhere')).toBe('done')
    expect(await stateOf(asked)).toBe(S.paid)
    await unmoved(asked, async () => {
      // Sent again it is the same; another number is another payment, of which there is none.
      expect(await enter(asked, 'V-3')).toBe('done')
      expect(await enter(asked, 'V-4')).toBe('payout.notNow')
      expect(await confirm(asked, 'nowhere')).toBe('done')
      expect(await notPaid(asked, 'nowhere')).toBe('payout.notNow')
    })
  })

  test('has one voucher, which stands for one payment alone', async () => {
    const [first, second] = [await paying(), await paying(20_000)]
    expect(await enter(first, 'V-10')).toBe('done')
    await unmoved(first, async () => expect(await enter(first, 'V-11')).toBe('payout.voucherTaken'))
    await unmoved(second, async () => expect(await enter(second, 'V-10')).toBe('payout.voucherTaken'))
    expect(await enter(second, 'V-12')).toBe('done')
    // Confirmed twice at once it is paid once.
    expect(await Promise.all([confirm(first, 'nowhere'), confirm(first, 'nowhere')])).toEqual(['done', 'done'])
    expect(await one(`select count(*) from ledger_entries where business_id = $1 and step = 'PAID_1'`, [first.withdrawalId])).toBe('1')
    expect((await first.call(withdrawalCalls.wallet)).data).toMatchObject({ availableFen: 10_000, frozenFen: 0 })
  })

  test('takes two people, neither of them who had it paid: who entered it neither confirms it nor says that it was not paid', async () => {
    const asked = await paying()
    expect(await enter(asked, 'V-20')).toBe('done')
    await unmoved(asked, async () => {
      expect(await confirm(asked, 'all')).toBe('payout.ownVoucher')
      expect(await notPaid(asked, 'all')).toBe('payout.ownVoucher')
      expect(await confirm(asked, 'hangzhou')).toBe('payout.payerConfirms')
    })
    expect(await notPaid(asked, 'nowhere')).toBe('done')
    expect(await stateOf(asked)).toBe(S.failed)
    await unmoved(asked, async () => expect(await confirm(asked, 'nowhere')).toBe('payout.notNow'))
  })

  test('is nothing that people of another business or of a partner get to see', async () => {
    const asked = await paying()
    await unmoved(asked, async () => {
      expect(await confirm(asked, 'other')).toBe('withdrawalReview.notFound')
      expect(await notPaid(asked, 'other')).toBe('withdrawalReview.notFound')
      expect(await enter(asked, 'V-30', 'other')).toBe('withdrawalReview.notFound')
      expect(await confirm(asked, 'partner')).toBe('403')
      expect(await notPaid(asked, 'partner')).toBe('403')
    })
  })
})

test('nothing is begun by a channel that is not set up, and the sum stays where it is', async () => {
  const asked = await applied(world, 10_000)
  await act(asked, 'APPROVE', S.applied)
  await served('WECHAT')
  await unmoved(asked, async () => {
    expect(await act(asked, 'PAY', S.approved, 'hangzhou')).toMatchObject({ error: 'payout.noChannel', data: { channel: 'WECHAT' } })
  })
  expect((await asked.call(withdrawalCalls.wallet)).data).toMatchObject({ availableFen: 10_000, frozenFen: 10_000 })
  expect(await one('select count(*) from payout_attempts where withdrawal_id = $1', [asked.withdrawalId])).toBe('0')
  // Served by hand it goes on from where it was.
  await served('BY_HAND')
  expect((await act(asked, 'PAY', S.approved, 'hangzhou')).code).toBe(0)
})
