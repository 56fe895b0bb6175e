import { rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { rightAuditRulesCalls } from '@chauffeur/contract/order/right-audit-rules'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { partnerBilling, screenUses } from '#areas/order/right-audit'
import { wholeTenant } from '#platform/database/scope'
import { bill, customerId, one, placed, world } from '#test/discounts'
import { type As, fails, rowOf, rulesAre, standard, used, view, waiting, withRightAudits } from '#test/money/right-audits'
import { SHANGHAI } from '#test/world'

withRightAudits()

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

test('the customer and driver’s other trips stand beside a case', async () => {
  const first = await used()
  const { orderId } = await waiting()
  const { ofCustomer, ofDriver } = await view(orderId)
  expect(ofCustomer.map((row) => row.orderId)).toContain(first.orderId)
  expect(ofCustomer.every((row) => row.orderId !== orderId)).toBe(true)
  expect(ofDriver).toEqual([])
  expect(customerId).not.toBe('')
})
