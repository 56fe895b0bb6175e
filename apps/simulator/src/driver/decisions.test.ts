import { expect, test } from 'vitest'
import { type City, cityOf } from '../city/city.ts'
import { planOrder } from '../customer-plan.ts'
import { answerOffer, planTrip } from './decisions.ts'
import { isWithin } from '../city/geo.ts'
import { stream } from '../random.ts'

const cities: City[] = [
  { cityId: '330100', lat: 30.25, lng: 120.17, drivers: 3 },
  { cityId: '310000', lat: 31.23, lng: 121.47, drivers: 1 },
].map(({ cityId, lat, lng, drivers }) => {
  const centre = { lat, lng, datum: 'WGS84' as const }
  const open = { cityId, name: cityId, pinyin: '', centre, open: true, serviceRadiusM: 30_000, serviceArea: null, utcOffsetMinutes: 480 }
  return { ...cityOf(open, 30, 1), drivers }
})
const orders = (seed: number, count: number) => Array.from({ length: count }, (_, n) => planOrder(seed, 1, n + 1, 1, cities))
const share = <T>(list: T[], of: (item: T) => boolean) => list.filter(of).length / list.length

test('the same seed gives the same callers, another seed others', () => {
  expect(orders(1, 50)).toEqual(orders(1, 50))
  expect(orders(2, 50)).not.toEqual(orders(1, 50))
})

test('what one driver decides does not depend on what others were asked before', () => {
  const alone = [1, 2, 3].map((n) => answerOffer(stream(1, 'driver', 1, 7, 'offer', n)))
  const busy = [1, 2, 3].map((n) => {
    answerOffer(stream(1, 'driver', 1, 8, 'offer', n))
    return answerOffer(stream(1, 'driver', 1, 7, 'offer', n))
  })
  expect(busy).toEqual(alone)
  expect(new Set(alone.map((answer) => answer.thinkS)).size).toBe(3)
})

test('of a hundred offers about 88 are taken after one to five seconds', () => {
  const answers = Array.from({ length: 4000 }, (_, n) => answerOffer(stream(3, 'offer', n)))
  expect(share(answers, ({ kind }) => kind === 'accept')).toBeCloseTo(0.88, 1)
  expect(share(answers, ({ kind }) => kind === 'reject')).toBeGreaterThan(0.03)
  expect(share(answers, ({ kind }) => kind === 'ignore')).toBeGreaterThan(0.03)
  expect(answers.every(({ thinkS }) => thinkS >= 1 && thinkS <= 5)).toBe(true)
})

test('callers are spread as the drivers are, inside the service area, most with a destination', () => {
  const plans = orders(5, 3000).filter((plan) => plan !== null)
  expect(plans).toHaveLength(3000)
  expect(share(plans, ({ city }) => city.cityId === '330100')).toBeCloseTo(0.75, 1)
  expect(share(plans, ({ dropoff }) => dropoff !== null)).toBeCloseTo(0.85, 1)
  expect(share(plans, ({ driverCount }) => driverCount === 2)).toBeCloseTo(0.06, 1)
  expect(share(plans, ({ cancel }) => cancel !== null)).toBeCloseTo(0.07, 1)
  for (const { city, pickup, dropoff, phone } of plans) {
    expect(isWithin(city.core, pickup)).toBe(true)
    expect(isWithin(city.roam, dropoff ?? pickup)).toBe(true)
    expect(phone).toMatch(/^18800\d{6}$/)
  }
})

test('nobody calls from a city without drivers', () => {
  expect(
    planOrder(
      1,
      1,
      1,
      1,
      cities.map((city) => ({ ...city, drivers: 0 })),
    ),
  ).toBeNull()
})

test('bills carry a toll or parking now and then, and most are settled in cash', () => {
  const plans = Array.from({ length: 3000 }, (_, n) => planTrip(stream(2, 'trip', n)))
  expect(share(plans, ({ cashCollected }) => cashCollected)).toBeCloseTo(0.9, 1)
  const extras = share(plans, (plan) => plan.extras.length > 0)
  expect(extras).toBeGreaterThan(0.15)
  expect(extras).toBeLessThan(0.4)
  expect(share(plans, ({ cancel }) => cancel !== null)).toBeLessThan(0.06)
  for (const { extras: lines } of plans) for (const { amountFen } of lines) expect(Number.isInteger(amountFen) && amountFen > 0).toBe(true)
})
