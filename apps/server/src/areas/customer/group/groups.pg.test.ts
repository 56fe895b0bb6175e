import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { groupCalls, type GroupRow, type GroupRule, type MemberRow } from '@chauffeur/contract/customer/group'
import { orderCalls } from '@chauffeur/contract/order/list'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templateB } from '#demo/pricing/price-templates'
import { groupsOf, isMember } from '../standing/index.ts'
import { wholeTenant } from '#platform/database/scope'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { keepGroups } from './group.round.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `1351100${String(++made).padStart(4, '0')}`
async function group(input: Record<string, unknown> = {}, as: Person = 'all'): Promise<GroupRow> {
  const answer = await world.send(groupCalls.save, { name: `分组${++made}`, type: 'MARKETING', ...input }, as)
  expect(answer.code, answer.message).toBe(0)
  return answer.data as GroupRow
}
const members = async (groupId: string, more: object = {}) =>
  ((await world.send(groupCalls.phoneList, { groupId, pageSize: 200, ...more })).data as AnswerOf<typeof groupCalls.phoneList>)
    .rows as MemberRow[]
const add = (groupId: string, phones: readonly string[], more: object = {}, as: Person = 'all') =>
  world.send(groupCalls.phoneAdd, { groupId, phones, ...more }, as)
const now = async (groupId: string) => (await world.send(groupCalls.edit, { groupId })).data as GroupRow
const whole = () => world.app.platform.db.reader(wholeTenant(world.tenantA))
const trip = (phone: string) => ({ cityId: HANGZHOU, pickupLat: 30.27, pickupLng: 120.15, pickupAddress: '武林广场', phone })

describe('a group', () => {
  test('has members put in by hand, once each; telephones of nobody become customers', async () => {
    const { groupId } = await group()
    const known = newPhone()
    const { customerId } = await addOrder(world, { phone: known })
    const stranger = newPhone()
    expect((await add(groupId, [known, stranger, known], { remark: '老客户' })).data).toEqual({ added: 2, already: 0 })
    expect((await add(groupId, [known])).data).toEqual({ added: 0, already: 1 })
    expect((await now(groupId)).members).toBe(2)
    expect(await members(groupId, { keyword: known.slice(-5) })).toMatchObject([
      { customerId, source: 'HAND', remark: '老客户', until: null },
    ])
    expect(await isMember(whole(), groupId, customerId)).toBe(true)
    expect(await groupsOf(whole(), customerId)).toMatchObject([{ groupId, source: 'HAND' }])
    expect((await world.send(groupCalls.phoneDel, { groupId, customerIds: [customerId] })).data).toEqual({ removed: 1 })
    expect((await now(groupId)).members).toBe(1)
    expect(await isMember(whole(), groupId, customerId)).toBe(false)
  })

  test('loses members whose time is over', async () => {
    const { groupId } = await group()
    await add(groupId, [newPhone()], { until: new Date(Date.now() + 60_000).toISOString() })
    expect((await add(groupId, [newPhone()], { until: new Date(0).toISOString() })).error).toBe('customerGroup.untilPast')
    await world.owner.query(`update customer_group_members set until = now() where group_id = $1`, [groupId])
    await keepGroups(world.app.platform)
    expect(await members(groupId)).toEqual([])
    expect((await now(groupId)).members).toBe(0)
  })

  test('is changed by those who run all its cities, as they last saw it, and has a name of its own', async () => {
    const here = await group({ cityIds: [HANGZHOU] }, 'hangzhou')
    const both = await group({ cityIds: [HANGZHOU, SHANGHAI] })
    const change = { groupId: both.groupId, version: both.version, name: '改' }
    expect((await world.send(groupCalls.save, { ...change, cityIds: [HANGZHOU] }, 'hangzhou')).error).toBe('customerGroup.beyondCities')
    expect((await add(both.groupId, [newPhone()], {}, 'hangzhou')).error).toBe('customerGroup.beyondCities')
    expect((await world.send(groupCalls.save, { name: here.name, type: 'PRICE' })).error).toBe('customerGroup.nameTaken')
    expect((await world.send(groupCalls.save, change)).code).toBe(0)
    expect((await world.send(groupCalls.save, change)).error).toBe('customerGroup.versionConflict')
    expect((await world.send(groupCalls.edit, { groupId: here.groupId }, 'other')).code).toBe(404)
  })

  test('is not made or filled by who works for an organisation: it would hold for the orders of all others in the city', async () => {
    const { groupId } = await group({ cityIds: [HANGZHOU], type: 'BLACK' })
    const input = { name: `分组${++made}`, type: 'BLACK', cityIds: [HANGZHOU] }
    expect((await world.send(groupCalls.save, input, 'company')).error).toBe('customerGroup.beyondCities')
    expect((await add(groupId, [newPhone()], {}, 'company')).error).toBe('customerGroup.beyondCities')
    const seen = await world.send(groupCalls.edit, { groupId }, 'company')
    expect(seen.data).toMatchObject({ allowedActions: [] })
    expect((await world.send(groupCalls.edit, { groupId }, 'hangzhou')).data).toMatchObject({
      allowedActions: expect.arrayContaining(['members']) as object,
    })
  })

  test('is offered to a price where it is one of prices', async () => {
    const [price, black] = [await group({ type: 'PRICE' }), await group({ type: 'BLACK' })]
    const offered = async (input: Record<string, unknown>) =>
      ((await world.send(groupCalls.groupList, input)).data as AnswerOf<typeof groupCalls.groupList>).rows.map(({ id }) => id)
    expect(await offered({})).toEqual(expect.arrayContaining([price.groupId, black.groupId]))
    expect(await offered({ type: 'PRICE' })).toContain(price.groupId)
    expect(await offered({ type: 'PRICE' })).not.toContain(black.groupId)
  })

  test('that is turned away gets no order placed, until the group is off', async () => {
    const phone = newPhone()
    const barred = await group({ type: 'BLACK' })
    await add(barred.groupId, [phone], { remark: '职业投诉' })
    expect(await world.send(callCentreCalls.place, trip(phone))).toMatchObject({
      error: 'callCentre.blacklisted',
      data: { reason: '职业投诉' },
    })
    await world.send(groupCalls.status, { groupId: barred.groupId, version: barred.version, enabled: false })
    expect((await world.send(callCentreCalls.place, trip(phone))).code).toBe(0)
  })

  test('has its own price, of several the one with the highest priority; desk and bill name it', async () => {
    const phone = newPhone()
    const price = async (name: string, startFen: number, priority: number) => {
      const one = await group({ name, type: 'PRICE', priority })
      await world.owner.query(
        `insert into price_templates (tenant_id, code, name, owner_type, owner_id, city_ids, channel_ids, rank, rules, effective_from)
         values ($1, $2, $2, 'GROUP', $3, array[$4::bigint], '{}', 18, $5, now() - interval '1 hour')`,
        [
          world.tenantA,
          name,
          one.groupId,
          HANGZHOU,
          JSON.stringify({ ...templateB, bands: templateB.bands.map((band) => ({ ...band, startFen })) }),
        ],
      )
      await add(one.groupId, [phone])
      return one
    }
    const estimate = async () => (await world.send(callCentreCalls.estimate, trip(phone))).data as AnswerOf<typeof callCentreCalls.estimate>
    const city = await estimate()
    await price('低优先', 111, 1)
    const high = await price('高优先', 222, 9)
    const priced = await estimate()
    expect(priced.lines.find(({ type }) => type === 'START')?.amountFen).toBe(222)
    expect(await world.send(callCentreCalls.place, { ...trip(phone), quoteId: city.quoteId })).toMatchObject({
      error: expect.any(String) as string,
    })
    const placed = await world.send(callCentreCalls.place, { ...trip(phone), quoteId: priced.quoteId })
    const { orderId } = (placed.data as AnswerOf<typeof callCentreCalls.place>).orders[0]!
    expect((await world.send(orderCalls.info, { orderId })).data).toMatchObject({
      priceGroup: '高优先',
      priceGroupWhy: { source: 'HAND', addedBy: 'all' },
    })
    const info = (await world.send(callCentreCalls.customerInfo, { phone })).data as AnswerOf<typeof callCentreCalls.customerInfo>
    expect(info.groups.map(({ name }) => name)).toEqual(['高优先', '低优先'])
    expect(await world.send(groupCalls.del, { groupId: high.groupId, version: high.version })).toMatchObject({
      error: 'customerGroup.used',
      data: { used: ['高优先'] },
    })
  })
})

describe('a rule', () => {
  test('keeps its group up to date: who was put in stays, who was taken out stays out', async () => {
    const [vip, other, handed] = [newPhone(), newPhone(), newPhone()]
    for (const phone of [vip, other, handed]) await addOrder(world, { phone })
    await world.owner.query(`update customers set level = 7 where phone = any ($1)`, [[vip, other]])
    const rule = { levels: [7] }
    const preview = (groupId?: string) => world.send(groupCalls.preview, { rule, groupId })
    expect((await preview()).data).toMatchObject({ found: 2, coming: 2, going: 0 })
    expect((await world.send(groupCalls.preview, { rule: { orderDays: 5 } })).error).toBe('customerGroup.ruleEmpty')
    const { groupId } = await group({ rule })
    await add(groupId, [handed])
    await keepGroups(world.app.platform)
    expect((await members(groupId)).map(({ source }) => source).toSorted()).toEqual(['HAND', 'RULE', 'RULE'])
    expect((await now(groupId)).members).toBe(3)
    const out = (await members(groupId)).find(({ phone }) => phone === other)!
    await world.send(groupCalls.phoneDel, { groupId, customerIds: [out.customerId] })
    await world.owner.query(`update customers set level = 0 where phone = $1`, [vip])
    await world.owner.query(`update customer_groups set rule_at = null where group_id = $1`, [groupId])
    await keepGroups(world.app.platform)
    expect((await members(groupId)).map(({ phone }) => phone)).toEqual([handed])
    expect((await now(groupId)).members).toBe(1)
  })

  test('finds nobody whom its author does not see, as its preview said', async () => {
    const [here, there] = [newPhone(), newPhone()]
    await addOrder(world, { phone: here })
    await addOrder(world, { phone: there, cityId: SHANGHAI })
    await world.owner.query(`update customers set level = 8 where phone = any ($1)`, [[here, there]])
    const rule = { levels: [8], ordersAtLeast: 1 }
    const { groupId } = await group({ type: 'BLACK', cityIds: [HANGZHOU], rule }, 'hangzhou')
    expect((await world.send(groupCalls.preview, { rule }, 'hangzhou')).data).toMatchObject({ found: 1 })
    await keepGroups(world.app.platform)
    expect((await members(groupId)).map(({ phone }) => phone)).toEqual([here])
    expect((await now(groupId)).members).toBe(1)
  })

  test('does not bring back who was taken out while they were there for a time, and counts them once', async () => {
    const [guest, other] = [newPhone(), newPhone()]
    for (const phone of [guest, other]) {
      await addOrder(world, { phone })
      await world.owner.query('update customers set level = 9 where phone = $1', [phone])
    }
    const { groupId } = await group({ rule: { levels: [9] } })
    await add(groupId, [guest], { until: new Date(Date.now() + 60_000).toISOString() })
    await keepGroups(world.app.platform)
    const { customerId } = (await members(groupId)).find(({ phone }) => phone === guest)!
    await world.send(groupCalls.phoneDel, { groupId, customerIds: [customerId] })
    await world.owner.query(`update customer_group_members set until = now() where until is not null and group_id = $1`, [groupId])
    await world.owner.query(`update customer_groups set rule_at = null where group_id = $1`, [groupId])
    await keepGroups(world.app.platform)
    expect((await members(groupId)).map(({ phone }) => phone)).toEqual([other])
    expect((await now(groupId)).members).toBe(1)
  })

  test('that is taken away takes its members along; those put in by hand stay', async () => {
    const [ruled, handed] = [newPhone(), newPhone()]
    for (const phone of [ruled, handed]) await addOrder(world, { phone })
    await world.owner.query(`update customers set level = 3 where phone = $1`, [ruled])
    const made = await group({ rule: { levels: [3] } })
    await add(made.groupId, [handed])
    await keepGroups(world.app.platform)
    const { groupId, name, version, members: both } = await now(made.groupId)
    expect(both).toBe(2)
    const saved = await world.send(groupCalls.save, { groupId, name, version })
    expect(saved.data).toMatchObject({ rule: null, members: 1 })
    expect((await members(groupId)).map(({ phone }) => phone)).toEqual([handed])
  })

  interface Known {
    id: string
    level: number
    cityId: string
    lastDaysAgo: number | null
    orders: { daysAgo: number; fen: number; served: boolean }[]
  }
  /** The same, said once more and plainly. */
  function belongsBy(rule: GroupRule, of: Known): boolean {
    const within = (days: number | undefined) => of.orders.filter(({ served, daysAgo }) => served && daysAgo < (days ?? 30))
    const orders = within(rule.orderDays).length
    const spent = within(rule.spentDays).reduce((sum, { fen }) => sum + fen, 0)
    return (
      (!rule.cityIds?.length || rule.cityIds.includes(of.cityId)) &&
      (!rule.levels?.length || rule.levels.includes(of.level)) &&
      (rule.ordersAtLeast === undefined || orders >= rule.ordersAtLeast) &&
      (rule.ordersAtMost === undefined || orders <= rule.ordersAtMost) &&
      (rule.spentAtLeastFen === undefined || spent >= rule.spentAtLeastFen) &&
      (rule.spentAtMostFen === undefined || spent <= rule.spentAtMostFen) &&
      (rule.lastWithinDays === undefined || (of.lastDaysAgo !== null && of.lastDaysAgo < rule.lastWithinDays)) &&
      (rule.lastBeforeDays === undefined || (of.lastDaysAgo !== null && of.lastDaysAgo >= rule.lastBeforeDays))
    )
  }

  test('finds whom somebody would find who looks at every customer and order', async () => {
    const random = fc.sample(
      fc.record({
        level: fc.integer({ min: 4, max: 6 }),
        cityId: fc.constantFrom(HANGZHOU, SHANGHAI),
        lastDaysAgo: fc.option(fc.integer({ min: 0, max: 60 })),
        orders: fc.array(
          fc.record({ daysAgo: fc.integer({ min: 0, max: 60 }), fen: fc.integer({ min: 0, max: 9_000 }), served: fc.boolean() }),
          { maxLength: 5 },
        ),
      }),
      { numRuns: 40, seed: 7 },
    )
    const all: Known[] = []
    for (const one of random) {
      const phone = newPhone()
      const { customerId } = await addOrder(world, { phone, cityId: one.cityId, status: 403 })
      for (const { daysAgo, fen, served } of one.orders) {
        const { orderId } = await addOrder(world, { phone, cityId: one.cityId, status: served ? 501 : 403 })
        await world.owner.query(
          `update orders set created_at = now() - make_interval(days => $2, mins => 5), total_fen = $3 where order_id = $1`,
          [orderId, daysAgo, fen],
        )
      }
      await world.owner.query(
        `update customers set level = $2, last_order_at = now() - make_interval(days => $3::int, mins => 5) where customer_id = $1`,
        [customerId, one.level, one.lastDaysAgo],
      )
      all.push({ id: customerId, ...one })
    }
    const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
    const days = some(fc.integer({ min: 1, max: 60 }))
    const rules = fc.record({
      levels: fc.subarray([4, 5, 6], { minLength: 1 }),
      cityIds: some(fc.subarray([HANGZHOU, SHANGHAI])),
      orderDays: days,
      ordersAtLeast: some(fc.integer({ min: 0, max: 4 })),
      ordersAtMost: some(fc.integer({ min: 0, max: 4 })),
      lastWithinDays: days,
      lastBeforeDays: days,
      spentDays: days,
      spentAtLeastFen: some(fc.integer({ min: 0, max: 20_000 })),
      spentAtMostFen: some(fc.integer({ min: 0, max: 20_000 })),
    })
    await fc.assert(
      fc.asyncProperty(rules, async (rule) => {
        const expected = all.filter((one) => belongsBy(rule as GroupRule, one)).length
        const { data } = await world.send(groupCalls.preview, { rule })
        expect((data as AnswerOf<typeof groupCalls.preview>).found).toBe(expected)
      }),
      { numRuns: 60, seed: 11 },
    )
  })
})

describe('groups to choose from', () => {
  const named = async (as: Person = 'all') =>
    ((await world.send(groupCalls.allList, {}, as)).data as AnswerOf<typeof groupCalls.allList>).rows.map(({ groupId }) => groupId)
  const byCity = async (as: Person = 'all') =>
    Object.fromEntries(
      ((await world.send(groupCalls.groupCityList, {}, as)).data as AnswerOf<typeof groupCalls.groupCityList>).rows.map((city) => [
        city.cityId,
        city.groups.map(({ groupId }) => groupId),
      ]),
    )

  test('stand under each city they hold in; one without cities under every one', async () => {
    const [here, there, everywhere] = [await group({ cityIds: [HANGZHOU] }), await group({ cityIds: [SHANGHAI] }), await group()]
    const cities = await byCity()
    expect(Object.keys(cities).sort()).toEqual([HANGZHOU, SHANGHAI].sort())
    expect(cities[HANGZHOU]).toEqual(expect.arrayContaining([here.groupId, everywhere.groupId]))
    expect(cities[HANGZHOU]).not.toContain(there.groupId)
    expect(cities[SHANGHAI]).toEqual(expect.arrayContaining([there.groupId, everywhere.groupId]))
    expect(cities[SHANGHAI]).not.toContain(here.groupId)
  })

  test('are those of one’s cities, and of one’s own business', async () => {
    const [here, there, everywhere] = [await group({ cityIds: [HANGZHOU] }), await group({ cityIds: [SHANGHAI] }), await group()]
    expect(await named()).toEqual(expect.arrayContaining([here.groupId, there.groupId, everywhere.groupId]))
    const seen = await named('hangzhou')
    expect(seen).toEqual(expect.arrayContaining([here.groupId, everywhere.groupId]))
    expect(seen).not.toContain(there.groupId)
    expect(Object.keys(await byCity('hangzhou'))).toEqual([HANGZHOU])
    expect(await named('other')).toEqual([])
    expect(await byCity('nowhere')).toEqual({})
  })

  test('one that is switched off is still named, and one that is gone is not', async () => {
    const { groupId, version } = await group()
    const off = (await world.send(groupCalls.status, { groupId, version, enabled: false })).data as GroupRow
    const { rows } = (await world.send(groupCalls.allList, {})).data as AnswerOf<typeof groupCalls.allList>
    expect(rows.find((one) => one.groupId === groupId)).toMatchObject({ enabled: false })
    expect(await world.send(groupCalls.del, { groupId, version: off.version })).toMatchObject({ code: 0 })
    expect(await named()).not.toContain(groupId)
  })

  test('come with the words of their kinds and the business’s own cities and levels', async () => {
    const { types, sources, cities, levels } = (await world.send(groupCalls.index, {}, 'hangzhou')).data as AnswerOf<
      typeof groupCalls.index
    >
    expect(types.map(({ key }) => key)).toContain('MARKETING')
    expect(sources.map(({ key }) => key)).toContain('HAND')
    expect(cities).toEqual([{ key: HANGZHOU, value: expect.stringContaining('杭州') as string }])
    expect(levels.map(({ key }) => key)).toContain('0')
  })
})
