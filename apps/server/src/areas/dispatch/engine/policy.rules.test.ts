import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchBatch, matchNearest, nextBatchAt, pairCost, permitted, type PolicyParams, type WaitingOrder } from './policy.rules.ts'

const params: PolicyParams = { batchCandidates: 20, batchWorseS: 120, fairnessSPerHour: 0 }
const order = (orderId: string, etas: Record<string, number>, waitedS = 0): WaitingOrder => ({
  orderId,
  waitedS,
  candidates: Object.entries(etas)
    .map(([driverId, etaS]) => ({ driverId, etaS }))
    .toSorted((a, b) => a.etaS - b.etaS),
})
const none = new Map<string, number>()

const city = fc
  .record({
    drivers: fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 20_000 })), {
      maxLength: 12,
    }),
    orders: fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 120 })), {
      maxLength: 12,
    }),
    reachS: fc.integer({ min: 50, max: 1_200 }),
    worseS: fc.integer({ min: 0, max: 400 }),
    fairness: fc.constantFrom(0, 30, 200),
    nearest: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ drivers, orders, reachS, worseS, fairness, nearest }) => ({
    idleS: new Map(drivers.map(([, , idle], i) => [`d${i}`, idle])),
    orders: orders.map(([x, y, waitedS], i) => {
      const etas = drivers.map(([dx, dy], d) => [`d${d}`, Math.round(Math.hypot(x - dx, y - dy))] as const)
      return order(`o${i}`, Object.fromEntries(etas.filter(([, etaS]) => etaS <= reachS)), waitedS)
    }),
    params: { batchCandidates: nearest, batchWorseS: worseS, fairnessSPerHour: fairness },
  }))
const totalOf = (
  match: ReadonlyMap<string, string>,
  orders: readonly WaitingOrder[],
  idleS: ReadonlyMap<string, number>,
  of: PolicyParams,
) =>
  orders.reduce((sum, one) => {
    const pair = one.candidates.find(({ driverId }) => driverId === match.get(one.orderId))
    return sum + (pair ? pairCost(pair, idleS, of) : 1_000_000 + one.waitedS)
  }, 0)

test('two customers get two drivers the shorter way in total, where one after the other would send the second across town', () => {
  const orders = [order('first', { near: 60, other: 90 }), order('second', { near: 70, other: 400 })]
  expect(matchNearest(orders)).toEqual(
    new Map([
      ['first', 'near'],
      ['second', 'other'],
    ]),
  )
  expect(matchBatch(orders, none, params)).toEqual(
    new Map([
      ['first', 'other'],
      ['second', 'near'],
    ]),
  )
})

test('a customer is not sent somebody much farther for the sake of the others', () => {
  const orders = [order('first', { near: 60, other: 300 }), order('second', { near: 70, other: 2_000 })]
  expect(matchBatch(orders, none, params).get('first')).not.toBe('other')
})

test('of two drivers as near the one without an order for longer is asked', () => {
  const idleS = new Map([
    ['early', 300],
    ['long', 7_200],
  ])
  expect(matchBatch([order('o', { early: 60, long: 80 })], idleS, { ...params, fairnessSPerHour: 30 }).get('o')).toBe('long')
  expect(matchBatch([order('o', { early: 60, long: 180 })], idleS, { ...params, fairnessSPerHour: 30 }).get('o')).toBe('early')
})

test('the weight of a driver’s level shortens their pick-up time as it counts in a match, and nothing of what is too far away', () => {
  const both = {
    ...order('o', {}),
    candidates: [
      { driverId: 'near', etaS: 100 },
      { driverId: 'gold', etaS: 120, dispatchWeight: 125 },
    ],
  }
  expect(matchBatch([both], none, params).get('o')).toBe('gold')
  expect(pairCost(both.candidates[1]!, none, params)).toBe(96)
  const far = { ...both, candidates: [both.candidates[0]!, { driverId: 'gold', etaS: 221, dispatchWeight: 200 }] }
  expect(permitted(far, params).map(({ driverId }) => driverId)).toEqual(['near'])
})

test('where one driver is left for two customers as near, the one who waited longer is served', () => {
  expect(matchBatch([order('new', { d: 60 }, 2), order('old', { d: 60 }, 90)], none, params)).toEqual(new Map([['old', 'd']]))
})

test('where a team’s turns count, its order has the first in turn and not the nearest, and the others share who is left', () => {
  const team = { ...order('team', { near: 60, first: 90 }), inTurn: true }
  const orders = [{ ...team, candidates: team.candidates.toReversed() }, order('other', { first: 30, near: 200 })]
  expect(matchBatch(orders, none, params)).toEqual(
    new Map([
      ['team', 'first'],
      ['other', 'near'],
    ]),
  )
})

test('never two orders for one driver, nor a driver who may not be asked', () => {
  fc.assert(
    fc.property(city, (given) => {
      for (const match of [matchBatch(given.orders, given.idleS, given.params), matchNearest(given.orders)]) {
        expect(new Set(match.values()).size).toBe(match.size)
        for (const [orderId, driverId] of match)
          expect(given.orders.find((one) => one.orderId === orderId)!.candidates.map((one) => one.driverId)).toContain(driverId)
      }
    }),
  )
})

test('nobody’s pick-up is longer than by their own nearest free driver and the limit', () => {
  fc.assert(
    fc.property(city, (given) => {
      for (const [orderId, driverId] of matchBatch(given.orders, given.idleS, given.params)) {
        const { candidates } = given.orders.find((one) => one.orderId === orderId)!
        const etaS = candidates.find((one) => one.driverId === driverId)!.etaS
        expect(etaS).toBeLessThanOrEqual(candidates[0]!.etaS + given.params.batchWorseS)
      }
    }),
  )
})

test('together never serves fewer nor costs more than one after the other within the same limits', () => {
  fc.assert(
    fc.property(city, (given) => {
      const within = given.orders.map((one) => ({ ...one, candidates: permitted(one, given.params) }))
      const greedy = matchNearest(within)
      const batch = matchBatch(given.orders, given.idleS, given.params)
      expect(batch.size).toBeGreaterThanOrEqual(greedy.size)
      expect(totalOf(batch, given.orders, given.idleS, given.params)).toBeLessThanOrEqual(
        totalOf(greedy, given.orders, given.idleS, given.params) + 1e-6,
      )
      const fewestS = totalOf(matchBatch(given.orders, none, { ...given.params, fairnessSPerHour: 0 }), given.orders, none, given.params)
      expect(fewestS).toBeLessThanOrEqual(totalOf(greedy, given.orders, none, given.params) + 1e-6)
    }),
  )
})

test('of 500 orders and 500 drivers every order finds one', () => {
  const orders = Array.from({ length: 500 }, (_, i) =>
    order(
      `o${i}`,
      Object.fromEntries(Array.from({ length: 20 }, (_unused, j) => [`d${(i * 7 + j * 13) % 500}`, ((i * 31 + j * 97) % 300) + 20])),
    ),
  )
  expect(matchBatch(orders, none, { ...params, batchWorseS: 300 }).size).toBe(500)
})

test('batches come at the same moments whoever counts them', () => {
  expect(nextBatchAt(9_001, 3)).toBe(12_000)
  expect(nextBatchAt(12_000, 3)).toBe(15_000)
})

test('each order keeps the limits of its own setting, in one match', () => {
  const strict = { ...order('strict', { near: 60, other: 90 }), params: { ...params, batchWorseS: 0 } }
  const lenient = order('lenient', { near: 70, other: 100 })
  // The least total would be either way round; the strict order may only have its nearest.
  expect(matchBatch([strict, lenient], none, params)).toEqual(
    new Map([
      ['strict', 'near'],
      ['lenient', 'other'],
    ]),
  )
  const fair = { ...order('fair', { early: 60, long: 80 }), params: { ...params, fairnessSPerHour: 30 } }
  const idleS = new Map([
    ['early', 300],
    ['long', 7_200],
  ])
  expect(matchBatch([fair], idleS, params).get('fair')).toBe('long')
  expect(matchBatch([order('plain', { early: 60, long: 80 })], idleS, params).get('plain')).toBe('early')
})

test('however long a driver has had no order, no customer gets one who takes longer than the limit allows', () => {
  const idleS = new Map([['idleAllNight', 40_000]])
  const orders = [order('o', { near: 60, idleAllNight: 181 })]
  expect(matchBatch(orders, idleS, { ...params, fairnessSPerHour: 600 }).get('o')).toBe('near')
  expect(matchBatch([order('o', { near: 60, idleAllNight: 180 })], idleS, { ...params, fairnessSPerHour: 600 }).get('o')).toBe(
    'idleAllNight',
  )
})

test('where two want the one driver there is, the customer of a higher level has them, until the other has waited much longer', () => {
  const of = (guestWaitedS: number) => [{ ...order('vip', { only: 90 }), priority: 3 }, order('guest', { only: 60 }, guestWaitedS)]
  for (const match of [matchNearest, (orders: readonly WaitingOrder[]) => matchBatch(orders, none, params)]) {
    expect(match(of(0))).toEqual(new Map([['vip', 'only']]))
    expect(match(of(1_000))).toEqual(new Map([['guest', 'only']]))
  }
})
