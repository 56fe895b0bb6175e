import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#areas/finance/ledger'
import { driverAt, workStatus } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'
import { fileOverdue } from '#areas/order/bill'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
const setAccount = (enterpriseId: string, status: string) =>
  world.owner.query(`update ledger_accounts set status = $2 where owner_type = 'ENTERPRISE' and owner_id = $1`, [enterpriseId, status])
const isSound = async () => (await checkLedger(world.app.platform.db)).sound

let made = 0
/** A trip, under way for hours or over for one, that an enterprise pays whose account is frozen. */
async function tripOfFrozen(serviceStatus: 303 | 304) {
  const phone = `1395555000${++made}`
  const { enterpriseId } = (
    await world.send(enterpriseCalls.saveEnterprise, {
      name: `全付企业${made}`,
      payMode: 'POSTPAID',
      state: 'ACTIVE',
      creditLimitFen: 1_000_000,
    })
  ).data as { enterpriseId: string }
  await world.send(enterpriseCalls.saveEmployee, { enterpriseId, phone, name: '王工', dept: '市场部' })
  await world.send(enterpriseCalls.topUp, { enterpriseId, amountFen: 100_000, way: 'BANK', reference: `T${made}` })
  const placed = await world.send(callCentreCalls.place, {
    cityId: HANGZHOU,
    pickupLat: 30.25,
    pickupLng: 120.16,
    dropoffLat: 30.35,
    dropoffLng: 120.3,
    phone,
    pickupAddress: '武林门',
    dropoffAddress: '下沙',
    enterpriseId,
  })
  const { orderId } = (placed.data as { orders: { orderId: string }[] }).orders[0]!
  const driver = await driverAt(world, 0, serviceStatus === 304 ? 'FILING' : 'DRIVING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = $3::int, dispatch_status = 'ASSIGNED', accepted_at = now() - interval '2 h', arrived_at = now() - interval '2 h',
       depart_at = now() - interval '2 h', ended_at = case when $3::int = 304 then now() - interval '1 h' end, distance_m = estimate_distance_m where order_id = $1`,
    [orderId, driver.driverId, serviceStatus],
  )
  await world.owner.query(
    `update dispatch_searches set state = 'FOUND' where booking_id = (select booking_id from orders where order_id = $1)`,
    [orderId],
  )
  await setAccount(enterpriseId, 'FROZEN')
  return { orderId, enterpriseId, driver }
}
const stand = (orderId: string) =>
  one(
    `select service_status, total_fen, version, (select count(*)::int from bill_lines b where b.order_id = o.order_id) as lines,
       (select count(*)::int from ledger_entries e where e.business_type = 'ORDER' and e.business_id = o.order_id) as entries from orders o where order_id = $1`,
    [orderId],
  )

test('a bill whose enterprise’s account is frozen is left whole by the timer, and filed once the account is open', async () => {
  const { orderId, enterpriseId, driver } = await tripOfFrozen(304)
  const before = await stand(orderId)
  await expect(fileOverdue(world.app.platform)).rejects.toThrow('accountShut')
  expect(await stand(orderId)).toEqual(before)
  expect(before).toMatchObject({ service_status: 304, total_fen: null, lines: 0, entries: 0 })
  expect(await workStatus(world, driver)).toBe('FILING')
  expect(await isSound()).toBe(true)
  await setAccount(enterpriseId, 'ACTIVE')
  expect(await fileOverdue(world.app.platform)).toBe(1)
  expect(await stand(orderId)).toMatchObject({ service_status: 501, entries: 1 })
  expect(await isSound()).toBe(true)
})

test('whoever terminates a trip is told of the shut account, and not that the order cannot be terminated', async () => {
  const { orderId } = await tripOfFrozen(303)
  const before = await stand(orderId)
  const ended = await world.send(deskTripCalls.terminate, { orderId, version: before.version, reason: '事故', billing: 'TRAVELLED' })
  expect(ended.error).toBe('order.accountShut')
  expect(await stand(orderId)).toEqual(before)
})

test('whoever files a bill by hand is told of the shut account, and not that the driver’s is too low', async () => {
  const { orderId } = await tripOfFrozen(304)
  const before = await stand(orderId)
  const shown = (await world.send(orderBillCalls.forceSubmitPreview, { orderId })).data as { after: { totalFen: number } }
  const filed = await world.send(orderBillCalls.forceSubmit, { orderId, totalFen: shown.after.totalFen, reason: '司机手机没电' })
  expect(filed.error).toBe('order.accountShut')
  expect(await stand(orderId)).toEqual(before)
})
