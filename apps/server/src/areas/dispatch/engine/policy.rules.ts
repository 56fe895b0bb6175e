import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import { munkres } from 'munkres'

export interface Reachable {
  driverId: string
  /** Seconds to the customer. */
  etaS: number
  /** Of a hundred, by the driver's level; a hundred where it is not said. */
  dispatchWeight?: number
}
export interface WaitingOrder {
  orderId: string
  waitedS: number
  /** Of its customer's level; nought where it is not said. */
  priority?: number
  /** Free drivers who may be asked for this order, nearest first, or in their turn. */
  candidates: readonly Reachable[]
  /** The first who is left has it, however near another is. */
  inTurn?: boolean
  /** Those of its own search, where they may differ from order to order; else those of the match. */
  params?: PolicyParams
}
export type PolicyParams = Pick<DispatchParams, 'batchCandidates' | 'batchWorseS' | 'fairnessSPerHour'>
/** Which driver each order goes to; an order that is absent waits for the next look. */
export type Match = ReadonlyMap<string, string>
/** How waiting orders and free drivers come together. `idleS`: seconds since a driver's last order. */
export interface DispatchPolicy {
  name: 'nearest' | 'batch'
  match(orders: readonly WaitingOrder[], idleS: ReadonlyMap<string, number>, params: PolicyParams): Match
}

/** Beyond so many hours without an order nothing more is added for fairness. */
const FAIR_HOURS = 4
/** An order without a driver outweighs any difference in pick-up time. */
const UNSERVED = 1_000_000

/** Where two want the same driver, each step of a customer's priority counts as so long a wait. */
const PRIORITY_S = 300
const urgency = ({ waitedS, priority = 0 }: WaitingOrder): number => waitedS + priority * PRIORITY_S

/** Drivers this order may go to in a batch: the nearest few, none of whom takes longer than the nearest plus the limit. */
export const permitted = (order: WaitingOrder, fallback: PolicyParams): readonly Reachable[] => {
  const { batchCandidates, batchWorseS } = order.params ?? fallback
  const nearestS = order.candidates[0]?.etaS ?? 0
  return order.candidates.slice(0, batchCandidates).filter(({ etaS }) => etaS <= nearestS + batchWorseS)
}

/** What a pair costs: the pick-up time as the driver's level weighs it, less what the driver's time without an order counts for, seconds. */
export const pairCost = (
  { driverId, etaS, dispatchWeight = 100 }: Reachable,
  idleS: ReadonlyMap<string, number>,
  { fairnessSPerHour }: PolicyParams,
): number => (etaS * 100) / dispatchWeight - Math.min((idleS.get(driverId) ?? 0) / 3_600, FAIR_HOURS) * fairnessSPerHour

/**
 * Serves as many orders as can be, and of all ways to do so takes the one with the least total cost. Where some order has to wait it is
 * rather one that has not waited long, and whose customer has no priority. Orders that go in turn are served before, and the others from whoever is left.
 */
export function matchBatch(orders: readonly WaitingOrder[], idleS: ReadonlyMap<string, number>, params: PolicyParams): Match {
  const inTurn = matchNearest(orders.filter((order) => order.inTurn))
  const taken = new Set(inTurn.values())
  const rest = orders
    .filter((order) => !order.inTurn)
    .map((order) => (taken.size ? { ...order, candidates: order.candidates.filter(({ driverId }) => !taken.has(driverId)) } : order))
  return new Map([...inTurn, ...matchCheapest(rest, idleS, params)])
}

function matchCheapest(orders: readonly WaitingOrder[], idleS: ReadonlyMap<string, number>, params: PolicyParams): Match {
  const column = new Map<string, number>()
  const driverOf: string[] = []
  const rows = orders
    .map((order) => ({ order, pairs: permitted(order, params) }))
    .filter(({ pairs }) => pairs.length > 0)
    .map(({ order, pairs }) => {
      for (const { driverId } of pairs) {
        if (column.has(driverId)) continue
        column.set(driverId, driverOf.length)
        driverOf.push(driverId)
      }
      return { order, pairs }
    })
  if (!rows.length) return new Map()
  // At least a column for each order, so that one without a driver never takes a driver's column from another.
  const width = Math.max(driverOf.length, rows.length)
  const costs = rows.map(({ order, pairs }) => {
    const row = Array.from({ length: width }, () => UNSERVED + urgency(order))
    for (const pair of pairs) row[column.get(pair.driverId)!] = pairCost(pair, idleS, order.params ?? params)
    return row
  })
  const match = new Map<string, string>()
  for (const [row, at] of munkres(costs)) {
    const { order, pairs } = rows[row]!
    const driverId = driverOf[at]
    if (driverId !== undefined && pairs.some((pair) => pair.driverId === driverId)) match.set(order.orderId, driverId)
  }
  return match
}

/** One after the other, the most urgent first, each takes the first driver who is left. */
export function matchNearest(orders: readonly WaitingOrder[]): Match {
  const taken = new Set<string>()
  const match = new Map<string, string>()
  for (const { orderId, candidates } of orders.toSorted((a, b) => urgency(b) - urgency(a))) {
    const driver = candidates.find(({ driverId }) => !taken.has(driverId))
    if (!driver) continue
    taken.add(driver.driverId)
    match.set(orderId, driver.driverId)
  }
  return match
}

/** The two ways to match, by the name under which a replay compares them. */
export const nearestPolicy: DispatchPolicy = { name: 'nearest', match: matchNearest }
export const batchPolicy: DispatchPolicy = { name: 'batch', match: matchBatch }

/** The next moment (ms) at which a city's waiting orders are matched together. */
export const nextBatchAt = (now: number, batchS: number): number => (Math.floor(now / (batchS * 1_000)) + 1) * batchS * 1_000
