import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { orderReviewCalls } from '@chauffeur/contract/order/cancel-review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dispatcher } from '#areas/dispatch/engine'
import { engineOf } from '#test/dispatchers'
import { as, driverAt, further, offersOf, onTheWay, placeCall, type Underway, until, workStatus } from '#test/drivers'
import { makeWorld, type Person, SHANGHAI, type World } from '#test/world'

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

const row = async (text: string, values: unknown[]) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]
const servedBy = ({ orderId }: Underway) =>
  row(
    `select d.order_count as driver, c.order_count as customer from orders o join drivers d using (driver_id) join customers c using (customer_id) where o.order_id = $1`,
    [orderId],
  )
async function fileByHand({ orderId }: Underway, who: Person) {
  const shown = (await world.send(orderBillCalls.forceSubmitPreview, { orderId }, who)).data as { after: { totalFen: number } }
  return (await world.send(orderBillCalls.forceSubmit, { orderId, totalFen: shown.after.totalFen, reason: '司机手机没电' }, who)).code
}
const beyondOrganisation = ({ driver }: Underway) =>
  world.owner.query('update drivers set org_id = null where driver_id = $1', [driver.driverId])
const ofPartner = ({ orderId, bookingId }: Underway) =>
  world.owner.query(
    `with booking as (update bookings set channel_id = $3 where booking_id = $2) update orders set channel_id = $3 where order_id = $1`,
    [orderId, bookingId, world.channel],
  )
const livesInShanghai = ({ orderId }: Underway) =>
  world.owner.query('update customers set city_id = $2 where customer_id = (select customer_id from orders where order_id = $1)', [
    orderId,
    SHANGHAI,
  ])

test.each<[string, Person, (of: Underway) => Promise<unknown>]>([
  ['an organisation that does not have the driver', 'company', beyondOrganisation],
  ['a partner, who sees no drivers', 'partner', ofPartner],
  ['a city where the customer does not live', 'hangzhou', livesInShanghai],
])('a bill filed by %s frees the driver and counts for driver and customer', async (_, who, arrange) => {
  const of = await further(world, 'ended')
  await arrange(of)
  expect(await fileByHand(of, who)).toBe(0)
  expect(await workStatus(world, of.driver)).toBe('ONLINE_IDLE')
  expect(await servedBy(of)).toEqual({ driver: 1, customer: 1 })
})

test('an organisation that confirms the arrival of a driver who is not its own has them waiting', async () => {
  const of = await onTheWay(world)
  await beyondOrganisation(of)
  const confirmed = await world.send(dispatchDeskCalls.confirmArrival, { orderId: of.orderId, reason: '地下车库没有信号' }, 'company')
  expect(confirmed.code, confirmed.message).toBe(0)
  expect(await workStatus(world, of.driver)).toBe('WAITING')
})

test('an organisation that lets a driver leave sends the next one, also where the booking is not its own', async () => {
  const of = await further(world, 'arrived')
  const { reviewId } = (await of.call(orderReviewCalls.driverApply, { id: of.orderId, reason: 'UNSAFE', note: '客户醉酒闹事' })).data as {
    reviewId: string
  }
  await world.owner.query('update bookings set org_id = null where booking_id = $1', [of.bookingId])
  const decided = await world.send(orderReviewCalls.decide, { reviewId, approve: true, note: '已核实' }, 'company')
  expect(decided.data).toMatchObject({ serviceStatus: 404 })
  expect(await row('select attempt, org_id from orders where booking_id = $1 order by attempt desc', [of.bookingId])).toEqual({
    attempt: 2,
    org_id: null,
  })
  expect(await workStatus(world, of.driver)).not.toBe('WAITING')
})

test('a driver whom their fleet disables while asked for an order of others is not asked any more, and cannot take it', async () => {
  const driver = await driverAt(world, 100)
  await placeCall(world)
  const offer = await until(async () => (await offersOf(world, driver))[0], 'offer')
  await world.owner.query(`update orders set org_id = $2 where order_id = $1`, [offer.orderId, world.shanghaiOrg])
  const disabled = await world.send(
    driverFileCalls.disable,
    { driverId: driver.driverId, disable: true, reason: '乘客投诉', freezeWallet: false },
    'company',
  )
  expect(disabled.data).toEqual({ afterTrip: false, walletFrozen: false })
  expect(await workStatus(world, driver)).toBe('OFFLINE')
  expect((await as(world, driver)(dispatchCalls.accept, { id: offer.offerId })).error).toBe('driver.offerGone')
})

test('a driver who is disabled between the question and the answer cannot take the order', async () => {
  const driver = await driverAt(world, 100)
  await placeCall(world)
  const offer = await until(async () => (await offersOf(world, driver))[0], 'offer')
  await world.owner.query(`update drivers set disabled_reason = '投诉' where driver_id = $1`, [driver.driverId])
  expect((await as(world, driver)(dispatchCalls.accept, { id: offer.offerId })).error).toBe('driver.notQualified')
})
