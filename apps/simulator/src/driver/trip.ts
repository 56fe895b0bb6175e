import { dispatchCalls, type driverOrder } from '@chauffeur/contract/driver/app'
import { SERVICE_STATUS, type ServiceStatus } from '@chauffeur/contract/order/model'
import type * as z from 'zod'
import type { City } from '../city/city.ts'
import type { TripPlan } from './decisions.ts'
import type { Device } from './device.ts'
import { metresBetween, type Point, somewhereFrom } from '../city/geo.ts'
import { CAR, type Pace, SCOOTER, streetPath } from '../city/path.ts'
import type { Stream } from '../random.ts'
import { isRefusal } from '../wire.ts'
import type { World } from '../world.ts'

export type DriverOrder = z.infer<typeof driverOrder>
export type Step = 'goToPickup' | 'waitForCustomer' | 'drive' | 'file'

/** What the driver has to do next about an order; null when there is nothing more to do. */
export function stepOf(status: ServiceStatus): Step | null {
  if (status === SERVICE_STATUS.accepted) return 'goToPickup'
  if (status === SERVICE_STATUS.arrived) return 'waitForCustomer'
  if (status === SERVICE_STATUS.driving) return 'drive'
  if (status === SERVICE_STATUS.tripEnded) return 'file'
  return null
}

/** Where that is; null where only the address is known: then the customer says on the telephone. */
const placeOf = (place: { lat: number | null; lng: number | null } | null): Point | null =>
  place && place.lat !== null && place.lng !== null ? { lat: place.lat, lng: place.lng } : null

/** Where a driver is likely to be who is found in the middle of an order; null when the order says nothing. */
export function likelyPlace(order: DriverOrder, city: City, random: Stream): Point | null {
  const step = stepOf(order.serviceStatus)
  const pickup = placeOf(order.pickup)
  if (step === 'goToPickup') return pickup && somewhereFrom(pickup, random.between(300, 1200), city.roam, random)
  if (step === 'file') return placeOf(order.dropoff) ?? pickup
  return step ? pickup : null
}

/** While on an order the driver looks this often whether it still stands. */
const lookMs = 6000
const tooFarTries = 5
/** A pick-up that is only words turns out to be about so far. */
const FOUND_WITHIN_M = 800

export interface Job {
  world: World
  device: Device
  city: City
  plan: TripPlan
  random: Stream
}

/** Takes an order from where it stands to its end. Comes back early when it was cancelled by somebody else. */
export async function serve(job: Job, order: DriverOrder): Promise<void> {
  let current: DriverOrder | null = order
  while (current) {
    const step = stepOf(current.serviceStatus)
    current = step ? await steps[step](job, current) : null
  }
}

/** Each step ends with the order in its next state, or null when it is no longer ours. */
const steps: Record<Step, (job: Job, order: DriverOrder) => Promise<DriverOrder | null>> = {
  async goToPickup(job, order) {
    const { device, plan } = job
    const pickup = placeOf(order.pickup) ?? somewhereFrom(here(job), FOUND_WITHIN_M, job.city.roam, job.random)
    if (!(await go(job, order, pickup, SCOOTER, plan.cancel?.atShare ?? 1))) return null
    if (plan.cancel) return giveBack(job, order, plan.cancel.reason)
    for (let attempt = 1; attempt <= tooFarTries; attempt++) {
      await device.report()
      try {
        return (await device.ask(dispatchCalls.arrive, { id: order.orderId })).order
      } catch (error) {
        if (!isRefusal(error, 'driver.tooFarFromPickup', 'driver.placeUnknown')) throw error
        await job.world.scheduler.sleep(job.world.reportMs)
      }
    }
    return giveBack(job, order, '无法到达上车点')
  },

  async waitForCustomer(job, order) {
    const now = job.world.scheduler.now()
    const bookedMs = order.bookTime ? Date.parse(order.bookTime) - now : 0
    const waitMs = Math.max((job.plan.waitS * 1000) / job.world.speed, bookedMs)
    if (!(await watch(job, order, now + waitMs))) return null
    return (await job.device.ask(dispatchCalls.depart, { id: order.orderId })).order
  },

  async drive(job, order) {
    const { device, random, plan, city } = job
    const to = placeOf(order.dropoff) ?? somewhereFrom(placeOf(order.pickup) ?? here(job), plan.wanderM, city.roam, random)
    if (!(await go(job, order, to, CAR, 1))) return null
    await device.report()
    try {
      return (await device.ask(dispatchCalls.end, { id: order.orderId })).order
    } catch (error) {
      if (!isRefusal(error, 'driver.tooFarFromDropoff')) throw error
      return (await device.ask(dispatchCalls.end, { id: order.orderId, reason: '客户要求提前下车' })).order
    }
  },

  async file(job, order) {
    const { device, plan, world } = job
    if (!(await watch(job, order, world.scheduler.now() + (plan.filingS * 1000) / world.speed))) return null
    const bill = { id: order.orderId, cashCollected: plan.cashCollected && order.takes.cash }
    try {
      return (await device.ask(dispatchCalls.file, { ...bill, extras: plan.extras })).order
    } catch (error) {
      if (isRefusal(error, 'driver.walletTooLow'))
        return (await device.ask(dispatchCalls.file, { ...bill, cashCollected: false, extras: plan.extras })).order
      if (!isRefusal(error, 'driver.extraTooLarge')) throw error
      return (await device.ask(dispatchCalls.file, { ...bill, extras: [] })).order
    }
  },
}

const here = ({ device, world }: Job): Point => device.tracker.where(world.scheduler.now())

/** Moves along the streets up to a share of the way; false when the order was lost on the way. */
async function go(job: Job, order: DriverOrder, to: Point, pace: Pace, share: number): Promise<boolean> {
  const { device, world, city, random } = job
  const now = world.scheduler.now()
  const here = device.tracker.where(now)
  if (metresBetween(here, to) < 2) return true
  const path = streetPath(here, to, city.roam, pace, city.gridDeg, random)
  device.tracker.follow(path, now)
  const mine = await watch(job, order, now + (path.durationS * 1000 * share) / world.speed)
  const then = world.scheduler.now()
  // Stops where it is when the order went away, and at the very end otherwise.
  device.tracker.standAt(device.tracker.where(then), then)
  return mine
}

/** Waits until then, looking now and then whether the order still stands; false as soon as it does not. */
async function watch(job: Job, order: DriverOrder, until: number): Promise<boolean> {
  const { scheduler } = job.world
  for (let left = until - scheduler.now(); left > 0; left = until - scheduler.now()) {
    await scheduler.sleep(Math.min(left, lookMs))
    if (left <= lookMs) break
    const me = await job.device.ask(dispatchCalls.me, {})
    if (me.order?.orderId !== order.orderId || me.order.serviceStatus !== order.serviceStatus) return false
  }
  return true
}

async function giveBack(job: Job, order: DriverOrder, reason: string): Promise<null> {
  await job.device.ask(dispatchCalls.cancel, { id: order.orderId, reason })
  return null
}
