import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inAppOf } from '#test/notices'
import { grantRow, one, world } from '#test/discounts'
import { signInByCode } from '#test/drivers'
import { act, type As, balances, type Case, done, fails, rowOf, view, waiting, withRightAudits } from '#test/money/right-audits'
import { SHANGHAI } from '#test/world'
import { closeAppeals, endClaims, takeBackPaid } from './review.rounds.ts'

withRightAudits()

test('of two who claim at once one gets it; another takes it over once the time is over, or the round puts it back', async () => {
  const { orderId } = await waiting()
  const answers = await Promise.all([act(orderId, 'CLAIM', 'all'), act(orderId, 'CLAIM', 'hangzhou')])
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  const [winner, loser] = answers[0]!.code === 0 ? (['all', 'hangzhou'] as const) : (['hangzhou', 'all'] as const)
  expect((await act(orderId, 'FAIL', loser, { reason: 'NO_TRIP' })).error).toBe('rightAudit.claimed')
  expect((await act(orderId, 'PASS', loser)).error).toBe('rightAudit.claimed')
  const over = () =>
    world.owner.query(`update right_order_audits set claimed_until = now() - interval '1 second' where order_id = $1`, [orderId])
  await over()
  expect((await done(orderId, 'CLAIM', loser)).claimed).toMatchObject({ mine: true })
  expect((await act(orderId, 'PASS', winner)).error).toBe('rightAudit.claimed')
  await over()
  await endClaims(world.app.platform)
  expect(await rowOf(orderId)).toMatchObject({ state: 10, claimed_by: null })
  // Seen before somebody else had it: refused, and nothing changed.
  expect((await world.send(rightAuditCalls.audit, { orderId, action: 'PASS', version: 1 }, winner)).error).toBe('rightAudit.otherState')
  expect((await done(orderId, 'PASS', winner)).state).toBe(30)
})

test('reviewers who ask for the next one get one each; what is skipped comes last', async () => {
  const first = await waiting()
  const second = await waiting()
  await world.owner.query(`update right_order_audits set turn_at = now() - interval '1 hour' where order_id = $1`, [first.orderId])
  const next = async (as: As) => ((await world.send(rightAuditCalls.next, {}, as)).data as { orderId: string | null }).orderId
  expect(new Set(await Promise.all([next('all'), next('hangzhou')]))).toEqual(new Set([first.orderId, second.orderId]))
  expect(await next('company')).toBeNull()
  const mine = (await rowOf(first.orderId)).claimed_by === world.people.all.userId ? 'all' : 'hangzhou'
  await done(first.orderId, 'SKIP', mine)
  const third = await waiting()
  await world.owner.query(`update right_order_audits set turn_at = now() - interval '1 minute' where order_id = $1`, [third.orderId])
  expect([await next(mine), await next(mine)]).toEqual([third.orderId, first.orderId])
})

test('what fails is not the partner’s to pay and goes back from the driver; an appeal another person grants makes all of it as it was', async () => {
  const { orderId } = await waiting()
  const before = await balances(orderId)
  expect(before.PARTNER_RECEIVABLE).toBeGreaterThan(0)
  expect((await act(orderId, 'FAIL')).error).toBe('rightAudit.reasonMissing')
  const failed = await fails(orderId, 'COLLUSION')
  const { PARTNER_RECEIVABLE: owed, DRIVER_AVAILABLE: earned, REVENUE: kept } = before
  expect(failed.reversed).toEqual({ partnerFen: owed, driverFen: -earned!, platformFen: -kept!, shortFen: 0 })
  expect(await balances(orderId)).toMatchObject({ PARTNER_RECEIVABLE: 0, DRIVER_AVAILABLE: 0, REVENUE: 0 })
  expect(await one('select state from right_uses where order_id = $1', [orderId])).toEqual({ state: 'AUDIT_FAILED' })
  const driver = await signInByCode(
    world,
    (await one('select phone from drivers join orders using (driver_id) where order_id = $1', [orderId])).phone as string,
  )
  const mine = (await world.send(rightAuditCalls.driverList, {}, driver)).data as AnswerOf<typeof rightAuditCalls.driverList>
  expect(mine.rows).toMatchObject([{ orderId, state: 40, takenFen: -before.DRIVER_AVAILABLE! }])
  const appeal = () =>
    world.send(
      { ...rightAuditCalls.driverAppeal, path: rightAuditCalls.driverAppeal.path.replace('{id}', orderId) },
      { note: '有行程' },
      driver,
    )
  expect(await appeal()).toMatchObject({ code: 0, data: { state: 50 } })
  expect((await appeal()).error).toBe('rightAudit.noAppeal')
  expect((await act(orderId, 'FINAL_PASS', 'all', { note: '属实' })).error).toBe('rightAudit.sameReviewer')
  expect((await done(orderId, 'FINAL_PASS', 'hangzhou', { note: '轨迹属实' })).reversed).toBeNull()
  expect(await inAppOf(world, { token: driver }, /APP_APPEAL/)).toEqual([
    expect.stringMatching(/^APP_APPEAL_GRANTED 订单（尾号\d{6}）：您的权益审核申诉已通过。处理说明：轨迹属实$/),
  ])
  const told = (await world.send(rightAuditCalls.driverList, {}, driver)).data as typeof mine
  expect(told.rows).toMatchObject([{ orderId, state: 30, appeal: { words: '有行程' }, decision: { note: '轨迹属实' } }])
  expect(await balances(orderId)).toEqual(before)
  expect(await one('select state from right_uses where order_id = $1', [orderId])).toEqual({ state: 'USED' })
  expect((await act(orderId, 'APPEAL', 'all', { side: 'PARTNER', note: '不认可' })).error).toBe('rightAudit.noAppeal')
})

test('a partner disputes what passed: it fails for good, and only then money goes back', async () => {
  const { orderId } = await waiting()
  await done(orderId, 'PASS', 'hangzhou')
  const before = await balances(orderId)
  await done(orderId, 'APPEAL', 'all', { side: 'PARTNER', note: '客户称未乘车' })
  expect(await balances(orderId)).toEqual(before)
  // Neither who reviewed it nor who entered the appeal decides it, and to neither is it offered.
  expect((await act(orderId, 'FINAL_PASS', 'hangzhou', { note: '属实' })).error).toBe('rightAudit.sameReviewer')
  expect((await act(orderId, 'FINAL_PASS', 'all', { note: '属实' })).error).toBe('rightAudit.sameAppellant')
  const forMe = async (as: As) => {
    const { rows } = (await world.send(rightAuditCalls.list, { states: [50], forMe: true }, as)).data as { rows: Case[] }
    const { appeals } = (await world.send(rightAuditCalls.counts, {}, as)).data as { appeals: number }
    expect(appeals).toBe(rows.length)
    return rows.map((row) => row.orderId)
  }
  expect([await forMe('all'), await forMe('hangzhou')]).toEqual([[], []])
  expect((await view(orderId)).allowedActions).toEqual([])
  const third = 'platform'
  expect(await forMe(third)).toEqual([orderId])
  expect((await act(orderId, 'FINAL_FAIL', third, { note: '属实' })).error).toBe('rightAudit.reasonMissing')
  await done(orderId, 'FINAL_FAIL', third, { note: '属实', reason: 'USED_BY_DRIVER' })
  expect((await balances(orderId)).PARTNER_RECEIVABLE).toBe(0)
})

test('the customer gets the use back once the verdict is final, where they had no part in it', async () => {
  const innocent = await waiting()
  await fails(innocent.orderId, 'USED_BY_DRIVER')
  expect(await grantRow(innocent.rightGrantId)).toMatchObject({ used_times: 1, state: 'EXHAUSTED' })
  await world.owner.query(`update right_order_audits set appeal_until = now() where order_id = $1`, [innocent.orderId])
  await closeAppeals(world.app.platform)
  await closeAppeals(world.app.platform)
  expect(await rowOf(innocent.orderId)).toMatchObject({ state: 60, use_returned: true })
  expect(await grantRow(innocent.rightGrantId)).toMatchObject({ used_times: 0, state: 'ACTIVE' })
  const guilty = await waiting()
  await fails(guilty.orderId, 'COLLUSION')
  await world.owner.query(`update right_order_audits set appeal_until = now() where order_id = $1`, [guilty.orderId])
  await closeAppeals(world.app.platform)
  expect(await grantRow(guilty.rightGrantId)).toMatchObject({ used_times: 1, state: 'EXHAUSTED' })
})

test('a bill that is paid only after the verdict goes back then, and what the customer paid stays', async () => {
  const { orderId } = await waiting({ cover: { kind: 'CAP', capFen: 1_000 } })
  await fails(orderId)
  expect((await rowOf(orderId)).reversed_at).toBeNull()
  await takeBackPaid(world.app.platform)
  expect((await rowOf(orderId)).reversed_at).toBeNull()
  const { personal_fen: dueFen } = await one('select personal_fen from orders where order_id = $1', [orderId])
  const paid = await world.send(
    orderBillCalls.recordPayment,
    { orderId, way: 'WECHAT', amountFen: dueFen, reference: `A${orderId}` },
    'all',
  )
  expect(paid.code, paid.message).toBe(0)
  expect((await balances(orderId)).PARTNER_RECEIVABLE).toBe(1_000)
  await takeBackPaid(world.app.platform)
  await takeBackPaid(world.app.platform)
  const after = await balances(orderId)
  expect(after.PARTNER_RECEIVABLE).toBe(0)
  expect(-after.DRIVER_AVAILABLE! - after.REVENUE!).toBe(dueFen)
})

test('what the driver’s account does not reach the platform bears, and it is shown', async () => {
  const { orderId } = await waiting()
  await world.owner.query(
    `update ledger_accounts set status = 'FROZEN' where owner_type = 'DRIVER' and owner_id = (select driver_id from orders where order_id = $1)`,
    [orderId],
  )
  const { reversed } = await fails(orderId)
  expect(reversed).toMatchObject({ driverFen: 0 })
  expect(reversed!.shortFen).toBeGreaterThan(0)
})

test('cases of other cities are nobody’s business; a partner and an organisation see none', async () => {
  const { orderId } = await waiting()
  const listed = async (as: As) =>
    ((await world.send(rightAuditCalls.list, { pageSize: 200 }, as)).data as { rows: { orderId: string }[] }).rows.map((row) => row.orderId)
  expect(await listed('hangzhou')).toContain(orderId)
  await world.owner.query('update orders set city_id = $2 where order_id = $1', [orderId, SHANGHAI])
  expect(await listed('all')).toContain(orderId)
  expect(await listed('hangzhou')).not.toContain(orderId)
  expect((await act(orderId, 'CLAIM', 'hangzhou')).error).toBe('rightAudit.notFound')
  expect((await world.send(rightAuditCalls.view, { orderId }, 'hangzhou')).error).toBe('rightAudit.notFound')
  for (const as of ['partner', 'company'] as const) {
    expect(await listed(as)).toEqual([])
    expect((await act(orderId, 'CLAIM', as)).error).toBe('rightAudit.notFound')
    expect((await world.send(rightAuditCalls.log, { orderId }, as)).error).toBe('rightAudit.notFound')
  }
  expect((await act(orderId, 'CLAIM', 'weak')).code).toBe(403)
})

test('a case is put back by whoever has it alone, and what is decided needs its reason, words and side', async () => {
  const { orderId } = await waiting()
  expect((await act(orderId, 'RELEASE')).error, 'nobody has it').toBe('rightAudit.notYours')
  await done(orderId, 'CLAIM')
  expect((await act(orderId, 'SKIP', 'hangzhou')).error).toBe('rightAudit.claimed')
  await done(orderId, 'RELEASE')
  expect((await act(orderId, 'SKIP')).error, 'not any more').toBe('rightAudit.notYours')
  expect((await act(orderId, 'FAIL')).error).toBe('rightAudit.reasonMissing')
  expect((await act(orderId, 'FAIL', 'all', { reason: 'OTHER' })).error).toBe('rightAudit.noteMissing')
  expect(await rowOf(orderId)).toMatchObject({ state: 10, reviewed_by: null })
  await fails(orderId)
  expect((await act(orderId, 'APPEAL', 'all', { note: '客户证明行程属实' })).error).toBe('rightAudit.sideMissing')
  expect((await act(orderId, 'APPEAL', 'all', { side: 'DRIVER' })).error).toBe('rightAudit.noteMissing')
  expect(await rowOf(orderId)).toMatchObject({ state: 40, appeal_side: null })
})

test('whatever people and rounds do at once, money is taken back once and the use counts as the case says', async () => {
  const steps = fc.constantFrom('FAIL', 'PASS', 'APPEAL_DRIVER', 'APPEAL_PARTNER', 'FINAL_PASS', 'FINAL_FAIL', 'PAY', 'ROUND', 'CLOSE')
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 10 }), fc.boolean(), async (plan, whole) => {
      const { orderId } = await waiting(whole ? {} : { cover: { kind: 'CAP', capFen: 1_000 } })
      const { personal_fen: dueFen } = await one('select personal_fen from orders where order_id = $1', [orderId])
      const say = (action: string, as: As, more: object = {}) => act(orderId, action, as, { note: '说明', ...more })
      const does: Record<string, () => Promise<unknown>> = {
        FAIL: () => say('FAIL', 'all', { reason: 'NO_TRIP' }),
        PASS: () => say('PASS', 'all'),
        APPEAL_DRIVER: () => say('APPEAL', 'all', { side: 'DRIVER' }),
        APPEAL_PARTNER: () => say('APPEAL', 'all', { side: 'PARTNER' }),
        FINAL_PASS: () => say('FINAL_PASS', 'hangzhou'),
        FINAL_FAIL: () => say('FINAL_FAIL', 'hangzhou', { reason: 'NO_TRIP' }),
        PAY: () => world.send(orderBillCalls.recordPayment, { orderId, way: 'WECHAT', amountFen: dueFen, reference: `P${orderId}` }, 'all'),
        ROUND: () => takeBackPaid(world.app.platform),
        CLOSE: async () => {
          await world.owner.query('update right_order_audits set appeal_until = now() where order_id = $1 and appeal_until is not null', [
            orderId,
          ])
          await closeAppeals(world.app.platform)
        },
      }
      // Two at a time.
      for (let at = 0; at < plan.length; at += 2) await Promise.all(plan.slice(at, at + 2).map((step) => does[step]!()))
      await takeBackPaid(world.app.platform)
      const row = await rowOf(orderId)
      const failed = row.state === 40 || row.state === 60 || (row.state === 50 && row.appeal_side === 'DRIVER')
      const paid = await one(`select 1 from ledger_entries where business_type = 'ORDER' and business_id = $1 and step = 'PAID'`, [orderId])
      const { covered_fen: coveredFen, state } = await one('select covered_fen, state from right_uses where order_id = $1', [orderId])
      expect(state).toBe(failed ? 'AUDIT_FAILED' : 'USED')
      expect((await balances(orderId)).PARTNER_RECEIVABLE ?? 0).toBe(paid && !failed ? coveredFen : 0)
      expect(row.reversed_at !== null).toBe(failed && paid !== undefined)
    }),
    { numRuns: 25 },
  )
}, 120_000)
