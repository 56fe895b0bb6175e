import { createServer } from 'node:http'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { orderReviewCalls } from '@chauffeur/contract/order/cancel-review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#platform/http/implement'
import { sendWaiting } from '#platform/sending/sender'
import { fileOverdue } from '#areas/order/bill'
import { remindUnpaid, writeOffOverdue } from '#areas/order/bill'
import { openDueSearches } from '#areas/order/booking'
import { endLapsedReviews } from '#areas/order/cancel-review'
import { engineOf } from '../dispatchers.ts'
import { driverAt, further, placeCall } from '../drivers.ts'
import { makeWorld, type World } from '../world.ts'

// Two server processes on one database, each with its own timers: what is due is done once, whichever of them comes first.

let world: World
let processes: Platform[]
const texts: string[] = []
const gateway = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    texts.push((JSON.parse(body) as { id: string }).id)
    response.end('{}')
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as { port: number }
  world = await makeWorld({
    settings: {
      sms: { url: `http://127.0.0.1:${port}/`, token: '' },
      unpaidReminder: { afterS: 1_800, fromMinute: 0, toMinute: 1_440 },
    },
  })
  processes = [world.app.platform, (await world.beside()).platform]
})
afterAll(async () => {
  await world.close()
  await new Promise((resolve) => gateway.close(resolve))
})

const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
/** Both processes at the same moment, as often as there may be rounds. */
async function inBoth(chore: (platform: Platform) => Promise<number>): Promise<number> {
  let done = 0
  for (let round = 0; round < 3; round++)
    for (const count of await Promise.all(processes.flatMap((platform) => [chore(platform), chore(platform)]))) done += count
  return done
}
const eventsOf = (orderIds: readonly string[], event: string) =>
  rows('select order_id, count(*)::int as n from order_events where order_id = any ($1) and event = $2 group by 1', [orderIds, event])
const onceEach = (orderIds: readonly string[]) => expect.arrayContaining(orderIds.map((order_id) => ({ order_id, n: 1 })))

const AT_A_TIME = 12
/** Trips whose driver has not filed the bill. */
async function unfiled(): Promise<string[]> {
  const orderIds: string[] = []
  for (let n = 0; n < AT_A_TIME; n++) {
    const { orderId } = await placeCall(world)
    const driver = await driverAt(world, 0, 'FILING')
    await world.owner.query(
      `update orders set driver_id = $2, service_status = 304, accepted_at = now() - interval '2 h', arrived_at = now() - interval '2 h',
         depart_at = now() - interval '2 h', ended_at = now() - interval '1 h', distance_m = 8000 where order_id = $1`,
      [orderId, driver.driverId],
    )
    orderIds.push(orderId)
  }
  await world.owner.query(`update dispatch_searches set state = 'FOUND' where state = 'OPEN'`)
  return orderIds
}

test('a bill is filed once, its customer reminded once, and given up once, and the ledger has each step once', async () => {
  const orderIds = await unfiled()
  expect(await inBoth(fileOverdue)).toBe(AT_A_TIME)
  expect(await eventsOf(orderIds, 'file')).toEqual(onceEach(orderIds))

  await world.owner.query(`update orders set filed_at = now() - interval '31 minutes' where order_id = any ($1)`, [orderIds])
  expect(await inBoth(remindUnpaid)).toBe(AT_A_TIME)
  await world.owner.query(`update orders set filed_at = now() - interval '31 days' where order_id = any ($1)`, [orderIds])
  expect(await inBoth(writeOffOverdue)).toBe(AT_A_TIME)
  expect(await eventsOf(orderIds, 'badDebt')).toEqual(onceEach(orderIds))
  expect(
    await rows(
      `select step, count(*)::int as n from ledger_entries where business_type = 'ORDER' and business_id = any ($1) group by 1 order by 1`,
      [orderIds],
    ),
  ).toEqual([
    { step: 'FILED', n: AT_A_TIME },
    { step: 'WRITTEN_OFF', n: AT_A_TIME },
  ])
})

test('a message is sent once', async () => {
  await rows(`delete from sms_outbox`)
  await rows(
    `insert into sms_outbox (tenant_id, phone, purpose, body, send_before)
     select $1, '1390000' || lpad(n::text, 4, '0'), 'UNPAID', '试', now() + interval '1 h' from generate_series(1, 60) n`,
    [world.tenantA],
  )
  texts.length = 0
  expect(await inBoth((platform) => sendWaiting(platform, 'rest'))).toBe(60)
  expect(texts).toHaveLength(60)
  expect(new Set(texts).size).toBe(60)
})

test('a booking’s search is opened once', async () => {
  const placed: string[] = []
  for (let n = 0; n < AT_A_TIME; n++) {
    const answer = await world.send(callCentreCalls.place, {
      cityId: '330100',
      pickupLat: 30.27,
      pickupLng: 120.15,
      pickupAddress: '武林广场',
      phone: `1390001${String(n).padStart(4, '0')}`,
      bookTime: new Date(Date.now() + 3 * 3_600_000).toISOString(),
    })
    placed.push((answer.data as { orders: { orderId: string }[] }).orders[0]!.orderId)
  }
  await rows(
    `update bookings set book_time = now() + interval '1 minute' where booking_id in (select booking_id from orders where order_id = any ($1))`,
    [placed],
  )
  await rows(`update orders set book_time = now() + interval '1 minute' where order_id = any ($1)`, [placed])
  expect(await inBoth(openDueSearches)).toBe(AT_A_TIME)
  expect(await eventsOf(placed, 'openSearch')).toEqual(onceEach(placed))
  expect(
    await rows(
      `select count(*)::int as n from dispatch_searches where booking_id in (select booking_id from orders where order_id = any ($1))`,
      [placed],
    ),
  ).toEqual([{ n: AT_A_TIME }])
})

test('a request that lapsed is ended once', async () => {
  const engine = engineOf(world)
  const reviews: string[] = []
  try {
    for (let n = 0; n < 3; n++) {
      const underway = await further(world, 'arrived')
      const asked = await underway.call(orderReviewCalls.driverApply, { id: underway.orderId, reason: 'UNSAFE', note: '客人醉酒闹事' })
      reviews.push((asked.data as { reviewId: string }).reviewId)
    }
  } finally {
    await engine.stop()
  }
  await rows(`update cancel_reviews set due_at = now() - interval '1 minute' where review_id = any ($1)`, [reviews])
  expect(await inBoth(endLapsedReviews)).toBe(3)
  expect(await rows(`select distinct state from cancel_reviews where review_id = any ($1)`, [reviews])).toHaveLength(1)
})
