import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { prepayCalls as calls, type OrderPrepay } from '@chauffeur/contract/finance/prepayment'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { orderCalls } from '@chauffeur/contract/order/list'
import { type PartnerOrder, partnerCalls } from '@chauffeur/contract/partner/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANGZHOU, makeWorld, type World } from '#test/world'
import { lapseUnpaid } from './prepay.rounds.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  expect((await world.send(citySwitchCalls.save, { cityId: HANGZHOU, key: 'prePay', on: true, version: 0 })).code).toBe(0)
})
afterAll(() => world.close())

const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
let made = 0
const newPhone = () => `1376677${String(++made).padStart(4, '0')}`
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.35, dropoffLng: 120.3 }
interface Placed {
  orderId: string
  prepayDueFen: number
  prepayUntil: string
}
async function placed(more: object = {}): Promise<Placed> {
  const answer = await world.send(callCentreCalls.place, {
    ...trip,
    phone: newPhone(),
    pickupAddress: '武林门',
    dropoffAddress: '下沙',
    ...more,
  })
  expect(answer.code, answer.message).toBe(0)
  return (answer.data as { orders: Placed[] }).orders[0]!
}
const pay = (order: { orderId: string; prepayDueFen: number }) =>
  world.send(calls.record, { orderId: order.orderId, way: 'WECHAT', amountFen: order.prepayDueFen, reference: `PRE-${++made}` })

test('a partner sees what its order waits for, and nothing of the money that came', async () => {
  const order = await placed({ channelId: world.channel })
  const seen = async () => (await world.send(orderCalls.info, { orderId: order.orderId }, 'partner')).data as { prepay: OrderPrepay }
  expect((await seen()).prepay).toMatchObject({ amountFen: order.prepayDueFen, until: order.prepayUntil })
  expect((await pay(order)).code).toBe(0)
  expect((await seen()).prepay).toMatchObject({ until: null, payment: null })
  expect(((await world.send(orderCalls.info, { orderId: order.orderId })).data as { prepay: OrderPrepay }).prepay.payment).toMatchObject({
    state: 'HELD',
  })
  expect(((await world.send(calls.list, {}, 'partner')).data as { rows: unknown[] }).rows).toEqual([])
})

test('a partner’s program is told what its order waits for, that it waits no longer, and that one ended because it was not paid', async () => {
  const key = await world.keyOf(world.channel)
  await world.owner.query(`insert into channel_callbacks (tenant_id, channel_id, url) values ($1, $2, 'https://partner.example/orders')`, [
    world.tenantA,
    world.channel,
  ])
  const order = async () => {
    const partnerBookingId = `PRE-${++made}`
    const asked = { ...trip, partnerBookingId, phone: newPhone(), pickupAddress: '武林门', dropoffAddress: '下沙' }
    const answer = await world.send(partnerCalls.place, asked, key)
    expect(answer.code, answer.message).toBe(0)
    const { orders } = answer.data as PartnerOrder
    return { partnerBookingId, ...orders[0]!, prepayDueFen: orders[0]!.prepayDueFen! }
  }
  const now = async ({ partnerBookingId }: { partnerBookingId: string }) =>
    ((await world.send(partnerCalls.order, { partnerBookingId }, key)).data as PartnerOrder).orders[0]!
  const told = (orderId: string) =>
    rows('select type, service_status, prepay_due_fen, prepay_until, end_reason from webhook_deliveries where order_id = $1 order by seq', [
      orderId,
    ])
  const [goes, ends] = [await order(), await order()]
  const due = { service_status: 101, prepay_due_fen: goes.prepayDueFen, prepay_until: new Date(goes.prepayUntil!), end_reason: null }
  const nothing = { prepay_due_fen: null, prepay_until: null, end_reason: null }
  expect(goes).toMatchObject({ serviceStatus: 101, prepayDueFen: goes.estimateFen, endReason: null })
  expect(await now(goes)).toMatchObject({ prepayDueFen: goes.estimateFen, prepayUntil: goes.prepayUntil })
  expect((await pay(goes)).code).toBe(0)
  expect(await now(goes)).toMatchObject({ serviceStatus: 102, prepayDueFen: null, prepayUntil: null, endReason: null })
  expect(await told(goes.orderId)).toEqual([
    { type: 'order.placed', ...due },
    { type: 'order.prepaid', service_status: 101, ...nothing },
    { type: 'order.searching', service_status: 102, ...nothing },
  ])
  await world.owner.query(`update orders set prepay_until = now() - interval '1 second' where order_id = $1`, [ends.orderId])
  expect(await lapseUnpaid(world.app.platform)).toBe(1)
  expect(await now(ends)).toMatchObject({
    ...{ serviceStatus: 403, cancelFeeFen: 0, prepayDueFen: null, prepayUntil: null },
    endReason: 'PREPAY_LAPSED',
  })
  expect((await told(ends.orderId)).at(-1)).toEqual({
    type: 'order.cancelled',
    service_status: 403,
    ...nothing,
    end_reason: 'PREPAY_LAPSED',
  })
  const cancelled = await order()
  const judged = (await world.send(partnerCalls.cancel, { partnerBookingId: cancelled.partnerBookingId }, key)).data as {
    quoteId: string
    feeFen: number
  }
  expect(judged.feeFen).toBe(0)
  await world.send(partnerCalls.cancel, { partnerBookingId: cancelled.partnerBookingId, quoteId: judged.quoteId }, key)
  expect(await now(cancelled)).toMatchObject({ serviceStatus: 403, prepayUntil: null, endReason: null })
})
