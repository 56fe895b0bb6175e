import { beforeAll, expect, test } from 'vitest'
import { demoCustomers, demoDrivers } from '../people/people.ts'
import { demoTenants } from '../tenants.ts'
import { type History, planHistory } from './history.ts'
import { localHour, operatingWeekday } from './moments.ts'
import { closedAt, type Fate } from './timeline.ts'

const now = Date.UTC(2026, 10, 20, 15)
const DAY = 86_400_000
let history: History
let orders: { at: number; fate: Fate; unpaid: boolean }[]

beforeAll(() => {
  const tenants = demoTenants()
  history = planHistory({
    tenants,
    drivers: demoDrivers(tenants, 400, now, 1),
    customers: demoCustomers(tenants, 5_000, now, 1),
    agents: () => [{ userId: 1, name: '林晓雨' }],
    orders: 20_000,
    now,
    seed: 1,
  })
  orders = history.bookings.flatMap((booking) => booking.orders.map(({ fate, line, unpaid }) => ({ at: line.createdAt, fate, unpaid })))
})

const share = (of: (order: (typeof orders)[number]) => boolean) => orders.filter(of).length / orders.length

test('there are as many orders as asked for, over 90 days', () => {
  expect(orders.length).toBeGreaterThan(19_950)
  expect(orders.length).toBeLessThanOrEqual(20_000)
  expect(Math.min(...orders.map(({ at }) => at))).toBeLessThan(now - 89 * DAY)
})

test('most orders come between 20:00 and 01:00, and weekend nights are the busiest', () => {
  const evening = share(({ at }) => localHour(at) >= 20 || localHour(at) < 1)
  expect(evening).toBeGreaterThan(0.52)
  expect(evening).toBeLessThan(0.68)
  expect(share(({ at }) => localHour(at) >= 5 && localHour(at) < 9)).toBeLessThan(0.05)
  const of = (weekday: number) => orders.filter(({ at }) => operatingWeekday(at) === weekday).length
  expect(Math.min(of(5), of(6))).toBeGreaterThan(1.2 * Math.max(of(1), of(2)))
})

test('about nine in a hundred are cancelled, five find nobody, one is unpaid', () => {
  const cancelled = share(({ fate }) => fate === 'CUSTOMER' || fate === 'DRIVER' || fate === 'OPERATOR')
  expect(cancelled).toBeGreaterThan(0.08)
  expect(cancelled).toBeLessThan(0.105)
  const nobody = share(({ fate }) => fate === 'NOBODY')
  expect(nobody).toBeGreaterThan(0.04)
  expect(nobody).toBeLessThan(0.065)
  const unpaid = orders.filter((order) => order.unpaid).length / orders.filter(({ fate }) => fate === 'SERVED').length
  expect(unpaid).toBeCloseTo(0.01, 3)
})

test('a driver has one order at a time', () => {
  const busy = Map.groupBy(
    history.bookings.flatMap((booking) => booking.orders).filter(({ driver }) => driver !== null),
    ({ driver }) => driver!,
  )
  expect(busy.size).toBeGreaterThan(300)
  for (const [driver, held] of busy) {
    const spans = held.map(({ line }) => ({ from: line.acceptedAt!, to: closedAt(line) })).sort((a, b) => a.from - b.from)
    for (const [index, span] of spans.entries()) {
      expect(span.from).toBeGreaterThan(driver.joinedAt)
      expect(span.from, `${driver.driverNo} took an order while on another`).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? 0)
    }
  }
})

test('a customer orders again only when the last order is closed and paid', () => {
  for (const [customer, booked] of Map.groupBy(history.bookings, (booking) => booking.customer)) {
    for (const [index, booking] of booked.entries()) {
      const before = booked[index - 1]
      if (!before) continue
      expect(booking.createdAt, customer.phone).toBeGreaterThan(Math.max(...before.orders.map(({ line }) => closedAt(line))))
      expect(
        before.orders.some(({ unpaid }) => unpaid),
        customer.phone,
      ).toBe(false)
    }
  }
})

test('everything has happened before now', () => {
  for (const { orders: all } of history.bookings) {
    for (const { line } of all) expect(Math.max(closedAt(line), line.paidAt ?? 0)).toBeLessThan(now)
  }
})
