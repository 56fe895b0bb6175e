import { partnerCalls } from '@chauffeur/contract/partner/api'
import { channelCalls, type ChannelRow } from '@chauffeur/contract/partner/channel'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { queueCalls } from '@chauffeur/contract/call-centre/booking-queue'
import { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { noticeCalls } from '@chauffeur/contract/operations/notice'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderCalls } from '@chauffeur/contract/order/list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDispatch } from '#areas/dispatch/engine'
import { onTheWay, PICKUP, seenAt } from '#test/drivers'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
let made = 0
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const save = (input: object, as: Person = 'all') =>
  world.send(channelCalls.save, { name: `渠道${++made}`, code: `channel-${made}`, ...input }, as)
async function channel(input: object = {}): Promise<ChannelRow> {
  const answer = await save(input)
  expect(answer.code, answer.message).toBe(0)
  return answer.data as ChannelRow
}
const listed = async (as: Person, filter: object = {}) =>
  ((await world.send(channelCalls.list, { pageSize: 200, ...filter }, as)).data as AnswerOf<typeof channelCalls.list>).rows
const enable = ({ channelId, version }: Pick<ChannelRow, 'channelId' | 'version'>, enabled: boolean, as: Person = 'all') =>
  world.send(channelCalls.enable, { channelId, version, enabled }, as)
const trip = (more: object = {}) => ({
  cityId: HANGZHOU,
  pickupLat: PICKUP.lat,
  pickupLng: PICKUP.lng,
  pickupAddress: '武林广场',
  phone: `1340000${String(++made).padStart(4, '0')}`,
  ...more,
})
const place = (more: object, as: Person = 'all') => world.send(callCentreCalls.place, trip(more), as)
async function own(): Promise<ChannelRow> {
  return (await listed('all')).find(({ channelId }) => channelId === world.channel)!
}

describe('a channel', () => {
  test('is made, found, changed by whoever saw its last version, and each change is in the operation log', async () => {
    const first = await channel({
      name: '平安银行',
      contactName: '周经理',
      contactPhone: '13912345678',
      settlement: '月结，次月 10 日前',
      cityIds: [HANGZHOU],
    })
    expect(first).toMatchObject({
      enabled: true,
      contactPhone: '13912345678',
      users: 0,
      recentOrders: 0,
      allowedActions: ['edit', 'disable'],
    })
    for (const keyword of ['平安', first.code, '周经理', '13912345678'])
      expect((await listed('all', { keyword })).map(({ name }) => name)).toEqual(['平安银行'])
    expect((await listed('all', { cityId: SHANGHAI, keyword: '平安' })).length).toBe(0)

    const { channelId, version } = first
    const changed = await save({ channelId, version, name: '平安银行卡中心', code: undefined, contactName: '周经理', settlement: '季结' })
    expect(changed.data).toMatchObject({
      name: '平安银行卡中心',
      code: first.code,
      contactPhone: '13912345678',
      cityIds: [],
      version: version + 1,
    })
    expect(await save({ channelId, version, name: '旧的', code: undefined })).toMatchObject({
      error: 'channel.versionConflict',
      data: { current: { name: '平安银行卡中心' } },
    })
    const { rows } = await world.owner.query<{ line: string }>(
      `select before::text || after::text as line from operation_logs where object = 'channel' and object_id = $1`,
      [channelId],
    )
    const log = rows.map(({ line }) => line ?? '').join('')
    expect(log).toContain('季结')
    expect(log).not.toContain('13912345678')
  })

  test('has a name and a code that no other has, also when two are made in the same moment', async () => {
    const answers = await Promise.all([save({ name: '同名' }), save({ name: '同名' })])
    expect(answers.map(({ error }) => error ?? 'saved').toSorted()).toEqual(['channel.nameTaken', 'saved'])
    const { code } = await channel()
    expect((await save({ code })).error).toBe('channel.codeTaken')
    expect((await save({ code: undefined })).error).toBe('channel.codeMissing')
  })

  test('shows the prices in force that are its own or name it, the orders of thirty days and who may sign in', async () => {
    const { channelId } = await channel({ name: '有专价' })
    for (const [name, owner, ownerId, channels, from] of [
      ['自有价', 'PARTNER', channelId, [], '-1 day'],
      ['点名价', 'CITY', null, [channelId], '-1 day'],
      ['未生效', 'CITY', null, [channelId], '1 day'],
    ])
      await world.owner.query(
        `insert into price_templates (tenant_id, code, name, owner_type, owner_id, city_ids, channel_ids, rank, rules, effective_from)
         values ($1, $2, $2, $3, $4, '{}', $5, 5, '{}', now() + $6::interval)`,
        [world.tenantA, name, owner, ownerId, channels, from],
      )
    await addOrder(world, { channelId })
    const [row] = await listed('all', { keyword: '有专价' })
    expect(row).toMatchObject({ templates: ['点名价', '自有价'], recentOrders: 1, users: 0 })
  })

  test('is changed by those who run all its cities, and seen by those who run one of them', async () => {
    const here = await channel({ cityIds: [HANGZHOU] })
    const both = await channel({ cityIds: [HANGZHOU, SHANGHAI] })
    const away = await channel({ cityIds: [SHANGHAI] })
    const seen = new Map((await listed('hangzhou')).map((row) => [row.channelId, row.allowedActions]))
    expect(seen.get(here.channelId)).toEqual(['edit', 'disable'])
    expect(seen.get(both.channelId)).toEqual([])
    expect(seen.has(away.channelId)).toBe(false)
    expect((await enable(both, false, 'hangzhou')).error).toBe('channel.beyondCities')
    expect((await save({ cityIds: [SHANGHAI] }, 'hangzhou')).error).toBe('channel.beyondCities')
    expect((await save({ cityIds: [] }, 'hangzhou')).error).toBe('channel.beyondCities')
    expect((await save({ cityIds: [HANGZHOU] }, 'hangzhou')).code).toBe(0)
    expect(await listed('nowhere')).toEqual([])
    expect(await listed('other')).toEqual([])
  })

  test('brings orders from its cities and no others, and is offered there alone', async () => {
    const { channelId, name } = await channel({ cityIds: [SHANGHAI] })
    expect((await place({ channelId })).error).toBe('channel.otherCity')
    expect((await world.send(callCentreCalls.estimate, trip({ channelId }))).error).toBe('channel.otherCity')
    const offered = async (as: Person) =>
      ((await world.send(deskCustomerCalls.partnerChannels, {}, as)).data as AnswerOf<typeof deskCustomerCalls.partnerChannels>).rows
    expect((await offered('all')).find((row) => row.channelId === channelId)).toMatchObject({ name, cityIds: [SHANGHAI] })
    expect((await offered('hangzhou')).some((row) => row.channelId === channelId)).toBe(false)
    const filters = (await world.send(queueCalls.queueFilterOptions, {}, 'hangzhou')).data as { channels: { key: string }[] }
    expect(filters.channels.some(({ key }) => key === channelId)).toBe(false)
  })
})

describe('a channel that was stopped', () => {
  test('brings no new order, at the desk nor through its own people, who are told; its order under way is driven and billed', async () => {
    const engine = startDispatch(world.app.platform, { log: { warn: () => {}, error: () => {} }, tickMs: 50 })
    const underway = await onTheWay(world, { channelId: world.channel })
    await engine.stop()
    const stopped = await enable(await own(), false)
    expect(stopped).toMatchObject({ code: 0, data: { enabled: false, allowedActions: ['edit', 'enable'] } })

    expect(await place({ channelId: world.channel })).toMatchObject({
      error: 'channel.stopped',
      message: '合作渠道已停用，不能再下新单；进行中的订单不受影响',
    })
    expect((await place({}, 'partner')).error).toBe('channel.stopped')
    expect((await world.send(callCentreCalls.estimate, trip(), 'partner')).error).toBe('channel.stopped')

    const told = async (as: Person) =>
      ((await world.send(noticeCalls.list, {}, as)).data as AnswerOf<typeof noticeCalls.list>).rows.filter(({ kind }) =>
        kind.startsWith('CHANNEL'),
      )
    expect(await told('partner')).toMatchObject([{ kind: 'CHANNEL_STOPPED', subject: '银行渠道' }])
    expect(await told('all')).toEqual([])

    seenAt(world, underway.driver.driverId, 0)
    for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end, dispatchCalls.file]) {
      const done = await underway.call(step, {
        id: underway.orderId,
        ...(step === dispatchCalls.end && { reason: '到达' }),
        ...(step === dispatchCalls.file && { extras: [] }),
      })
      expect(done.code, done.message).toBe(0)
    }
    const info = await world.send(orderCalls.info, { orderId: underway.orderId }, 'partner')
    expect(info.code, 'its people still see the order').toBe(0)

    expect((await enable(stopped.data as ChannelRow, true)).data).toMatchObject({ enabled: true })
    expect((await told('partner')).map(({ kind }) => kind)).toEqual(['CHANNEL_STARTED', 'CHANNEL_STOPPED'])
    expect((await place({}, 'partner')).code).toBe(0)
  })

  test('is stopped once: whoever saw it before is shown how it stands', async () => {
    const seen = await channel()
    expect((await enable(seen, false)).code).toBe(0)
    expect(await enable(seen, false)).toMatchObject({ error: 'channel.versionConflict', data: { current: { enabled: false } } })
  })
})

describe('a partner’s person, whatever their role gives them,', () => {
  test('sees their own channel alone, and changes none', async () => {
    const foreign = await channel()
    expect((await listed('partner')).map((row) => [row.channelId, row.allowedActions])).toEqual([[world.channel, []]])
    for (const { channelId, version } of [foreign, await own()]) {
      expect((await save({ channelId, version, code: undefined }, 'partner')).code).toBe(403)
      expect((await enable({ channelId, version }, false, 'partner')).code).toBe(403)
    }
    expect((await save({}, 'partner')).code).toBe(403)
    expect((await world.send(peopleCalls.channels, {}, 'partner')).data).toMatchObject({ channels: [{ channelId: world.channel }] })
  })

  test('places orders of their own channel only, and reads, changes and cancels none of another', async () => {
    const foreign = await channel()
    const order = await addOrder(world, { channelId: foreign.channelId, status: 102 })
    const placed = await place({ channelId: foreign.channelId }, 'partner')
    const { orderId } = (placed.data as { orders: { orderId: string }[] }).orders[0]!
    const { rows } = await world.owner.query('select channel_id from orders where order_id = $1', [orderId])
    expect(rows).toEqual([{ channel_id: world.channel }])

    const orders = (await world.send(orderCalls.list, { pageSize: 200 }, 'partner')).data as { rows: { orderId: string }[] }
    expect(orders.rows.map((row) => row.orderId)).toContain(orderId)
    expect(orders.rows.map((row) => row.orderId)).not.toContain(order.orderId)
    for (const [call, input] of [
      [orderCalls.info, {}],
      [orderEditCalls.remark, { remark: '试' }],
      [orderEditCalls.changeContact, { contactPhone: '13900001111', version: 1 }],
      [callCentreCalls.cancel, {}],
      [deskCustomerCalls.partnerChannelRights, { channelId: foreign.channelId }],
    ] as const)
      expect((await world.send(call, { orderId: order.orderId, ...input }, 'partner')).code, call.path).toBe(404)
    const mapped = { bookingId: order.bookingId, channelId: foreign.channelId, partnerBookingId: 'X1' }
    expect((await world.send(orderEditCalls.mapBooking, mapped, 'partner')).error).toBe('order.bookingNotFound')
  })

  test('gives nobody the sight of another channel', async () => {
    const foreign = await channel()
    const { rows } = await world.owner.query<{ dept_id: string }>('select dept_id from users where user_id = $1', [
      world.people.partner.userId,
    ])
    const user = { username: `p${++made}`, realName: '新人', deptId: rows[0]!.dept_id, allCities: true }
    expect((await world.send(peopleCalls.userAdd, { ...user, channelId: foreign.channelId }, 'partner')).error).toBe(
      'people.channelNotFound',
    )
    expect((await world.send(peopleCalls.userAdd, { ...user, channelId: world.channel }, 'partner')).code).toBe(0)
  })
})

test('services, orders a day and calls a minute are set on its form, and its programs read them', async () => {
  const made = await world.send(channelCalls.save, {
    name: '限额渠道',
    code: 'limits',
    serviceTypes: ['TRIP'],
    ordersPerDay: 20,
    callsPerMinute: 120,
  })
  const row = made.data as ChannelRow
  expect(row).toMatchObject({ serviceTypes: ['TRIP'], ordersPerDay: 20, callsPerMinute: 120 })
  const key = await world.keyOf(row.channelId)
  expect((await world.send(partnerCalls.channel, {}, key)).data).toMatchObject({
    serviceTypes: ['TRIP'],
    ordersPerDay: 20,
    callsPerMinute: 120,
  })
  const { channelId, version, name } = row
  const saved = await world.send(channelCalls.save, { channelId, version, name })
  expect(saved.data, 'none given: every service, as many orders as come, calls as they were').toMatchObject({
    serviceTypes: [],
    ordersPerDay: null,
    callsPerMinute: 120,
  })
})

test('a channel’s page says what its programs used of the day and what its months came to, as far as they are in sight', async () => {
  const view = (as = 'all', channelId = world.channel) => world.send(channelCalls.view, { channelId }, as)
  const before = (await view()).data as { months: { orders: number }[] }
  const orders = before.months[0]?.orders ?? 0
  for (const cityId of [HANGZHOU, SHANGHAI]) {
    const { orderId } = await addOrder(world, { channelId: world.channel, cityId, status: 501 })
    await world.owner.query('update orders set total_fen = 3333, pay_status = 20 where order_id = $1', [orderId])
  }
  await addOrder(world, { channelId: world.channel, status: 403 })
  await world.owner.query('update channels set commission_bp = 500 where channel_id = $1', [world.channel])
  await world.owner.query(
    `insert into channel_days (tenant_id, channel_id, day, orders) values ($1, $2, (now() at time zone 'Asia/Shanghai')::date, 3)`,
    [world.tenantA, world.channel],
  )
  const answer = await view()
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  expect(answer.data).toMatchObject({ ordersToday: 3, commissionBp: 500, months: [{ orders: orders + 3 }] })
  const seen = (await view('hangzhou')).data as { months: { orders: number }[] }
  expect(seen.months[0]!.orders, 'of the own cities').toBe((answer.data as typeof before).months[0]!.orders - 1)
  expect((await view('other')).error).toBe('channel.notFound')
  expect((await view('partner', world.otherChannel)).error).toBe('channel.notFound')
})

test('what a channel placed before its commission changed keeps the one of then', async () => {
  const { rows } = await world.owner.query<{ channel_id: string; version: number; name: string }>(
    `insert into channels (tenant_id, name, code, commission_bp) values ($1, '佣金渠道', 'COMM', 500) returning channel_id::text, version, name`,
    [world.tenantA],
  )
  const { channel_id: channelId, name } = rows[0]!
  let { version } = rows[0]!
  const billed = async () => {
    const { orderId } = await addOrder(world, { channelId, status: 501 })
    await world.owner.query('update orders set total_fen = 10000, created_at = clock_timestamp() where order_id = $1', [orderId])
  }
  const becomes = async (commissionBp: number) => {
    const saved = await world.send(channelCalls.save, { channelId, version, name, commissionBp })
    expect(saved.code, JSON.stringify(saved)).toBe(0)
    version = (saved.data as { version: number }).version
  }
  const sums = async (as = 'all') => {
    const { months } = (await world.send(channelCalls.view, { channelId }, as)).data as AnswerOf<typeof channelCalls.view>
    return months.reduce(
      (sum, { commissionFen, commissionBps }) => ({ fen: sum.fen + commissionFen, bps: [...sum.bps, ...commissionBps] }),
      {
        fen: 0,
        bps: [] as number[],
      },
    )
  }
  await billed()
  expect(await sums()).toEqual({ fen: 500, bps: [500] })
  await becomes(800)
  expect(await sums()).toEqual({ fen: 500, bps: [500] })
  await billed()
  await becomes(800)
  await becomes(300)
  expect(await sums()).toEqual({ fen: 1_300, bps: [500, 800] })
  await billed()
  expect(await sums()).toEqual({ fen: 1_600, bps: [500, 800, 300] })
})
