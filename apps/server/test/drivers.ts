import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { hashToken, newToken } from '#platform/identity/session'
import { messagesIn } from './harness/messages.ts'
import { addDriver, HANGZHOU, type World } from './world.ts'

/** Where the test's customers stand. */
export const PICKUP = { lat: 30.27, lng: 120.15 }
/** A point so many metres north of the pick-up. */
export const north = (metres: number) => ({ lat: PICKUP.lat + metres / 111_195, lng: PICKUP.lng })

export interface TestDriver {
  driverId: string
  token: string
  phone: string
}

let made = 0
/** A driver with a session who was last seen so many metres north of the pick-up, just now. */
export async function driverAt(world: World, metres: number | null, status = 'ONLINE_IDLE', orgId?: string): Promise<TestDriver> {
  const phone = `1360000${String(++made).padStart(4, '0')}`
  const driverId = await addDriver(world, { status, phone, ...(orgId && { orgId }) })
  const token = newToken()
  await world.owner.query(`insert into sessions (token_hash, tenant_id, kind, driver_id) values ($1, $2, 'DRIVER', $3)`, [
    hashToken(token),
    world.tenantA,
    driverId,
  ])
  if (metres !== null) seenAt(world, driverId, metres)
  return { driverId, token, phone }
}

/** A session of a customer; gives the token. */
export async function sessionOfCustomer(world: World, customerId: string, tenantId: string): Promise<string> {
  const token = newToken()
  await world.owner.query(`insert into sessions (token_hash, tenant_id, kind, customer_id) values ($1, $2, 'CUSTOMER', $3)`, [
    hashToken(token),
    tenantId,
    customerId,
  ])
  return token
}

/** Signs a driver in with the code that is sent to their telephone; gives the token. */
export async function signInByCode(world: World, phone: string): Promise<string> {
  await world.send(dispatchCalls.sendCode, { tenantId: world.tenantA, phone }, '')
  const code = /\d{6}/.exec((await messagesIn(world, phone)).at(-1)!.body)![0]
  const signed = await world.send(dispatchCalls.signIn, { tenantId: world.tenantA, phone, code }, '')
  return (signed.data as { token: string }).token
}

export function seenAt(world: World, driverId: string, metres: number, ageS = 0): void {
  world.app.platform.positions.put([
    {
      driverId,
      tenantId: world.tenantA,
      cityId: HANGZHOU,
      ...north(metres),
      headingDeg: null,
      speedMps: null,
      accuracyM: 10,
      deviceAt: null,
      receivedAt: Date.now() - ageS * 1000,
    },
  ])
}

export interface PlacedOrder {
  orderId: string
  orderNo: string
  bookingId: string
}
/** A customer calls; `params` are put on the search in place of the city's. */
export async function placeCall(
  world: World,
  more: Record<string, unknown> = {},
  params: Record<string, number | string> = {},
): Promise<PlacedOrder & { all: PlacedOrder[] }> {
  const phone = `1350000${String(++made).padStart(4, '0')}`
  const placed = await world.send(callCentreCalls.place, {
    cityId: HANGZHOU,
    pickupLat: PICKUP.lat,
    pickupLng: PICKUP.lng,
    pickupAddress: '武林广场',
    phone,
    ...more,
  })
  if (placed.code !== 0) throw new Error(`not placed: ${placed.message}`)
  const { bookingId, orders } = placed.data as { bookingId: string; orders: { orderId: string; orderNo: string }[] }
  await world.owner.query(
    `update dispatch_searches set params = params || $2::jsonb, ends_at = started_at + make_interval(secs => ((params || $2::jsonb) ->> 'totalS')::float8) where booking_id = $1`,
    [bookingId, JSON.stringify(params)],
  )
  const all = orders.map((order) => ({ ...order, bookingId }))
  return { ...all[0]!, all }
}

export const offersOf = async (world: World, driver: TestDriver, waitS = 0) =>
  (
    (await world.send(dispatchCalls.offers, { waitS }, driver.token)).data as {
      offers: { offerId: string; orderId: string; distanceM: number }[]
    }
  ).offers

export const as =
  (world: World, driver: TestDriver) =>
  (call: { method: string; path: string; once?: true | 'required' }, input: Record<string, unknown> = {}) =>
    world.send(call, input, driver.token)

export interface Underway extends PlacedOrder {
  driver: TestDriver
  offerId: string
  /** As the driver's telephone. */
  call: ReturnType<typeof as>
}
/** A driver who has just accepted a customer's order; nobody else is left to be asked, and no other order to ask for. */
export async function onTheWay(world: World, trip: Record<string, unknown> = {}): Promise<Underway> {
  await world.owner.query(`update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`)
  await world.owner.query(`update drivers set work_status = 'OFFLINE' where work_status in ('ONLINE_IDLE', 'OFFERED')`)
  const driver = await driverAt(world, 100)
  const { orderId, orderNo, bookingId } = await placeCall(world, trip)
  const offer = await until(async () => (await offersOf(world, driver)).find((one) => one.orderId === orderId), 'offer')
  const call = as(world, driver)
  const accepted = await call(dispatchCalls.accept, { id: offer.offerId })
  if (accepted.code !== 0) throw new Error(`not accepted: ${accepted.message}`)
  return { driver, orderId, orderNo, bookingId, offerId: offer.offerId, call }
}
/** The same at the customer's door, or at the end of the trip. */
export async function further(world: World, to: 'arrived' | 'ended'): Promise<Underway> {
  const underway = await onTheWay(world)
  seenAt(world, underway.driver.driverId, 0)
  for (const step of to === 'arrived' ? [dispatchCalls.arrive] : [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end]) {
    const done = await underway.call(step, { id: underway.orderId, ...(step === dispatchCalls.end && { reason: '到达' }) })
    if (done.code !== 0) throw new Error(`not ${to}: ${done.message}`)
  }
  return underway
}

/** An order in the hands of a driver who never was asked for it. */
export async function handedTo(world: World, orderId: string): Promise<TestDriver> {
  const driver = await driverAt(world, 0, 'TO_PICKUP')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = ${SERVICE_STATUS.accepted}, dispatch_status = 'ASSIGNED', accepted_at = now() where order_id = $1`,
    [orderId, driver.driverId],
  )
  await world.owner.query(
    `update dispatch_searches set state = 'FOUND' where booking_id = (select booking_id from orders where order_id = $1)`,
    [orderId],
  )
  return driver
}

export async function workStatus(world: World, driver: TestDriver): Promise<string> {
  const { rows } = await world.owner.query<{ work_status: string }>('select work_status from drivers where driver_id = $1', [
    driver.driverId,
  ])
  return rows[0]!.work_status
}

/** Asks until `found` gives something. */
export async function until<T>(found: () => Promise<T | null | undefined | false | 0>, what: string, ms = 8_000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = await found()
    if (value) return value
    if (Date.now() > end) throw new Error(`did not come: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
