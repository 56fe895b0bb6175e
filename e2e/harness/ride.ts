import { sessionCalls } from '@chauffeur/contract/access/session'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { demoCustomerPhone } from '@chauffeur/contract/demo'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { orderCalls } from '@chauffeur/contract/order/list'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { signIn } from './account.ts'
import { driverIn } from './driver.ts'
import { HANGZHOU } from './places.ts'
import { send } from './wire.ts'

const { cityId, wulin, eastStation } = HANGZHOU
export const ACROSS_HANGZHOU = {
  cityId,
  pickupLat: wulin.lat,
  pickupLng: wulin.lng,
  pickupAddress: wulin.name,
  dropoffLat: eastStation.lat,
  dropoffLng: eastStation.lng,
  dropoffAddress: eastStation.name,
}

/**
 * A customer of the demo world whom a bank or insurer pays so many such trips and whose order would be taken: nothing of theirs is under
 * way or unpaid, and nobody turns them away.
 */
export async function holderOfRight(address: string, trips: number) {
  const { token } = await signIn(address, 'operator')
  for (let n = 1; n < 120; n++) {
    const phone = demoCustomerPhone(1, n)
    const { rights, liveOrders, unpaid, customer, groups } = await send(address, callCentreCalls.customerInfo, { phone }, token)
    const right = rights.find(({ timesLeft }) => (timesLeft ?? 0) >= trips)
    const turnedAway = customer?.blacklisted || groups.some(({ type }) => type === 'BLACK')
    if (!right || turnedAway || liveOrders.length > 0 || unpaid.count > 0) continue
    const { rightGrantId } = right
    const { discountFen } = await send(address, callCentreCalls.estimate, { ...ACROSS_HANGZHOU, phone, rightGrantId }, token)
    if (discountFen > 0) return { phone, rightGrantId }
  }
  throw new Error(`Nobody has a right for ${trips} trips.`)
}

type Placing = Pick<InputOf<typeof callCentreCalls.place>, 'phone' | 'couponId' | 'rightGrantId'>

/** Trips across Hangzhou, one after the other, by a driver of their own who goes home at the end. */
export async function ridesOf(address: string, rides: readonly Placing[]) {
  const { token } = await signIn(address, 'operator')
  const driver = await driverIn(address, cityId, wulin)
  const made: { orderId: string; orderNo: string }[] = []
  for (const placing of rides) {
    await driver.goTo(wulin)
    const { orders } = await send(address, callCentreCalls.place, { ...ACROSS_HANGZHOU, ...placing }, token)
    made.push(await driven(address, driver, orders[0]!.orderNo))
  }
  await driver.goHome()
  return made
}

type Driver = Awaited<ReturnType<typeof driverIn>>

/** Drives an order that is looking for this driver, from the offer to the filed bill: the customer owes what it says. */
export async function billed(driver: Driver, orderNo: string) {
  const { orderId, offerId } = await driver.offerOf(orderNo)
  await driver.accept(offerId)
  await driver.arrive(orderId)
  await driver.depart(orderId)
  await driver.goTo(eastStation)
  await driver.end(orderId)
  await driver.file(orderId)
  return orderId
}

/** The same, and what the customer owes is paid. */
export async function driven(address: string, driver: Driver, orderNo: string) {
  const orderId = await billed(driver, orderNo)
  const { token } = await signIn(address, 'admin')
  const { dueFen } = await send(address, orderCalls.info, { orderId }, token)
  if (dueFen) await send(address, orderBillCalls.recordPayment, { orderId, way: 'BANK', amountFen: dueFen, reference: orderNo }, token)
  return { orderId, orderNo }
}

const { created, dispatchStart, dispatching } = SERVICE_STATUS

/**
 * Calls off what a journey ordered and nobody drives: else the next journey's driver is asked for it, and its map shows it. An order that
 * somebody took or called off meanwhile is over for us.
 */
export async function callOffWaiting(address: string, since: Date): Promise<void> {
  const { token } = await signIn(address, 'operator')
  const waiting = { createdAtFrom: since.toISOString(), serviceStatus: [created, dispatchStart, dispatching], pageSize: 50 }
  const { rows } = await send(address, orderCalls.list, waiting, token)
  for (const { orderId } of rows) {
    const callOff = async () => {
      const { quoteId } = await send(address, callCentreCalls.cancel, { orderId }, token)
      await send(address, callCentreCalls.cancel, { orderId, quoteId: quoteId ?? '', reason: '客户改约' }, token)
    }
    await callOff().catch(() => undefined)
  }
  await send(address, sessionCalls.signOut, {}, token)
}
