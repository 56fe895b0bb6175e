import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { levelCalls } from '@chauffeur/contract/customer/level'
import { customerCalls, type CustomerProfile, type CustomerRow } from '@chauffeur/contract/customer/profile'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { jobCalls } from '@chauffeur/contract/operations/job'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `1362200${String(++made).padStart(4, '0')}`
async function customer(input: object = {}): Promise<CustomerRow> {
  const answer = await world.send(customerCalls.update, { phone: newPhone(), cityId: HANGZHOU, ...input })
  expect(answer.code, answer.message).toBe(0)
  return answer.data as CustomerRow
}
const list = async (filter: object, as: Person = 'all') =>
  ((await world.send(customerCalls.list, { pageSize: 200, ...filter }, as)).data as AnswerOf<typeof customerCalls.list>).rows
const found = async (keyword: string, as: Person = 'all') => (await list({ keyword }, as)).map(({ name }) => name)

describe('a customer is found', () => {
  beforeAll(async () => {
    await customer({ phone: '13911112222', name: '欧阳静', plateNos: ['浙A88K66'], tags: ['常客'] })
    await customer({ phone: '13722221122', name: '欧阳明', level: 3, cityId: SHANGHAI, tags: ['投诉过'] })
    await customer({ phone: '13655556666', name: '王静', plateNos: ['沪B1122X'] })
  })

  test('by any end of the telephone, as it is typed', async () => {
    expect(await found('1111 2222')).toEqual(['欧阳静'])
    for (const typed of ['139-1111-2222', '+86 139 1111 2222', '013911112222']) expect(await found(typed), typed).toEqual(['欧阳静'])
    expect((await found('122')).toSorted()).toEqual(['欧阳明'])
    expect(await found('2')).toEqual(expect.arrayContaining(['欧阳明', '欧阳静']))
    expect(await found('1391111')).toEqual([])
  })
  test('by a part of the name, its pinyin and its initials', async () => {
    for (const typed of ['欧阳', 'ouyang', 'OuYang', 'oy']) expect((await found(typed)).toSorted(), typed).toEqual(['欧阳明', '欧阳静'])
    for (const typed of ['静', 'jing']) expect((await found(typed)).toSorted(), typed).toEqual(['欧阳静', '王静'].toSorted())
    expect(await found('oyj')).toEqual(['欧阳静'])
    expect(await found('阳王')).toEqual([])
  })
  test('by a part of the plate, also where it is all digits', async () => {
    expect(await found('88k6')).toEqual(['欧阳静'])
    expect(await found('浙A')).toEqual(['欧阳静'])
    expect((await found('1122')).toSorted()).toEqual(['欧阳明', '王静'].toSorted())
  })
  test('by tag, level, city and blacklist', async () => {
    expect((await list({ tag: '常客' })).map(({ name }) => name)).toEqual(['欧阳静'])
    expect((await list({ level: 3 })).map(({ name, levelName }) => [name, levelName])).toEqual([['欧阳明', 'VIP']])
    expect((await list({ cityId: SHANGHAI })).map(({ name }) => name)).toEqual(['欧阳明'])
    expect(await found('欧阳', 'hangzhou')).toEqual(['欧阳静'])
    expect(await list({}, 'nowhere')).toEqual([])
    expect(await list({}, 'other')).toEqual([])
    expect(await list({}, 'partner')).toEqual([])
  })
  test('under the new name and plate at once, and no longer under the old', async () => {
    const one = await customer({ name: '旧名字', plateNos: ['苏C00001'] })
    const changed = await world.send(customerCalls.update, {
      customerId: one.customerId,
      version: 1,
      name: '新称呼',
      plateNos: ['苏C77777'],
    })
    expect(changed).toMatchObject({ code: 0, data: { name: '新称呼', version: 2 } })
    expect(await found('旧名')).toEqual([])
    expect(await found('xch')).toEqual(['新称呼'])
    expect(await found('77777')).toEqual(['新称呼'])
  })
})

describe('a customer', () => {
  test('is made once, changed as whoever changes them saw them, and every change is in the operation log', async () => {
    const one = await customer({ name: '李先生' })
    expect(await world.send(customerCalls.update, { phone: one.phone, name: '又一个' })).toMatchObject({ error: 'customer.exists' })
    expect(await world.send(customerCalls.update, { name: '无号' })).toMatchObject({ error: 'customer.phoneMissing' })
    const { customerId } = one
    expect(await world.send(customerCalls.update, { customerId, version: 1, level: 7 })).toMatchObject({ error: 'customer.levelUnknown' })
    expect((await world.send(customerCalls.update, { customerId, version: 1, level: 2, note: '来电感谢' })).code).toBe(0)
    expect(await world.send(customerCalls.update, { customerId, version: 1, name: '晚了' })).toMatchObject({
      error: 'customer.versionConflict',
      data: { current: { level: 2, version: 2 } },
    })
    const { rows } = await world.owner.query<{ before: unknown; after: unknown }>(
      `select before, after from operation_logs where object = 'customer' and object_id = $1 and before is not null`,
      [customerId],
    )
    expect(rows).toMatchObject([{ before: { level: 0 }, after: { level: 2 } }])
  })

  test('has one page: orders, unpaid bills, notes, consents, what they spent', async () => {
    const phone = newPhone()
    const { customerId } = await addOrder(world, { phone, payStatus: 10 })
    await addOrder(world, { phone })
    await world.send(customerCalls.consent, { customerId, kind: 'MARKETING', given: true, source: '电话' })
    await world.send(customerCalls.consent, { customerId, kind: 'MARKETING', given: false, source: '短信退订' })
    const { data } = await world.send(customerCalls.profile, { customerId })
    const profile = data as CustomerProfile
    expect(profile).toMatchObject({
      spentFen: 7_000,
      unpaid: { count: 1, totalFen: 3_500 },
      consents: [{ kind: 'MARKETING', given: false, source: '短信退订' }],
    })
    expect(profile.lastOrders).toHaveLength(2)
    expect((await world.send(customerCalls.profile, { customerId }, 'other')).code).toBe(404)
  })

  test('is turned away with a reason and an end, many at once, and let in again', async () => {
    const some = [await customer(), await customer()]
    const away = await customer({ cityId: SHANGHAI })
    const customerIds = [...some, away].map((one) => one.customerId)
    const past = new Date(Date.now() - 1_000).toISOString()
    expect((await world.send(customerCalls.blacklist, { customerIds, reason: '逃单', until: past })).error).toBe('customer.untilPast')
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const turned = await world.send(customerCalls.blacklist, { customerIds, reason: '逃单', until }, 'hangzhou')
    expect(turned.data).toEqual({
      jobId: null,
      done: 2,
      refused: [{ customerId: away.customerId, name: '', problem: 'customer.notFound' }],
    })
    expect(await list({ blacklisted: true })).toMatchObject(
      some.map(() => ({ blacklisted: true, blacklistReason: '逃单', blacklistedUntil: until })),
    )
    const place = () =>
      world.send(callCentreCalls.place, {
        cityId: HANGZHOU,
        pickupLat: 30.27,
        pickupLng: 120.15,
        pickupAddress: '武林广场',
        phone: some[0]!.phone,
      })
    expect((await place()).error).toBe('callCentre.blacklisted')
    await world.send(customerCalls.blacklist, { customerIds: [some[0]!.customerId], reason: '永久' })
    expect((await list({ blacklisted: true })).find((row) => row.customerId === some[0]!.customerId)).toMatchObject({
      blacklistedUntil: null,
    })
    await world.send(customerCalls.unblacklist, { customerIds, reason: '已结清' })
    expect(await list({ blacklisted: true })).toEqual([])
    expect((await place()).code).toBe(0)
  })

  test('is neither turned away nor moved by an account of one organisation, one by one nor by a filter', async () => {
    const { customerId, phone } = await customer({ tags: ['机构'] })
    for (const chosen of [{ customerIds: [customerId] }, { filter: { tag: '机构' } }])
      for (const [call, input] of [
        [customerCalls.blacklist, { reason: '逃单' }],
        [customerCalls.unblacklist, { reason: '误加' }],
        [customerCalls.move, { reason: '搬家', cityId: SHANGHAI }],
      ] as const)
        expect((await world.send(call, { ...input, ...chosen } as never, 'company')).error).toBe('customer.forTheBusiness')
    expect(await list({ keyword: phone })).toMatchObject([{ blacklisted: false, cityId: HANGZHOU }])
  })

  test('is turned away with everybody whom a filter finds, of those in sight, each with an entry in the log', async () => {
    const tag = { tags: ['批量'] }
    const here = [await customer(tag), await customer(tag), await customer(tag)]
    const there = await customer({ ...tag, cityId: SHANGHAI })
    const input = { filter: { tag: '批量' }, reason: '批量逃单' }
    expect((await world.send(customerCalls.blacklist, { reason: '无人' })).error).toBe('customer.nobodyChosen')
    const asked = await world.send(customerCalls.blacklist, input, 'hangzhou')
    const { jobId } = asked.data as AnswerOf<typeof customerCalls.blacklist>
    await vi.waitFor(
      async () => expect((await world.send(jobCalls.info, { jobId }, 'hangzhou')).data).toMatchObject({ state: 'DONE', done: 3, total: 3 }),
      { timeout: 20_000, interval: 50 },
    )
    const barred = (await list({ tag: '批量', blacklisted: true })).map(({ customerId }) => customerId)
    expect(barred.toSorted()).toEqual(here.map(({ customerId }) => customerId).toSorted())
    const { rows } = await world.owner.query<{ n: number }>(
      `select count(*)::int as n from operation_logs where object = 'customer' and object_id = any ($1) and call = 'customers.blacklist'`,
      [here.map(({ customerId }) => customerId)],
    )
    expect(rows[0]!.n).toBe(3)
    expect((await list({ tag: '批量', blacklisted: false })).map(({ customerId }) => customerId)).toEqual([there.customerId])
    await world.send(customerCalls.unblacklist, { customerIds: barred, reason: '查清' })
  })

  test('moves to another city, of those in sight', async () => {
    const one = await customer()
    const input = { customerIds: [one.customerId], cityId: SHANGHAI, reason: '搬家' }
    expect((await world.send(customerCalls.move, input, 'hangzhou')).error).toBe('customer.cityUnknown')
    expect((await world.send(customerCalls.move, input)).data).toEqual({ jobId: null, done: 1, refused: [] })
    expect((await list({ keyword: one.phone, cityId: SHANGHAI })).length).toBe(1)
  })
})

describe('a customer of who works for some cities', () => {
  test('is of the own city, or of the one that was chosen; never of none', async () => {
    const made = await world.send(customerCalls.update, { phone: newPhone(), name: '本地' }, 'hangzhou')
    expect(made.data).toMatchObject({ cityId: HANGZHOU })
    expect((await world.send(customerCalls.update, { phone: newPhone() }, 'company')).error).toBe('customer.cityMissing')
    const { customerId } = made.data as CustomerRow
    const emptied = { customerId, version: 1, cityId: '' }
    expect((await world.send(customerCalls.update, emptied, 'company')).error).toBe('customer.cityMissing')
    expect((await world.send(customerCalls.update, emptied)).data).toMatchObject({ cityId: null })
  })
})

describe('levels', () => {
  test('are told at the desk by the name they were given', async () => {
    const phone = newPhone()
    await world.send(customerCalls.update, { phone, level: 2, cityId: HANGZHOU })
    expect((await world.send(callCentreCalls.customerInfo, { phone })).data).toMatchObject({ levelName: '金卡' })
    expect((await world.send(callCentreCalls.customerInfo, { phone: newPhone() })).data).toMatchObject({ customer: null, levelName: '' })
  })

  test('promise what an order keeps, whatever becomes of the level', async () => {
    const vip = await customer({ level: 3 })
    const place = { cityId: HANGZHOU, pickupLat: 30.27, pickupLng: 120.15, pickupAddress: '武林广场', phone: vip.phone }
    const placed = await world.send(callCentreCalls.place, place)
    const { bookingId } = placed.data as AnswerOf<typeof callCentreCalls.place>
    await world.send(customerCalls.update, { customerId: vip.customerId, version: 1, level: 0 })
    const { rows } = await world.owner.query('select customer_level, priority, free_wait_s from bookings where booking_id = $1', [
      bookingId,
    ])
    expect(rows).toEqual([{ customer_level: 3, priority: 3, free_wait_s: 600 }])
  })

  test('hold as they were set last, and nobody sets one twice', async () => {
    const levels = [
      { level: 0, name: '普通', priority: 0, freeWaitS: 0 },
      { level: 2, name: '金卡', priority: 2, freeWaitS: 300 },
      { level: 3, name: 'VIP', priority: 3, freeWaitS: 600 },
      { level: 5, name: '钻石', priority: 5, freeWaitS: 900 },
    ]
    expect((await world.send(levelCalls.levelSave, { levels: [...levels, levels[0]], version: 0 })).error).toBe('customerLevels.twice')
    expect(await world.send(levelCalls.levelSave, { levels, version: 0, changeReason: '新等级' })).toMatchObject({ code: 0 })
    expect((await world.send(levelCalls.levelSave, { levels, version: 0 })).error).toBe('customerLevels.versionConflict')
    expect((await world.send(levelCalls.level, {})).data).toMatchObject({ levels, version: 1, mayChange: true })
    const { rows } = (await world.send(levelCalls.levelHistory, {}, 'hangzhou')).data as AnswerOf<typeof levelCalls.levelHistory>
    expect(rows).toMatchObject([{ version: 1, reason: '新等级', levels }])
    expect((await world.send(levelCalls.levelHistory, {}, 'other')).data).toEqual({ rows: [] })
  })

  test('are changed by who runs every city; that of new customers stays, and one that customers have', async () => {
    const { levels, version } = (await world.send(levelCalls.level, {}, 'hangzhou')).data as AnswerOf<typeof levelCalls.level>
    const save = (those: object[], as: Person = 'all') =>
      world.send(levelCalls.levelSave, { levels: those, version, changeReason: '试' }, as)
    expect((await world.send(levelCalls.level, {}, 'hangzhou')).data).toMatchObject({ mayChange: false })
    expect((await save(levels, 'hangzhou')).error).toBe('customerLevels.wholeTenantOnly')
    expect((await save(levels.filter(({ level }) => level > 0))).error).toBe('customerLevels.zeroMissing')
    const one = await customer({ level: 5 })
    const without = levels.filter(({ level }) => level !== 5)
    expect(await save(without)).toMatchObject({ error: 'customerLevels.inUse', data: { level: 5 } })
    await world.send(customerCalls.update, { customerId: one.customerId, version: 1, level: 0 })
    expect((await save(without)).code).toBe(0)
  })
})
