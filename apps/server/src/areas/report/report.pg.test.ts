import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { queueCalls, type QueueRow } from '@chauffeur/contract/call-centre-queue'
import { reportCalls } from '@chauffeur/contract/report'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driverAt, placeCall, seenAt } from '#test/drivers'
import { addOrder, makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const attention = async () =>
  ((await world.send(reportCalls.overview, {})).data as AnswerOf<typeof reportCalls.overview>).attention.map(
    ({ orderId, kind, detail, count }) => ({ orderId, kind, detail, count }),
  )
const set = (orderId: string, columns: string, values: unknown[] = []) =>
  world.owner.query(`update orders set ${columns} where order_id = $1`, [orderId, ...values])

test('home names what the queue names, in the same words and the gravest first, and unpaid bills as one entry at the end', async () => {
  await world.owner.query(`update orders set service_status = 405, pay_status = 0`)
  const [silent, lost] = [await placeCall(world), await placeCall(world)]
  const driver = await driverAt(world, null, 'DRIVING')
  seenAt(world, driver.driverId, 4_000, 300)
  await set(silent.orderId, `service_status = 303, driver_id = $2, depart_at = now(), status_since = now(), estimate_duration_s = 0`, [
    driver.driverId,
  ])
  await set(lost.orderId, `service_status = 506, dispatch_status = 'FAILED', status_since = now()`)
  await world.owner.query(`update bookings set queue_status = 'FAILED', updated_at = now() where booking_id = $1`, [lost.bookingId])
  const unpaid = await addOrder(world)
  await set(unpaid.orderId, `service_status = 501, pay_status = 10, status_since = now() - interval '40 minutes'`)
  const later = await addOrder(world)
  await set(later.orderId, `service_status = 501, pay_status = 10, status_since = now() - interval '35 minutes'`)

  const found = await attention()
  expect(found.map(({ orderId, kind, count }) => `${orderId} ${kind} ${count}`)).toEqual([
    `${lost.orderId} DISPATCH_FAILED 1`,
    `${silent.orderId} DRIVER_SILENT 1`,
    `${unpaid.orderId} UNPAID_LONG 2`,
  ])
  const { rows } = (await world.send(queueCalls.orderQueue, {})).data as { rows: QueueRow[] }
  const queued = rows.flatMap((row) => row.attention)
  expect(queued.find(({ orderId }) => orderId === lost.orderId)?.detail).toBe(found.find(({ orderId }) => orderId === lost.orderId)?.detail)

  expect((await world.send(queueCalls.closeInQueue, { bookingId: lost.bookingId })).code).toBe(0)
  expect((await attention()).map(({ orderId }) => orderId)).not.toContain(lost.orderId)
})
