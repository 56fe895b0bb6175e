import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { partnerCalls as calls, type PartnerOrder } from '@chauffeur/contract/partner/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PartnerKey } from '#test/harness/partner'
import { addDriver, addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
let key: PartnerKey
let otherKey: PartnerKey
beforeAll(async () => {
  world = await makeWorld()
  key = await world.keyOf(world.channel)
  otherKey = await world.keyOf(world.otherChannel)
})
afterAll(() => world.close())

let made = 0
const fresh = () => ({ partnerBookingId: `PA-${++made}`, phone: `1371234${String(made).padStart(4, '0')}` })
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.3, dropoffLng: 120.2 }
const body = (more: object = {}) => ({ ...trip, ...fresh(), pickupAddress: '武林广场 3 号门', dropoffAddress: '城西银泰', ...more })
const place = (input: object, as = key, headers: Record<string, string> = {}) =>
  world.send(calls.place, input as Record<string, unknown>, as, headers)
const placed = async (input = body(), as = key) => {
  const answer = await place(input, as)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as PartnerOrder
}
const ordersOf = async (phone: string) =>
  (await world.owner.query<{ n: number }>('select count(*)::int as n from orders where contact_phone = $1', [phone])).rows[0]!.n

describe('an order', () => {
  test('is placed at the price that was quoted, and is the channel’s', async () => {
    const input = body()
    const quote = (await world.send(calls.quote, { ...trip, phone: input.phone }, key)).data as { quoteId: string; totalFen: number }
    const order = await placed({ ...input, quoteId: quote.quoteId } as ReturnType<typeof body>)
    expect(order).toMatchObject({
      partnerBookingId: input.partnerBookingId,
      cityId: HANGZHOU,
      orders: [{ serviceStatus: 102, payStatus: 0, estimateFen: quote.totalFen, driver: null, pickup: { address: '武林广场 3 号门' } }],
    })
    const { rows } = await world.owner.query(
      `select o.source, o.channel_id, b.agent_id, e.actor_type, e.actor_id from orders o join bookings b using (booking_id)
       join order_events e on e.order_id = o.order_id where o.order_id = $1`,
      [order.orders[0]!.orderId],
    )
    expect(rows).toMatchObject([
      { source: 'PARTNER', channel_id: world.channel, agent_id: null, actor_type: 'PARTNER', actor_id: world.channel },
    ])
    expect((await world.send(calls.channel, {}, key)).data).toMatchObject({ ordersToday: made })
  })

  test('sent five times at once, with and without its Idempotency-Key, is one', async () => {
    const input = body()
    const answers = await Promise.all([0, 1, 2, 3, 4].map((n) => place(input, key, n < 3 ? { 'idempotency-key': 'the same' } : {})))
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    expect(new Set(answers.map(({ data }) => (data as PartnerOrder).bookingId)).size).toBe(1)
    expect(await ordersOf(input.phone)).toBe(1)
    const { rows } = await world.owner.query<{ orders: number }>('select orders from channel_days where channel_id = $1', [world.channel])
    expect(rows[0]!.orders, 'and counts once').toBe(made)
  })

  test('with other content under the same number is refused, naming each field that changed', async () => {
    const input = body({ remark: '南门' })
    await placed(input)
    const answer = await place({ ...input, remark: '北门', carPlate: '浙A12345' })
    expect(answer.error).toBe('partner.otherContent')
    expect(answer.data).toMatchObject({ fields: [{ path: 'remark', message: '与首次下单的内容不同' }, { path: 'carPlate' }] })
    expect(await ordersOf(input.phone)).toBe(1)
    const other = await place({ ...input, phone: '13799990000' }, otherKey)
    expect(other.code, 'the number of another channel’s is another').toBe(0)
  })

  test('is taken in the cities, for the services and as often a day as the channel may', async () => {
    const { rows } = await world.owner.query<{ channel_id: string }>(
      `insert into channels (tenant_id, name, code, city_ids, service_types, orders_per_day) values ($1, '小行', 'small', array[$2::bigint], '{TRIP}', 2) returning channel_id`,
      [world.tenantA, HANGZHOU],
    )
    const small = await world.keyOf(rows[0]!.channel_id)
    expect((await world.send(calls.quote, { cityId: SHANGHAI }, small)).error).toBe('channel.otherCity')
    const service = await place(body({ serviceType: 'HOURLY' }), small)
    expect(service).toMatchObject({ error: 'channel.otherService', data: { fields: [{ path: 'serviceType' }] } })
    const bodies = [body(), body(), body(), body()]
    const answers = await Promise.all(bodies.map((one) => place(one, small)))
    expect(answers.map(({ error }) => error ?? '').toSorted()).toEqual(['', '', 'partner.quotaUsed', 'partner.quotaUsed'])
    const first = answers.findIndex(({ code }) => code === 0)
    await world.owner.query('update channels set state = 0 where channel_id = $1', [rows[0]!.channel_id])
    expect((await place(body(), small)).error).toBe('channel.stopped')
    expect((await place(bodies[first]!, small)).code, 'what was placed is answered all the same').toBe(0)
  })

  test('that is refused says nothing of the customer’s other orders', async () => {
    const phone = '13755550000'
    await addOrder(world, { phone, status: 301, channelId: world.otherChannel })
    const answer = await place(body({ phone }))
    expect(answer.error).toBe('callCentre.orderInProgress')
    expect(answer.data).toBeNull()
    await world.owner.query(
      `update customers set blacklisted_until = now() + interval '1 day', blacklist_reason = '打人' where phone = $1`,
      [phone],
    )
    expect(JSON.stringify(await place(body({ phone })))).not.toContain('打人')
  })
})

describe('what became of it', () => {
  test('is told to its own channel, with the driver while they are there, and with the bill once it is filed', async () => {
    const { partnerBookingId, orders } = await placed()
    const of = { partnerBookingId }
    const { orderId } = orders[0]!
    for (const call of [calls.order, calls.bill, calls.cancel]) expect((await world.send(call, of, otherKey)).error).toBe('partner.noOrder')
    const driverId = await addDriver(world, { name: '郑师傅', phone: '13611112222' })
    const stands = async () => ((await world.send(calls.order, of, key)).data as PartnerOrder).orders[0]
    await world.owner.query('update orders set service_status = 301, driver_id = $2, version = version + 1 where order_id = $1', [
      orderId,
      driverId,
    ])
    expect(await stands()).toMatchObject({ serviceStatus: 301, seq: 2, driver: { name: '郑师傅', phone: '13611112222' } })
    expect((await world.send(calls.bill, of, key)).data).toMatchObject({ orders: [{ orderId, bill: null }] })
    await world.owner.query(
      `update orders set service_status = 501, pay_status = 10, subtotal_fen = 3900, discount_fen = 0, total_fen = 3900, enterprise_fen = 0, personal_fen = 3900, filed_at = now() where order_id = $1`,
      [orderId],
    )
    await world.owner.query(
      `insert into bill_lines (tenant_id, order_id, seq, type, label, amount_fen, source) values ($1, $2, 1, 'START', '起步价', 3900, 'COMPUTED')`,
      [world.tenantA, orderId],
    )
    expect((await stands())?.driver).toBeNull()
    expect((await world.send(calls.bill, of, key)).data).toMatchObject({
      orders: [{ orderId, payStatus: 10, bill: { totalFen: 3900, lines: [{ type: 'START', amountFen: 3900 }] } }],
    })
  })

  test('is found by the number that an operator gave a booking of the desk', async () => {
    const { data } = await world.send(callCentreCalls.place, {
      ...trip,
      phone: fresh().phone,
      pickupAddress: '西湖',
      channelId: world.channel,
      driverCount: 2,
    })
    const booking = data as { bookingId: string; orders: { orderId: string }[] }
    const partnerBookingId = 'DESK-1'
    expect((await world.send(orderEditCalls.mapBooking, { bookingId: booking.bookingId, partnerBookingId })).code).toBe(0)
    expect((await world.send(calls.order, { partnerBookingId }, key)).data).toMatchObject({
      bookingId: booking.bookingId,
      orders: booking.orders.map(({ orderId }) => ({ orderId })),
    })
    expect((await place(body({ partnerBookingId }))).data, 'and no order is placed under it').toMatchObject({
      bookingId: booking.bookingId,
    })
    expect((await world.send(calls.cancel, { partnerBookingId }, key)).error).toBe('partner.whichOrder')
    const { orderId } = booking.orders[1]!
    expect((await world.send(calls.cancel, { partnerBookingId, orderId }, key)).data).toMatchObject({ orderId, cancelled: false })
  })
})

describe('cancelling', () => {
  test('is judged first, done at that fee, and said again as it was', async () => {
    const { partnerBookingId, orders } = await placed()
    const { orderId } = orders[0]!
    const driverId = await addDriver(world)
    await world.owner.query(
      `update orders set service_status = 302, driver_id = $2, accepted_at = now() - interval '20 minutes', arrived_at = now() - interval '10 minutes' where order_id = $1`,
      [orderId, driverId],
    )
    const judged = (await world.send(calls.cancel, { partnerBookingId }, key)).data as { quoteId: string; feeFen: number }
    expect(judged).toMatchObject({ cancelled: false, serviceStatus: 302 })
    expect(JSON.stringify(judged)).not.toMatch(/consequence|rule/)
    const stale = await world.send(calls.cancel, { partnerBookingId, quoteId: '999999999' }, key)
    expect(stale).toMatchObject({ error: 'order.cancelQuoteStale', data: { feeFen: judged.feeFen } })
    expect(JSON.stringify(stale)).not.toContain('consequence')
    const sent = { partnerBookingId, quoteId: judged.quoteId, reason: '客户改计划' }
    const answers = [await world.send(calls.cancel, sent, key), await world.send(calls.cancel, sent, key)]
    for (const { data } of answers) expect(data).toMatchObject({ orderId, cancelled: true, serviceStatus: 403, feeFen: judged.feeFen })
    const { rows } = await world.owner.query(`select actor_type, reason from order_events where order_id = $1 and to_status = 403`, [
      orderId,
    ])
    expect(rows).toEqual([{ actor_type: 'PARTNER', reason: '客户改计划' }])
  })
})
