import { callbackCalls } from '@chauffeur/contract/partner/callback'
import { partnerCalls as calls, type PartnerOrder } from '@chauffeur/contract/partner/api'
import { webhookCalls, type WebhookRow } from '@chauffeur/contract/partner/webhook'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockOrder, moveOrder, noteOrder } from '#areas/order/model'
import type { WholeTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import type { PartnerKey } from '#test/harness/partner'
import { type PartnerServer, partnerServer } from '#test/partner/partner-server'
import { addDriver, HANGZHOU, makeWorld, type World } from '#test/world'
import { sendAllDue } from './send.round.ts'

let world: World
let key: PartnerKey
let server: PartnerServer
let callback: { callbackId: string; version: number }
beforeAll(async () => {
  world = await makeWorld({ settings: { webhookHosts: ['127.0.0.1'] } })
  key = await world.keyOf(world.channel)
})
afterAll(() => world.close())
beforeEach(async () => {
  server = await partnerServer([key.secret])
  await world.owner.query('truncate webhook_attempts, webhook_deliveries, channel_callbacks')
  callback = await saved({ url: server.url })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.stop()
})

const saved = async (input: object, as = 'all') => {
  const answer = await world.send(callbackCalls.save, { channelId: world.channel, ...input }, as)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return answer.data as { callbackId: string; version: number; url: string }
}
let made = 0
const place = async (): Promise<{ orderId: string; partnerBookingId: string }> => {
  const n = ++made
  const input = { partnerBookingId: `WH-${n}`, cityId: HANGZHOU, phone: `1385${String(n).padStart(7, '0')}`, pickupAddress: '武林广场' }
  const answer = await world.send(calls.place, { ...input, pickupLat: 30.25, pickupLng: 120.16 }, key)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return { orderId: (answer.data as PartnerOrder).orders[0]!.orderId, partnerBookingId: input.partnerBookingId }
}
const inTenant = (work: (tx: WholeTx) => Promise<unknown>) => world.app.platform.db.write(wholeTenant(world.tenantA), work)
const driverActor = { type: 'DRIVER', id: '1', name: '郑师傅' } as const
/** The order goes on as a driver takes it there. */
const go = (orderId: string, ...events: ('accept' | 'arrive' | 'depart' | 'end')[]) =>
  inTenant(async (tx) => {
    const driverId = events[0] === 'accept' ? await addDriver(world) : null
    for (const event of events) {
      const order = (await lockOrder(tx, orderId))!
      await moveOrder(tx, order, { event, actor: driverActor, ...(event === 'accept' && { set: { driver_id: driverId } }) })
    }
  })
const send = () =>
  sendAllDue({
    ...world.app.platform,
    reportFault: (_, error) => {
      throw error
    },
  })
/** So much time goes by for what waits, and for whoever counts faults. */
const later = async (s: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + s * 1_000 })
  await world.owner.query(
    `update webhook_deliveries set next_attempt_at = next_attempt_at - make_interval(secs => $1), give_up_at = give_up_at - make_interval(secs => $1)`,
    [s],
  )
}
const list = async (input: object = {}, as = 'all') =>
  (await world.send(webhookCalls.list, { ...input }, as)).data as { rows: WebhookRow[] }
const heard = (orderId: string) => server.effective.filter(({ data }) => data.orderId === orderId).map(({ type }) => type)

describe('a partner', () => {
  test('hears of each change of its order once, in their order, signed by every good key', async () => {
    const { orderId, partnerBookingId } = await place()
    await go(orderId, 'accept', 'arrive', 'depart', 'end')
    await inTenant(async (tx) => noteOrder(tx, (await lockOrder(tx, orderId))!, { event: 'remark', actor: driverActor, set: {} }))
    await send()
    expect(server.wrong).toEqual([])
    expect(server.arrived.map(({ type }) => type)).toEqual([
      'order.placed',
      'order.accepted',
      'order.arrived',
      'order.departed',
      'order.ended',
    ])
    expect(
      server.arrived.map(({ data }) => data.serviceStatus),
      'as it stood then',
    ).toEqual([102, 301, 302, 303, 304])
    expect(server.arrived[0]).toMatchObject({
      id: `evt_${orderId}_1`,
      seq: 1,
      data: { orderId, partnerBookingId, payStatus: 0, prepayUntil: null, endReason: null },
    })
    expect(server.arrived.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    const { rows } = await list({ keyword: partnerBookingId })
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row).toMatchObject({ state: 'DELIVERED', attempts: 1, lastStatus: 200, lastFailure: '' })
    const detail = (await world.send(webhookCalls.detail, { deliveryId: rows.at(-1)!.deliveryId })).data as {
      body: string
      tries: object[]
    }
    expect(JSON.parse(detail.body)).toEqual(server.arrived[0])
    expect(detail.tries).toMatchObject([{ attempt: 1, httpStatus: 200, failure: '' }])
    await send()
    expect(server.arrived).toHaveLength(5)
  })

  test('has its list live: each attempt and each message sent again is told to whoever sees the channel', async () => {
    const told = async () =>
      (
        await world.owner.query<{ channel: string; delivery: string | null; city: string | null }>(
          `select channel_id as channel, payload ->> 'deliveryId' as delivery, city_id as city from live_events where topic = 'webhooks' order by event_id`,
        )
      ).rows
    await world.owner.query(`delete from live_events where topic = 'webhooks'`)
    await place()
    await send()
    const [row] = (await list()).rows
    const event = { channel: world.channel, delivery: row!.deliveryId, city: HANGZHOU }
    expect(await told()).toEqual([event])
    expect((await world.send(webhookCalls.replay, { deliveryId: row!.deliveryId }, 'partner')).code).toBe(0)
    expect(await told()).toEqual([event, event])
    await world.owner.query(`update webhook_deliveries set state = 'GIVEN_UP', done_at = now()`)
    const since = new Date(Date.now() - 60_000).toISOString()
    expect((await world.send(webhookCalls.replayFailed, { channelId: world.channel, since }, 'partner')).data).toEqual({ replayed: 1 })
    expect(await told()).toEqual([event, event, { ...event, delivery: null, city: null }])
  })

  test('that places the same order five times is told of one', async () => {
    const input = {
      cityId: HANGZHOU,
      phone: '13899990000',
      pickupAddress: '西湖',
      pickupLat: 30.25,
      pickupLng: 120.16,
      partnerBookingId: 'FIVE',
    }
    await Promise.all([1, 2, 3, 4, 5].map(() => world.send(calls.place, input, key)))
    await send()
    expect(server.arrived.map(({ type }) => type)).toEqual(['order.placed'])
  })

  test('is told nothing of what was rolled back, of other channels’ orders, and while its address is off', async () => {
    const before = await place()
    await inTenant(async (tx) => {
      await moveOrder(tx, (await lockOrder(tx, before.orderId))!, {
        event: 'accept',
        actor: driverActor,
        set: { driver_id: await addDriver(world) },
      })
      throw new Error('rolled back')
    }).catch(() => {})
    const other = await world.keyOf(world.otherChannel)
    const input = {
      partnerBookingId: 'OTHER',
      cityId: HANGZHOU,
      phone: '13877770000',
      pickupAddress: '西湖',
      pickupLat: 30.25,
      pickupLng: 120.16,
    }
    expect((await world.send(calls.place, input, other)).code).toBe(0)
    await send()
    expect(server.arrived.map(({ type, data }) => [type, data.orderId])).toEqual([['order.placed', before.orderId]])
    await world.send(callbackCalls.enable, { channelId: world.channel, ...callback, enabled: false })
    await go(before.orderId, 'accept')
    await send()
    expect((await list()).rows).toHaveLength(1)
  })

  test('without a good key is sent nothing, and the log says why', async () => {
    const placed = await place()
    await world.owner.query('update channel_keys set ended_at = now() where key_id = $1', [key.keyId])
    await send()
    expect(server.arrived).toEqual([])
    expect((await list()).rows).toMatchObject([{ orderId: placed.orderId, state: 'WAITING', lastFailure: 'NO_KEY', attempts: 1 }])
    key = await world.keyOf(world.channel)
    const second = await world.keyOf(world.channel)
    await server.stop()
    server = await partnerServer([second.secret])
    await world.owner.query('update channel_callbacks set url = $1', [server.url])
    await later(11)
    await send()
    expect(server.wrong, 'either of two good keys checks it').toEqual([])
    expect(heard(placed.orderId)).toEqual(['order.placed'])
    await world.owner.query('update channel_keys set ended_at = now() where key_id = $1', [second.keyId])
  })
})

describe('what is not taken', () => {
  test.each([
    [404, 'REFUSED', 404],
    [302, 'REFUSED', 302],
    [500, 'FAULT', 500],
    ['CLOSED', 'UNREACHABLE', null],
  ] as const)(
    '%s is sent again after ten seconds, under the same id, and nothing else of its order before it',
    async (manner, failure, status) => {
      const { orderId } = await place()
      await go(orderId, 'accept')
      server.manner = () => manner
      await send()
      expect(server.arrived.map(({ type }) => type)).toEqual(['order.placed'])
      expect((await list({ type: 'order.placed' })).rows).toMatchObject([
        { state: 'WAITING', attempts: 1, lastFailure: failure, lastStatus: status },
      ])
      const { rows } = (await world.send(callbackCalls.list, { channelId: world.channel })).data as { rows: object[] }
      expect(rows).toMatchObject([{ failingSince: expect.any(String), waiting: 2, givenUp: 0 }])
      await send()
      expect(server.arrived, 'not at once').toHaveLength(1)
      server.manner = () => 200
      await later(10)
      await send()
      expect(server.arrived.map(({ id }) => id)).toEqual([`evt_${orderId}_1`, `evt_${orderId}_1`, `evt_${orderId}_2`])
      expect(heard(orderId)).toEqual(['order.placed', 'order.accepted'])
      expect((await world.send(callbackCalls.list, { channelId: world.channel })).data).toMatchObject({
        rows: [{ failingSince: null, waiting: 0 }],
      })
    },
  )

  test('because the answer was lost comes twice, and counts once', async () => {
    const { orderId } = await place()
    server.manner = () => 'LOST'
    await send()
    server.manner = () => 204
    await later(10)
    await send()
    expect(server.arrived).toHaveLength(2)
    expect(heard(orderId)).toEqual(['order.placed'])
    expect((await list()).rows).toMatchObject([{ state: 'DELIVERED', attempts: 2, lastStatus: 204 }])
  })

  test('of one order holds up no other order', async () => {
    const [ill, well] = [await place(), await place()]
    server.manner = ({ data }) => (data.orderId === ill.orderId ? 500 : 200)
    await go(well.orderId, 'accept')
    await send()
    expect(heard(well.orderId)).toEqual(['order.placed', 'order.accepted'])
    expect(heard(ill.orderId)).toEqual([])
  })

  test('for a whole day is all there a moment after the partner is back: nothing lost, nothing twice, each order in its order', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, place))
    server.manner = () => 503
    await send()
    for (let hour = 0; hour < 24; hour++) {
      await later(3_600)
      await send()
      if (hour === 6) for (const { orderId } of orders) await go(orderId, 'accept', 'arrive')
    }
    expect(server.effective).toEqual([])
    const tried = server.arrived.length
    server.manner = () => 200
    await later(3_600)
    await send()
    const answered = server.arrived.slice(tried)
    expect(answered.map(({ id }) => id).toSorted()).toEqual(
      orders.flatMap(({ orderId }) => [1, 2, 3].map((seq) => `evt_${orderId}_${seq}`)).toSorted(),
    )
    for (const { orderId } of orders) expect(heard(orderId)).toEqual(['order.placed', 'order.accepted', 'order.arrived'])
    expect((await list({ state: 'WAITING' })).rows).toEqual([])
    expect(tried, 'it was not asked for every message each hour').toBeLessThan(12 * 33)
  })

  test('for seven days is given up, what comes after it goes on, and both ways to send it again work', async () => {
    const orders = [await place(), await place()]
    server.manner = () => 500
    await send()
    await later(7 * 86_400)
    await send()
    expect((await list({ state: 'GIVEN_UP' })).rows).toHaveLength(2)
    await go(orders[0]!.orderId, 'accept')
    server.manner = () => 200
    await later(60)
    await send()
    expect(heard(orders[0]!.orderId)).toEqual(['order.accepted'])
    const [lost] = (await list({ state: 'GIVEN_UP', keyword: orders[0]!.partnerBookingId })).rows
    expect(lost).toMatchObject({ allowedActions: ['replay'], nextAttemptAt: null })
    expect((await world.send(webhookCalls.replay, { deliveryId: lost!.deliveryId })).data).toMatchObject({
      state: 'WAITING',
      allowedActions: [],
    })
    expect((await world.send(webhookCalls.replay, { deliveryId: lost!.deliveryId })).error).toBe('webhook.waiting')
    await send()
    expect(heard(orders[0]!.orderId), 'its number says that it is old').toEqual(['order.accepted', 'order.placed'])
    const since = (from: Date) => world.send(webhookCalls.replayFailed, { channelId: world.channel, since: from.toISOString() })
    expect((await since(new Date(Date.now() + 3_600_000))).data).toEqual({ replayed: 0 })
    expect((await since(new Date('2026-01-01'))).data).toEqual({ replayed: 1 })
    await send()
    expect(heard(orders[1]!.orderId)).toEqual(['order.placed'])
    const { rows } = await world.owner.query(`select call from operation_logs where call like 'webhook.%' order by at`)
    expect(rows.map(({ call }) => call)).toContain('webhook.replay')
  })
})

describe('who may', () => {
  test('a partner’s people see and send again what was sent to them, and nobody else’s', async () => {
    await place()
    server.manner = () => 404
    await send()
    const mine = (await list({}, 'partner')).rows
    expect(mine).toHaveLength(1)
    expect((await list({}, 'other')).rows, 'another tenant').toEqual([])
    expect((await list({}, 'nowhere')).rows).toEqual([])
    await world.owner.query('update webhook_deliveries set channel_id = $1', [world.channel])
    const { deliveryId } = mine[0]!
    await world.owner.query(`update orders set channel_id = $2 where order_id = $1`, [mine[0]!.orderId, world.otherChannel])
    for (const as of ['partner', 'other', 'nowhere']) {
      expect((await world.send(webhookCalls.detail, { deliveryId }, as)).error, as).toBe('webhook.notFound')
      expect((await world.send(webhookCalls.replay, { deliveryId }, as)).error, as).toBe('webhook.notFound')
    }
    expect(
      (await world.send(webhookCalls.replayFailed, { channelId: world.otherChannel, since: '2026-01-01T00:00:00Z' }, 'partner')).error,
    ).toBe('channel.notFound')
    expect((await world.send(webhookCalls.list, {}, 'weak')).code).toBe(403)
  })

  test('addresses are kept by headquarters, three at most, none of them inside', async () => {
    const save = (input: object, as = 'all') => world.send(callbackCalls.save, { channelId: world.channel, ...input }, as)
    for (const url of [
      'http://partner.example/',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://a:b@partner.example/',
      'nonsense',
      'https://[::1]/',
    ])
      expect((await save({ url })).error, url).toBe('callback.badUrl')
    expect((await save({ url: 'https://partner.example/a' }, 'partner')).code).toBe(403)
    expect((await save({ url: server.url })).error).toBe('callback.taken')
    await saved({ url: 'https://partner.example/a' })
    const third = await saved({ url: 'https://partner.example/b', note: '备用' })
    expect((await save({ url: 'https://partner.example/c' })).error).toBe('callback.enough')
    expect((await save({ callbackId: third.callbackId, version: 9, url: 'https://partner.example/d' })).error).toBe(
      'callback.versionConflict',
    )
    expect(await saved({ callbackId: third.callbackId, version: third.version, url: 'https://partner.example/d' })).toMatchObject({
      url: 'https://partner.example/d',
      version: 2,
    })
    expect(
      (await save({ channelId: world.otherChannel, callbackId: third.callbackId, version: 2, url: 'https://partner.example/e' })).error,
    ).toBe('callback.notFound')
    expect((await world.send(callbackCalls.list, { channelId: world.channel }, 'partner')).data).toMatchObject({ rows: [{}, {}, {}] })
    expect((await world.send(callbackCalls.list, { channelId: world.otherChannel }, 'partner')).error).toBe('channel.notFound')
  })
})
