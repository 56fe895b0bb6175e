import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { rightAuditRulesCalls, STANDARD_AUDIT_RULES } from '@chauffeur/contract/order/right-audit-rules'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inAppOf } from '#test/notices'
import { checkLedger } from '#areas/finance/ledger'
import { partnerBilling, screenUses } from '#areas/order/right-audit'
import { wholeTenant } from '#platform/database/scope'
import { bill, customerId, grantRow, one, placed, right, withCustomers, world } from '#test/discounts'
import { signInByCode } from '#test/drivers'
import { SHANGHAI, type World } from '#test/world'
import { closeAppeals, endClaims, takeBackPaid } from './review.rounds.ts'

withCustomers({ jobs: false })

const standard = STANDARD_AUDIT_RULES
let saved = 0
const rulesAre = async (change: Partial<typeof standard>) => {
  await world.owner.query(`delete from setting_versions where kind = 'rightAuditRules'`)
  await world.owner.query(
    `insert into setting_versions (tenant_id, kind, setting_id, version, content) values ($1, 'rightAuditRules', $2, 1, $3)`,
    [world.tenantA, 900_000 + ++saved, JSON.stringify({ ...standard, sampleBp: 0, ...change })],
  )
}
const everyUse = { sampleBp: 10_000 }
beforeEach(async () => {
  await world.owner.query(`delete from setting_versions where kind = 'rightAuditRules'`)
  await world.owner.query('update right_order_audits set screened_at = now() where screened_at is null')
  await world.owner.query('update right_order_audits set state = 30, claimed_by = null, claimed_until = null where state in (10, 20, 50)')
})
afterEach(async () => {
  const { checked } = await checkLedger(world.app.platform.db)
  expect(checked.flatMap(({ findings }) => findings)).toEqual([])
})

type As = Parameters<World['send']>[2]
type Case = AnswerOf<typeof rightAuditCalls.view>
const rowOf = (orderId: string) => one('select * from right_order_audits where order_id = $1', [orderId])
const act = async (orderId: string, action: string, as: As = 'all', more: object = {}) =>
  world.send(rightAuditCalls.audit, { orderId, action, version: (await rowOf(orderId)).version, ...more }, as)
const done = async (...given: Parameters<typeof act>) => {
  const answer = await act(...given)
  expect(answer.code, `${given[1]} ${answer.message}`).toBe(0)
  return answer.data as Case
}
const view = async (orderId: string, as: As = 'all') => (await world.send(rightAuditCalls.view, { orderId }, as)).data as Case
const fails = (orderId: string, reason = 'NO_TRIP', as: As = 'all') => done(orderId, 'FAIL', as, { reason })
const balances = async (orderId: string) => {
  const { rows } = await world.owner.query<{ kind: string; fen: string }>(
    `select a.kind, sum(case when l.side = 'D' then l.amount_fen else -l.amount_fen end) as fen
     from ledger_entries e join ledger_lines l on l.entry_id = e.entry_id join ledger_accounts a on a.account_id = l.account_id
     where e.business_type = 'ORDER' and e.business_id = $1 group by 1`,
    [orderId],
  )
  return Object.fromEntries(rows.map(({ kind, fen }) => [kind, Number(fen)]))
}
/** A trip that a right paid for, wholly unless the right covers less, and whose bill is filed. */
async function used(of: Parameters<typeof right>[0] = {}): Promise<{ orderId: string; rightGrantId: string }> {
  const rightGrantId = await right({ cover: { kind: 'CAP', capFen: 1_000_000 }, ...of })
  const orderId = await placed({ rightGrantId })
  await bill(orderId)
  return { orderId, rightGrantId }
}
/** The same, and the rules put it into audit. */
async function waiting(of: Parameters<typeof right>[0] = {}) {
  await rulesAre(everyUse)
  const made = await used(of)
  await screenUses(world.app.platform)
  return made
}

test('a right that is used makes a case with the bill; the rules look at it once, and what they do not catch needs no audit', async () => {
  await rulesAre({})
  const { orderId } = await used()
  expect(await rowOf(orderId)).toMatchObject({ state: 0, screened_at: null })
  await screenUses(world.app.platform)
  await screenUses(world.app.platform)
  expect(await rowOf(orderId)).toMatchObject({ state: 0, hits: [], sampled: false })
  const { rows } = (await world.send(rightAuditCalls.log, { orderId })).data as AnswerOf<typeof rightAuditCalls.log>
  expect(rows.map(({ event }) => event)).toEqual(['open', 'clear'])
  // An order without a right makes none.
  const plain = await placed()
  await bill(plain)
  expect(await rowOf(plain)).toBeUndefined()
})

test('what a rule catches waits with its reasons, and the order says so', async () => {
  await rulesAre({ riskRules: { ...standard.riskRules, SHORT: { on: true, metres: 20_000 } } })
  const { orderId } = await used()
  await world.owner.query(
    'insert into drivers (tenant_id, driver_no, name, phone, city_id) select tenant_id, $2, $2, contact_phone, city_id from orders where order_id = $1',
    [orderId, `自用${orderId}`],
  )
  await screenUses(world.app.platform)
  expect(await view(orderId)).toMatchObject({ state: 10, hits: ['SHORT', 'DRIVER_PHONE'], facts: { driverPhone: true, pairUses: 1 } })
  expect(await one('select audit_status from orders where order_id = $1', [orderId])).toEqual({ audit_status: 10 })
})

test('the third use of one customer with one driver within a week is caught, the second is not', async () => {
  await rulesAre({})
  const trips = [await used(), await used(), await used()]
  const [first] = trips
  for (const { orderId } of trips) {
    await world.owner.query('update orders set driver_id = (select driver_id from orders where order_id = $2) where order_id = $1', [
      orderId,
      first!.orderId,
    ])
  }
  await screenUses(world.app.platform)
  const hits = await Promise.all(trips.map(async ({ orderId }) => (await rowOf(orderId)).hits))
  expect(hits.map((all) => (all as string[]).includes('PAIR'))).toEqual([false, false, true])
})

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

test('rules are tried on past uses before they hold, and find just what screening then catches', async () => {
  const { orderId } = await used()
  await used()
  await world.owner.query(`update orders set distance_m = 400 where order_id = $1`, [orderId])
  const range = { usedFrom: new Date(Date.now() - 3_600_000).toISOString(), usedTo: new Date(Date.now() + 60_000).toISOString() }
  const tried = (await world.send(rightAuditRulesCalls.try, { ...range, riskRules: standard.riskRules })).data as AnswerOf<
    typeof rightAuditRulesCalls.try
  >
  expect(tried.uses).toBeGreaterThanOrEqual(2)
  expect(tried.rows.find((row) => row.orderId === orderId)).toMatchObject({ hits: ['SHORT'] })
  await rulesAre({})
  await screenUses(world.app.platform)
  const measured = async () =>
    ((await world.send(rightAuditRulesCalls.precision, range)).data as AnswerOf<typeof rightAuditRulesCalls.precision>).rows.find(
      ({ rule }) => rule === 'SHORT',
    )
  const { rows } = await world.owner.query<{ order_id: string }>(`select order_id from right_order_audits where 'SHORT' = any (hits)`)
  expect(tried.rows.filter(({ hits }) => hits.includes('SHORT')).map((row) => row.orderId)).toEqual(expect.arrayContaining([orderId]))
  expect(rows.map((row) => row.order_id)).toContain(orderId)
  const before = await measured()
  await fails(orderId)
  const after = await measured()
  expect(after!.failed).toBe(before!.failed + 1)
  expect(after!.precisionBp).toBe(Math.round((after!.failed * 10_000) / (after!.failed + after!.passed)))
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

test('rules are tried on a quarter of a year at most', async () => {
  const days = (count: number) => {
    const usedTo = Date.parse('2026-11-20T00:00:00Z')
    const { riskRules } = standard
    const span = { usedFrom: new Date(usedTo - count * 86_400_000).toISOString(), usedTo: new Date(usedTo).toISOString() }
    return world.send(rightAuditRulesCalls.try, { riskRules, ...span })
  }
  expect((await days(92)).code).toBe(0)
  expect((await days(93)).error).toBe('rightAuditRules.rangeTooLong')
})

test('rules are saved as versions; a city’s person changes their city’s alone', async () => {
  const save = (of: object, as: As = 'all') => world.send(rightAuditRulesCalls.save, { ...standard, version: 0, ...of }, as)
  expect((await save({ sampleBp: 500 }, 'hangzhou')).error).toBe('rightAuditRules.otherCity')
  expect((await save({ sampleBp: 500 })).code).toBe(0)
  expect((await save({ sampleBp: 600 })).error).toBe('rightAuditRules.versionConflict')
  expect((await save({ rightSamples: [{ rightId: '999999999', sampleBp: 1 }], version: 1 })).error).toBe('rightAuditRules.rightNotFound')
  const rule = async (cityId?: string) =>
    (await world.send(rightAuditRulesCalls.rules, { ...(cityId && { cityId }) })).data as AnswerOf<typeof rightAuditRulesCalls.rules>
  expect(await rule(SHANGHAI)).toMatchObject({ holds: { sampleBp: 500, cityId: null }, ownVersion: 0 })
  expect((await save({ cityId: SHANGHAI, sampleBp: 50 })).code).toBe(0)
  expect(await rule(SHANGHAI)).toMatchObject({ holds: { sampleBp: 50, cityId: SHANGHAI }, ownVersion: 1, cities: [{ cityId: SHANGHAI }] })
  expect(
    (
      await save({
        riskRules: { ...standard.riskRules },
        rightSamples: [
          { rightId: '1', sampleBp: 1 },
          { rightId: '1', sampleBp: 2 },
        ],
        version: 1,
      })
    ).error,
  ).toBe('rightAuditRules.twice')
})

test('a partner is billed for what needs no audit or passed, never for what failed; the rest waits', async () => {
  const { orderId } = await used()
  const billing = async (set: string) => {
    await world.owner.query(`update right_order_audits set ${set} where order_id = $1`, [orderId])
    const db = world.app.platform.db.reader(wholeTenant(world.tenantA))
    const { rows } = await sql<{
      of: string
    }>`select ${partnerBilling('a')} as of from right_uses u left join right_order_audits a on a.tenant_id = u.tenant_id and a.order_id = u.order_id where u.order_id = ${orderId}::bigint`.execute(
      db,
    )
    return rows[0]!.of
  }
  expect(await billing('state = 0')).toBe('WAIT')
  expect(await billing('screened_at = now()')).toBe('BILL')
  for (const [state, of] of [
    [10, 'WAIT'],
    [20, 'WAIT'],
    [30, 'BILL'],
    [40, 'WAIT'],
    [50, 'WAIT'],
    [60, 'DROP'],
  ] as const)
    expect([state, await billing(`state = ${state}`)]).toEqual([state, of])
  await world.owner.query('delete from right_order_audit_events where order_id = $1', [orderId])
  await world.owner.query('delete from right_order_audits where order_id = $1', [orderId])
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

test('the customer and driver’s other trips stand beside a case', async () => {
  const first = await used()
  const { orderId } = await waiting()
  const { ofCustomer, ofDriver } = await view(orderId)
  expect(ofCustomer.map((row) => row.orderId)).toContain(first.orderId)
  expect(ofCustomer.every((row) => row.orderId !== orderId)).toBe(true)
  expect(ofDriver).toEqual([])
  expect(customerId).not.toBe('')
})
