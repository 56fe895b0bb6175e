import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import { queueCalls, type QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import { orderCalls } from '@chauffeur/contract/order/list'
import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dispatcher } from '#areas/dispatch/engine'
import { checkLedger } from '#areas/finance/ledger'
import { engineOf } from '#test/dispatchers'
import { further, onTheWay, placeCall, until, workStatus } from '#test/drivers'
import { messagesIn } from '#test/harness/messages'
import { addOrder, makeWorld, type World } from '#test/world'

let world: World
let engine: Dispatcher
beforeAll(async () => {
  world = await makeWorld()
  engine = engineOf(world)
})
afterAll(async () => {
  await engine.stop()
  await world.close()
})

const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
const info = async (orderId: string) =>
  (await world.send(orderCalls.info, { orderId })).data as {
    version: number
    remarks: { text: string; byName: string }[]
    contactPhone: string
    allowedActions: string[]
    cancelRule: string
    cancelVerdict: string
    cancelCase: { stage: string } | null
  }

test('a cancellation costs what was shown, and says for good whose fault it was', async () => {
  const { orderId } = await further(world, 'arrived')
  const judged = (await world.send(orderCancelCalls.judgeCancel, { orderId })).data as {
    quoteId: string
    feeFen: number
    ruleCase: { stage: string }
  }
  expect(judged).toMatchObject({ rule: 'R5', verdict: 'CUSTOMER_AT_FAULT', feeFen: 1_000, ruleCase: { stage: 'ARRIVED', upToS: 600 } })
  const key = { 'idempotency-key': `cancel-${orderId}` }
  const input = { orderId, quoteId: judged.quoteId, reason: '客户改期' }
  const first = await world.send(orderCancelCalls.cancel, input, 'all', key)
  expect(first.data).toMatchObject({ rule: 'R5', feeFen: 1_000, serviceStatus: 403 })
  expect(await world.send(orderCancelCalls.cancel, input, 'all', key)).toEqual(first)
  expect(await info(orderId)).toMatchObject({ cancelRule: 'R5', cancelVerdict: 'CUSTOMER_AT_FAULT', cancelCase: { stage: 'ARRIVED' } })
  expect(await rows('select count(*)::int as n from ledger_entries where business_id = $1', [orderId])).toEqual([{ n: 1 }])
})

test('a judgement that no longer holds is refused, and the fresh one that comes with the refusal can be confirmed', async () => {
  const { orderId } = await onTheWay(world)
  const old = (await world.send(orderCancelCalls.judgeCancel, { orderId })).data as { quoteId: string }
  await world.send(orderEditCalls.remark, { orderId, remark: '客户在路口' })
  const refused = await world.send(orderCancelCalls.cancel, { orderId, quoteId: old.quoteId })
  expect(refused.error).toBe('order.cancelQuoteStale')
  const { quoteId } = refused.data as { quoteId: string }
  expect((await world.send(orderCancelCalls.cancel, { orderId, quoteId })).code).toBe(0)
})

test('thirty operators who confirm judgements that no longer hold, all at once, each get the fresh one without waiting for each other', async () => {
  const bookTime = new Date(Date.now() + 2 * 3_600_000).toISOString()
  const orders = await Promise.all(Array.from({ length: 30 }, () => placeCall(world, { bookTime })))
  const answers = await Promise.all(
    orders.map(({ orderId }) =>
      world.send(orderCancelCalls.cancel, { orderId, quoteId: '1', reason: '客户改期' }, 'all', { 'idempotency-key': `stale-${orderId}` }),
    ),
  )
  expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['order.cancelQuoteStale']))
  const { quoteId } = answers[0]!.data as { quoteId: string }
  expect((await world.send(orderCancelCalls.cancel, { orderId: orders[0]!.orderId, quoteId })).code).toBe(0)
})

test('the second operator does not overwrite the first, and learns who was there before', async () => {
  const { orderId } = await onTheWay(world)
  const { version } = await info(orderId)
  expect((await world.send(orderEditCalls.changeContact, { orderId, contactPhone: '13911112222', version })).code).toBe(0)
  const second = await world.send(orderEditCalls.changeContact, { orderId, contactPhone: '13933334444', version }, 'hangzhou')
  expect(second).toMatchObject({ error: 'order.versionConflict', data: { version: version + 1, event: 'contact', actorName: 'all' } })
  expect((await info(orderId)).contactPhone).toBe('13911112222')
  const log = (await world.send(orderProgressCalls.log, { orderId })).data as { rows: { event: string; detail: unknown }[] }
  expect(log.rows[0]).toMatchObject({ event: 'contact', detail: { after: '139****2222' } })
})

test('remarks add up, whoever writes them, and a second click writes none', async () => {
  const { orderId } = await addOrder(world)
  const key = { 'idempotency-key': `remark-${orderId}` }
  await world.send(orderEditCalls.remark, { orderId, remark: '客户有行李' }, 'all', key)
  await world.send(orderEditCalls.remark, { orderId, remark: '客户有行李' }, 'all', key)
  await world.send(orderEditCalls.remark, { orderId, remark: '已回访' }, 'hangzhou')
  expect((await info(orderId)).remarks.map(({ text, byName }) => [text, byName])).toEqual([
    ['已回访', 'hangzhou'],
    ['客户有行李', 'all'],
  ])
})

test('a bill filed by hand is the one that was shown, with before and after kept, and the driver is free again', async () => {
  const { orderId, driver } = await further(world, 'ended')
  const filing = { orderId, distanceM: 12_000, extras: [{ type: 'TOLL', amountFen: 1_500 }] }
  const shown = (await world.send(orderBillCalls.forceSubmitPreview, filing)).data as {
    version: number
    before: { totalFen: null; serviceStatus: number }
    after: { totalFen: number; lines: { type: string }[] }
  }
  expect(shown.before).toMatchObject({ serviceStatus: 304, totalFen: null })
  expect(shown.after.lines.map(({ type }) => type)).toContain('TOLL')
  const { totalFen } = shown.after
  const submit = (more: object) =>
    world.send(orderBillCalls.forceSubmit, { ...filing, totalFen, version: shown.version, reason: '司机手机没电', ...more })
  expect(await submit({ totalFen: totalFen - 1 })).toMatchObject({ error: 'order.billChanged', data: { totalFen } })
  expect(await submit({ version: shown.version - 1 })).toMatchObject({ error: 'order.versionConflict' })
  expect((await submit({})).data).toMatchObject({ after: { serviceStatus: 501, totalFen, distanceM: 12_000 } })
  expect(await submit({ version: undefined })).toMatchObject({ error: 'order.wrongState', data: { serviceStatus: 501 } })
  expect(await rows('select service_status, total_fen, track_quality from orders where order_id = $1', [orderId])).toEqual([
    { service_status: 501, total_fen: totalFen, track_quality: 'ESTIMATED' },
  ])
  const [event] = await rows(`select payload, reason, actor_name from order_events where order_id = $1 and event = 'forceFile'`, [orderId])
  expect(event).toMatchObject({ reason: '司机手机没电', actor_name: 'all', payload: { before: { totalFen: null }, after: { totalFen } } })
  expect(await workStatus(world, driver)).toBe('ONLINE_IDLE')
  expect((await checkLedger(world.app.platform.db)).sound).toBe(true)
})

test('a trip that an enterprise pays for is shown as paid before it is filed by hand, as it is afterwards', async () => {
  const { orderId } = await further(world, 'ended')
  const saved = await world.send(enterpriseCalls.saveEnterprise, {
    name: '全额支付企业',
    payMode: 'POSTPAID',
    state: 'ACTIVE',
    creditLimitFen: 1_000_000,
  })
  const { enterpriseId } = saved.data as { enterpriseId: string }
  await world.owner.query('update orders set enterprise_id = $2, enterprise_limit_fen = 1000000 where order_id = $1', [
    orderId,
    enterpriseId,
  ])
  const shown = (await world.send(orderBillCalls.forceSubmitPreview, { orderId })).data as {
    after: { totalFen: number; payStatus: number }
  }
  const { totalFen, payStatus } = shown.after
  const filed = await world.send(orderBillCalls.forceSubmit, { orderId, totalFen, reason: '司机手机没电' })
  expect([payStatus, filed.data]).toMatchObject([30, { after: { totalFen, payStatus: 30 } }])
})

test('only an ended trip can be filed by hand, and no extra of any size', async () => {
  const { orderId } = await further(world, 'arrived')
  expect((await world.send(orderBillCalls.forceSubmitPreview, { orderId })).error).toBe('order.wrongState')
  const ended = await further(world, 'ended')
  const extras = Array.from({ length: 2 }, () => ({ type: 'TOLL', amountFen: 60_000 }))
  expect((await world.send(orderBillCalls.forceSubmitPreview, { orderId: ended.orderId, extras })).error).toBe('order.extraTooLarge')
})

test('the customer is sent what is true, once a minute, and those who may not see telephones read none', async () => {
  const { orderId } = await onTheWay(world)
  const drafts = (await world.send(orderEditCalls.messages, { orderId })).data as { drafts: { kind: string; body: string }[] }
  expect(drafts.drafts.map(({ kind }) => kind)).toEqual(['DRIVER'])
  expect(drafts.drafts[0]!.body).toMatch(/电话1360000\d{4}/)
  expect((await world.send(orderEditCalls.sendMessage, { orderId, kind: 'BILL' })).error).toBe('order.messageUnfit')
  expect((await world.send(orderEditCalls.sendMessage, { orderId, kind: 'DRIVER', way: 'VOICE' })).data).toMatchObject({
    state: 'WAITING',
    way: 'VOICE',
  })
  expect((await world.send(orderEditCalls.sendMessage, { orderId, kind: 'DRIVER' })).error).toBe('order.messageTooSoon')
  const sms = (await messagesIn(world)).find(({ purpose }) => purpose.startsWith('ORDER'))
  expect(sms).toMatchObject({ purpose: 'ORDER_VOICE', phone: expect.stringMatching(/^1350000/) })
  await world.owner.query(`update sms_outbox set sent_at = now() where purpose = 'ORDER_VOICE'`)
  expect((await world.send(orderEditCalls.messages, { orderId })).data).toMatchObject({ sent: [{ state: 'SENT', byName: 'all' }] })
})

test('a partner’s number belongs to one booking of the channel, and saying it again changes nothing', async () => {
  const [one, two, plain] = await Promise.all([
    addOrder(world, { channelId: world.channel }),
    addOrder(world, { channelId: world.channel }),
    addOrder(world),
  ])
  const map = (bookingId: string, partnerBookingId: string) => world.send(orderEditCalls.mapBooking, { bookingId, partnerBookingId })
  expect((await map(one.bookingId, 'P-1')).code).toBe(0)
  expect((await map(one.bookingId, 'P-1')).code).toBe(0)
  expect((await map(one.bookingId, 'P-2')).error).toBe('order.bookingMapped')
  expect((await map(two.bookingId, 'P-1')).error).toBe('order.bookingMapped')
  expect((await map(plain.bookingId, 'P-3')).error).toBe('order.bookingOtherChannel')
})

test('what fails its timer next stands on top, with the reason why nobody comes', async () => {
  await world.owner.query(`update orders set service_status = 405 where service_status in (101, 102, 180, 301, 302, 303, 304)`)
  const calm = await placeCall(world, {}, { totalS: 600 })
  const late = await placeCall(world, {}, { totalS: 600 })
  await world.owner.query(`update dispatch_searches set ends_at = now() + interval '20 seconds' where booking_id = $1`, [late.bookingId])
  await until(async () => (await rows('select 1 from dispatch_rounds where booking_id = $1', [late.bookingId])).length, 'round')
  const track = async (input: object = {}) =>
    (await world.send(orderProgressCalls.status, input as Record<string, unknown>)).data as {
      rows: { orderNo: string; timer: string; round: number; filteredOut: object }[]
      total: number
    }
  const all = await track()
  expect(all.rows.map(({ orderNo }) => orderNo)).toEqual([late.orderNo, calm.orderNo])
  expect(all.rows[0]).toMatchObject({ timer: 'searchEnds', round: 1 })
  expect((await track({ urgent: true })).rows.map(({ orderNo }) => orderNo)).toEqual([late.orderNo])
  expect((await track({ keyword: calm.orderNo })).total).toBe(1)
  // Of orders that are over none is under way, however many there are.
  expect((await track({ serviceStatus: [405, 501] })).total).toBe(0)
  expect((await world.send(orderProgressCalls.status, { serviceStatus: [1.5] })).code).toBe(400)
})

test('a trip without a destination is not late at once, in tracking as in the queue', async () => {
  const { orderId, orderNo } = await further(world, 'arrived')
  await world.owner.query(
    `update orders set service_status = 303, depart_at = now(), status_since = now(), estimate_duration_s = 0 where order_id = $1`,
    [orderId],
  )
  const tracked = (await world.send(orderProgressCalls.status, { keyword: orderNo })).data as {
    rows: { timer: string; dueAt: string }[]
    overdue: number
  }
  expect(tracked).toMatchObject({ rows: [{ timer: 'tripLong' }], overdue: 0 })
  const inS = (Date.parse(tracked.rows[0]!.dueAt) - Date.now()) / 1000
  expect(inS).toBeGreaterThan(5_000)
  const { rows: queued } = (await world.send(queueCalls.orderQueue, { keyword: orderNo })).data as { rows: QueueRow[] }
  expect(queued[0]?.timer?.dueAt).toBe(tracked.rows[0]!.dueAt)
})

test('a customer with many orders is not plagued either: ten messages an hour for all of them', async () => {
  const first = await addOrder(world, { status: 301 })
  const { rows } = await world.owner.query<{ customer_id: string }>('select customer_id from orders where order_id = $1', [first.orderId])
  const orders = [first.orderId]
  for (let n = 0; n < 4; n++) orders.push((await addOrder(world, { status: 405 })).orderId)
  await world.owner.query('update orders set customer_id = $1 where order_id = any($2)', [rows[0]!.customer_id, orders])
  const sends = orders.flatMap((orderId) =>
    [1, 2, 3, 4].map((n) => world.send(orderEditCalls.sendMessage, { orderId, kind: 'CUSTOM', body: `${orderId} 第${n}条` })),
  )
  const answers = await Promise.all(sends)
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(10)
  expect(answers.filter(({ error }) => error === 'order.messageTooMany')).toHaveLength(10)
})

test('a customer is not plagued: of many messages for one order six go out in an hour, at once or one after another', async () => {
  const { orderId } = await addOrder(world, { status: 301 })
  const custom = (body: string) => world.send(orderEditCalls.sendMessage, { orderId, kind: 'CUSTOM', body })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => custom(`第${i}条`)))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(6)
  const refused = await custom('再一条')
  expect(refused).toMatchObject({ error: 'order.messageTooMany', code: 429722 })
  expect((refused.data as { retryAfterS: number }).retryAfterS).toBeGreaterThan(3_500)
  const sent = await world.owner.query(`select 1 from order_messages where order_id = $1`, [orderId])
  expect(sent.rows).toHaveLength(6)

  await world.owner.query(`update order_messages set created_at = now() - interval '61 minutes' where order_id = $1`, [orderId])
  expect((await custom('一小时后')).code).toBe(0)
})
