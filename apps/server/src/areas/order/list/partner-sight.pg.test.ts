import type { Call } from '@chauffeur/contract/kernel/call'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderCalls } from '@chauffeur/contract/order/list'
import { areas } from '@chauffeur/contract/all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDriver, addOrder, makeWorld, type World } from '#test/world'

// A partner follows the orders of its channel: what became of them, not who drove, who sat at the desk, or what was noted there.
let world: World
let order: Awaited<ReturnType<typeof addOrder>>
let driverId: string
beforeAll(async () => {
  world = await makeWorld()
  driverId = await addDriver(world, { name: '郑某某', orgId: world.hangzhouOrg })
  await world.owner.query('update users set real_name = $1 where username = $2', ['客服小周', 'all'])
  world.app.platform.forgetSession()
  order = await addOrder(world, { channelId: world.channel, orgId: world.hangzhouOrg, driverId, status: 302 })
  expect((await world.send(orderEditCalls.remark, { orderId: order.orderId, remark: '客户上次投诉过' })).code).toBe(0)
  expect((await world.send(orderEditCalls.sendMessage, { orderId: order.orderId, kind: 'CUSTOM', body: '请稍候' })).code).toBe(0)
  await world.owner.query(
    `insert into order_events (tenant_id, order_id, seq, event, to_status, actor_type, actor_id, actor_name, reason, payload)
     values ($1, $2, 90, 'assign', 302, 'OPERATOR', $3, '客服小周', '离得近', $4)`,
    [world.tenantA, order.orderId, world.people.all.userId, { driverId }],
  )
  await world.owner.query(
    `insert into dispatch_searches (tenant_id, booking_id, city_id, params, radius_m, started_at, ends_at, next_round_at, state)
     values ($1, $2, 330100, '{}', 3000, now(), now(), now(), 'FOUND') returning search_id`,
    [world.tenantA, order.bookingId],
  )
})
afterAll(() => world.close())

const reads = Object.values(areas)
  .flatMap((area) => Object.values(area as Record<string, Call>))
  .filter(({ effect, access }) => effect === 'read' && typeof access === 'object' && access.authority === 'order.view')

test('no call for orders tells a partner who drove, who sat at the desk, or what they noted', async () => {
  const all = { partner: '', all: '' }
  for (const person of ['partner', 'all'] as const)
    for (const call of reads) all[person] += JSON.stringify(await world.send(call, { orderId: order.orderId }, person))
  for (const inside of [`"driverId":"${driverId}"`, '郑某某', '客服小周', '客户上次投诉过', '离得近']) {
    expect(all.all).toContain(inside)
    expect(all.partner).not.toContain(inside)
  }
  expect(all.partner).toContain(order.orderNo)
})

test('a partner cannot follow one driver over its orders', async () => {
  const found = async (as: 'partner' | 'all') =>
    ((await world.send(orderCalls.list, { driverId }, as)).data as { rows: unknown[] }).rows.length
  expect(await found('all')).toBe(1)
  expect(await found('partner')).toBe(0)
})

test('a partner reads why its order was cancelled, and what it wrote itself', async () => {
  const own = await addOrder(world, { channelId: world.channel, status: 180 })
  const event = (seq: number, name: string, status: number, by: string, reason: string) =>
    world.owner.query(
      `insert into order_events (tenant_id, order_id, seq, event, to_status, actor_type, actor_id, actor_name, reason) values ($1, $2, $3, $4, $5, 'OPERATOR', $6, '某人', $7)`,
      [world.tenantA, own.orderId, seq, name, status, by, reason],
    )
  await event(50, 'edit', 180, world.people.partner.userId, '换了一个上车点')
  await event(51, 'cancel', 405, world.people.all.userId, '没有司机')
  const { timeline } = (await world.send(orderCalls.info, { orderId: own.orderId }, 'partner')).data as {
    timeline: { reason: string; actorName: string }[]
  }
  expect(timeline.slice(-2)).toMatchObject([
    { reason: '换了一个上车点', actorName: '某人' },
    { reason: '没有司机', actorName: '' },
  ])
})
