import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import { askFor, filterCandidates, type CandidateDriver } from './candidate.rules.ts'
import { QUALIFIED } from '@chauffeur/contract/driver/file'
import type { DispatchPolicy, WaitingOrder } from './policy.rules.ts'
import { roundAt, EVERYBODY } from '../search/search.rules.ts'
import { radiusOf, timeoutOf } from '../settings/params.rules.ts'

export interface Spot {
  lat: number
  lng: number
}
/** An order as it came, seconds from the beginning. */
export interface Demand {
  orderId: string
  at: number
  pickup: Spot
  dropoff: Spot
  /** From the driver's arrival to the next order they may take. */
  tripS: number
}
export interface ReplayInput {
  demand: readonly Demand[]
  /** Where each driver is at the beginning. */
  drivers: readonly Spot[]
  params: DispatchParams
  /** Seconds between two looks; orders that came in between are looked at together. */
  tickS: number
  /** A driver's time to answer, and whether this driver takes this order. */
  answerS: number
  accepts: (driver: number, order: Demand) => boolean
  metres: (a: Spot, b: Spot) => number
  etaS: (metres: number) => number
}
export interface ReplayResult {
  orders: number
  served: number
  unservedShare: number
  /** On the way to the customer. */
  meanPickupS: number
  p95PickupS: number
  /** From the order to the driver's arrival. */
  meanArrivalS: number
  p95ArrivalS: number
  /** Of all drivers' time until the last order came, the part without an order. */
  idleShare: number
  /** Orders per driver: the busiest tenth against the mean, 1 for equal work. */
  busiestTenth: number
}

interface Driver {
  spot: Spot
  freeAt: number
  idleSince: number
  busyS: number
  orders: number
}
interface Searching {
  order: Demand
  refused: Set<string>
  /** An offer is open until then. */
  offeredUntil: number
}

/**
 * Plays orders against drivers by a policy, with the candidate filters, radii and time limits of the engine. Drivers stay where their last
 * trip ended, ride at one speed, and are never off duty.
 */
export function replay(policy: DispatchPolicy, input: ReplayInput): ReplayResult {
  const { params, tickS, metres, etaS } = input
  const demand = input.demand.toSorted((a, b) => a.at - b.at)
  const drivers: Driver[] = input.drivers.map((spot) => ({ spot, freeAt: 0, idleSince: 0, busyS: 0, orders: 0 }))
  const endS = demand.at(-1)?.at ?? 0
  const pickups: number[] = []
  const arrivals: number[] = []
  let searching: Searching[] = []
  let next = 0
  let now = 0
  while (next < demand.length || searching.length) {
    // Nothing happens while nobody waits.
    if (!searching.length) now = Math.max(now, demand[next]!.at)
    now = (Math.floor(now / tickS) + 1) * tickS
    for (; next < demand.length && demand[next]!.at <= now; next++)
      searching.push({ order: demand[next]!, refused: new Set(), offeredUntil: 0 })
    searching = searching.filter(({ order }) => now - order.at < timeoutOf(params))
    const waiting = searching.filter(({ offeredUntil }) => offeredUntil <= now)
    const idleS = new Map<string, number>()
    for (const [i, driver] of drivers.entries()) if (driver.freeAt <= now) idleS.set(String(i), now - driver.idleSince)
    const orders = waiting.map((one) => waitingOrder(one, drivers, idleS, now, input))
    const match = policy.match(orders, idleS, params)
    for (const one of waiting) {
      const driverId = match.get(one.order.orderId)
      if (driverId === undefined) continue
      const driver = drivers[Number(driverId)]!
      if (!input.accepts(Number(driverId), one.order)) {
        one.refused.add(driverId)
        one.offeredUntil = now + input.answerS
        driver.freeAt = now + input.answerS
        continue
      }
      const pickupS = etaS(metres(driver.spot, one.order.pickup))
      const acceptedAt = now + input.answerS
      pickups.push(pickupS)
      arrivals.push(acceptedAt + pickupS - one.order.at)
      const freeAt = acceptedAt + pickupS + one.order.tripS
      driver.busyS += Math.max(0, Math.min(freeAt, endS) - Math.min(now, endS))
      driver.orders++
      driver.freeAt = freeAt
      driver.idleSince = freeAt
      driver.spot = one.order.dropoff
      searching = searching.filter((other) => other !== one)
    }
  }
  return summary(demand.length, drivers, endS, pickups, arrivals)
}

function waitingOrder(
  one: Searching,
  drivers: readonly Driver[],
  idleS: ReadonlyMap<string, number>,
  now: number,
  input: ReplayInput,
): WaitingOrder {
  const { params, metres, etaS } = input
  const { order, refused } = one
  const seen: CandidateDriver[] = [...idleS.keys()].map((driverId) => ({
    driverId,
    distanceM: metres(drivers[Number(driverId)]!.spot, order.pickup),
    ageS: 0,
    workStatus: 'ONLINE_IDLE',
    qualification: QUALIFIED,
    serviceTypes: ['TRIP'],
    listenRadiusM: params.maxRadiusM,
    dispatchWeight: 100,
    walletFen: 0,
  }))
  const ask = askFor({
    params: { ...params, walletFloorFen: 0 },
    radiusM: radiusOf(params, roundAt(params, order.at * 1_000, now * 1_000)),
    serviceType: 'TRIP',
    refused: [...refused],
    lapsed: [],
    blocked: [],
    ...EVERYBODY,
  })
  const { candidates } = filterCandidates(seen, ask)
  return {
    orderId: order.orderId,
    waitedS: now - order.at,
    candidates: candidates.map(({ driverId, distanceM }) => ({ driverId, etaS: etaS(distanceM) })),
  }
}

function summary(orders: number, drivers: readonly Driver[], endS: number, pickups: number[], arrivals: number[]): ReplayResult {
  const busyS = drivers.reduce((sum, driver) => sum + driver.busyS, 0)
  const most = drivers.map((driver) => driver.orders).toSorted((a, b) => b - a)
  const tenth = most.slice(0, Math.ceil(most.length / 10))
  return {
    orders,
    served: pickups.length,
    unservedShare: orders ? 1 - pickups.length / orders : 0,
    meanPickupS: mean(pickups),
    p95PickupS: p95(pickups),
    meanArrivalS: mean(arrivals),
    p95ArrivalS: p95(arrivals),
    idleShare: endS && drivers.length ? 1 - busyS / (endS * drivers.length) : 1,
    busiestTenth: pickups.length ? mean(tenth) / mean(most) : 1,
  }
}

const mean = (values: readonly number[]): number => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0)
const p95 = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * 0.95) - 1)] ?? 0
