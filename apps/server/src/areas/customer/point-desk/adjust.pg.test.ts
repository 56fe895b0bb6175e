import { type PointAdjustment, pointCalls } from '@chauffeur/contract/customer/points'
import { mergeCalls } from '@chauffeur/contract/customer/merge'
import { pointConfigCalls } from '@chauffeur/contract/customer/points-config'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger } from '#areas/finance/ledger'
import { pointsDesk } from '#test/money/points'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
let { standing, adjust, redeem, customer, withPoints, template } = {} as ReturnType<typeof pointsDesk>
beforeAll(async () => {
  world = await makeWorld()
  ;({ standing, adjust, redeem, customer, withPoints, template } = pointsDesk(world))
  const terms = { enabled: true, rules: [], remindDays: 7, secondFromPoints: 1_000, hundredPointsFen: 100 }
  const saved = await world.send(pointConfigCalls.save, terms)
  expect(saved.code, saved.message).toBe(0)
})
afterAll(() => world.close())
afterEach(async () => {
  const { checked } = await checkLedger(world.app.platform.db)
  expect(checked.flatMap(({ findings }) => findings)).toEqual([])
})
const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!

describe('points by hand', () => {
  const decide = (row: PointAdjustment, approve: boolean, person: Person) =>
    world.send(pointCalls.decide, { adjustmentId: row.adjustmentId, version: row.version, approve, note: '已核实' }, person)

  test('small sums at once, large ones by two people; who cuts one into small ones needs the second, too', async () => {
    const customerId = await customer({ cityId: HANGZHOU })
    expect((await adjust(customerId, 0)).error).toBe('points.nothing')
    expect((await adjust(customerId, -1)).error).toBe('points.tooFew')
    expect((await adjust(customerId, 600)).data).toMatchObject({ state: 20 })
    const waiting = (await adjust(customerId, 400)).data as PointAdjustment
    expect(waiting).toMatchObject({ state: 10, allowedActions: ['takeBack'] })
    expect((await standing(customerId)).balance).toBe(600)
    expect((await decide(waiting, true, 'all')).error).toBe('points.samePerson')
    const approved = await Promise.all([decide(waiting, true, 'hangzhou'), decide(waiting, true, 'hangzhou')])
    expect(approved.map(({ error }) => error ?? '').toSorted()).toEqual(['', 'points.adjustmentDecided'])
    expect((await standing(customerId)).balance).toBe(1_000)
    const refused = (await adjust(customerId, -1_000)).data as PointAdjustment
    expect((await decide(refused, false, 'hangzhou')).data).toMatchObject({ state: 30, decidedBy: 'hangzhou', note: '已核实' })
    const own = (await adjust(customerId, 5_000)).data as PointAdjustment
    const back = { adjustmentId: own.adjustmentId, version: own.version }
    expect((await world.send(pointCalls.takeBack, back, 'hangzhou')).error).toBe('points.notAsker')
    expect((await world.send(pointCalls.takeBack, back)).data).toMatchObject({ state: 40 })
    expect((await standing(customerId)).balance).toBe(1_000)
  })

  test('who may not see a customer neither sees nor moves their points', async () => {
    const customerId = await customer({ cityId: SHANGHAI })
    await world.owner.query('update customers set city_id = $2 where customer_id = $1', [customerId, SHANGHAI])
    for (const person of ['hangzhou', 'other'] as const) {
      expect((await adjust(customerId, 5, {}, person)).error, person).toBe('customer.notFound')
      expect((await world.send(pointCalls.customer, { customerId }, person)).code, person).toBe(404)
      expect(((await world.send(pointCalls.records, { customerId }, person)).data as { total: number }).total).toBe(0)
    }
  })
})

describe('of people who are one, or are forgotten', () => {
  const merge = (keptId: string, goneId: string) =>
    world.send(mergeCalls.merge, { customerId: keptId, version: 1, goneId, reason: '同一人' })

  test('points come together with their ends, and part again; what was spent meanwhile stays spent', async () => {
    const [keptId, goneId] = [await withPoints(30), await withPoints(100)]
    const merged = await merge(keptId, goneId)
    expect(merged.code, merged.message).toBe(0)
    expect(await standing(keptId)).toMatchObject({ balance: 130, ending: [{ points: 130 }] })
    expect((await redeem(keptId, await template({ pricePoints: 50 }), 'after-merge')).code).toBe(0)
    const undone = await world.send(mergeCalls.undoMerge, { mergeId: (merged.data as { mergeId: string }).mergeId })
    expect(undone.code, undone.message).toBe(0)
    const left = [(await standing(keptId)).balance, (await standing(goneId)).balance]
    expect(left[0]! + left[1]!).toBe(80)
    expect(left).toEqual([0, 80])
  })

  test('what one owes the other pays, and owes it again when they part', async () => {
    const [keptId, goneId] = [await withPoints(30), await customer()]
    await world.owner.query(`insert into point_accounts (tenant_id, customer_id, balance, version) values ($1, $2, -10, 1)`, [
      world.tenantA,
      goneId,
    ])
    await world.owner.query(
      `insert into point_records (tenant_id, customer_id, event, ref, delta, balance_after, account_version, day) values ($1, $2, 'REVERSED', 'x', -10, -10, 1, current_date)`,
      [world.tenantA, goneId],
    )
    const { mergeId } = (await merge(keptId, goneId)).data as { mergeId: string }
    expect((await standing(keptId)).balance).toBe(20)
    await world.send(mergeCalls.undoMerge, { mergeId })
    expect([(await standing(keptId)).balance, (await standing(goneId)).balance]).toEqual([30, -10])
  })

  test('of a person who is erased the points go, and no word of why they had them stays', async () => {
    const customerId = await withPoints(40)
    expect((await world.send(mergeCalls.erase, { customerId, version: 1, reason: '本人要求' })).code).toBe(0)
    expect(await one('select balance from point_accounts where customer_id = $1', [customerId])).toEqual({ balance: 0 })
    const { rows } = await world.owner.query('select event, delta, reason from point_records where customer_id = $1 order by record_id', [
      customerId,
    ])
    expect(rows).toEqual([
      { event: 'ADJUSTED', delta: 40, reason: '' },
      { event: 'ERASED', delta: -40, reason: '' },
    ])
  })
})
