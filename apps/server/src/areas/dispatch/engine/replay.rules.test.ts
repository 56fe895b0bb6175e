import { expect, test } from 'vitest'
import { batchPolicy, nearestPolicy } from './policy.rules.ts'
import { type Demand, replay, type ReplayInput } from './replay.rules.ts'
import { dispatchDefaults } from '../settings/index.ts'

/** A street: latitude counts metres, drivers ride 5 m/s. */
const at = (metres: number) => ({ lat: metres, lng: 0 })
const order = (orderId: string, second: number, from: number, to = from, tripS = 600): Demand => ({
  orderId,
  at: second,
  pickup: at(from),
  dropoff: at(to),
  tripS,
})
const street = (demand: Demand[], drivers: number[], more: Partial<ReplayInput> = {}): ReplayInput => ({
  demand,
  drivers: drivers.map(at),
  params: dispatchDefaults,
  tickS: 1,
  answerS: 0,
  accepts: () => true,
  metres: (a, b) => Math.abs(a.lat - b.lat),
  etaS: (metres) => metres / 5,
  ...more,
})

test('one driver, two orders: the second is served after the first, and counts from where that ended', () => {
  const result = replay(nearestPolicy, street([order('a', 10, 500, 900, 50), order('b', 20, 900)], [0]))
  // Asked at 11 s, there at 111, free at 161; the second was asked for at 20 s and gives up at 140.
  expect(result).toMatchObject({ orders: 2, served: 1, unservedShare: 0.5, meanPickupS: 100, p95PickupS: 100, meanArrivalS: 101 })
  const patient = { ...dispatchDefaults, totalS: 300, rounds: 20 }
  expect(replay(nearestPolicy, street([order('a', 10, 500, 900, 50), order('b', 20, 900)], [0], { params: patient }))).toMatchObject({
    served: 2,
    meanPickupS: 50,
    meanArrivalS: (101 + 141) / 2,
  })
})

test('drivers beyond the radius of the round are not asked before it has grown', () => {
  const result = replay(nearestPolicy, street([order('a', 0, 2_500)], [0]))
  // The third round, 3 km, begins after 30 s.
  expect(result).toMatchObject({ served: 1, meanPickupS: 500, meanArrivalS: 530 })
})

test('who refuses is not asked again for that order', () => {
  const asked: number[] = []
  const accepts = (driver: number) => {
    asked.push(driver)
    return driver === 1
  }
  expect(replay(nearestPolicy, street([order('a', 0, 0)], [10, 100], { accepts, answerS: 5 })).served).toBe(1)
  expect(asked).toEqual([0, 1])
})

test('matched in batches, two calls of one moment are reached sooner in total', () => {
  const given = street([order('a', 1, 0), order('b', 2, 300)], [100, -200], { tickS: 3 })
  expect(replay(nearestPolicy, given).meanPickupS).toBe((20 + 100) / 2)
  expect(replay(batchPolicy, given).meanPickupS).toBe((40 + 40) / 2)
})

test('the same orders give the same figures, and idle time is what is not spent on orders', () => {
  const demand = Array.from({ length: 60 }, (_, i) => order(`o${i}`, i * 7, (i * 379) % 4_000, (i * 911) % 4_000, 200))
  const given = street(demand, [0, 1_000, 2_000, 3_000], { tickS: 3 })
  expect(replay(batchPolicy, given)).toEqual(replay(batchPolicy, given))
  const { idleShare } = replay(nearestPolicy, given)
  expect(idleShare).toBeGreaterThanOrEqual(0)
  expect(idleShare).toBeLessThan(0.5)
  expect(replay(nearestPolicy, street([], [0]))).toMatchObject({ orders: 0, unservedShare: 0, idleShare: 1 })
})
