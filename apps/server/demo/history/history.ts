import type { DemoCustomer, DemoDriver, Tally } from '../people/people.ts'
import { chance } from '../random.ts'
import { type HistoryInput, type PlannedBooking, planBookings } from './plan.ts'

export interface History {
  bookings: readonly PlannedBooking[]
  ofDriver: (driver: DemoDriver) => Tally
  ofCustomer: (customer: DemoCustomer) => Tally
}

/** One order in a hundred is still to be paid. */
const UNPAID_SHARE = 0.01
const DAY = 86_400_000

export function planHistory(input: HistoryInput): History {
  const bookings = planBookings(input)
  leaveUnpaid(bookings, input)
  const drivers = new Map<DemoDriver, Tally>()
  const customers = new Map<DemoCustomer, Tally>()
  for (const booking of bookings) {
    const customer = tallyIn(customers, booking.customer)
    customer.firstOrderAt ??= booking.createdAt
    for (const { fate, line, driver } of booking.orders) {
      if (fate !== 'SERVED') continue
      served(customer, line.filedAt!)
      served(tallyIn(drivers, driver!), line.filedAt!)
    }
  }
  const nothing: Tally = { served: 0, lastServedAt: null, firstOrderAt: null }
  return { bookings, ofDriver: (driver) => drivers.get(driver) ?? nothing, ofCustomer: (customer) => customers.get(customer) ?? nothing }
}

function tallyIn<T>(tallies: Map<T, Tally>, person: T): Tally {
  let tally = tallies.get(person)
  if (!tally) tallies.set(person, (tally = { served: 0, lastServedAt: null, firstOrderAt: null }))
  return tally
}

function served(tally: Tally, at: number) {
  tally.served += 1
  tally.lastServedAt = Math.max(tally.lastServedAt ?? 0, at)
}

/** Whoever owes a bill cannot order again, so only a customer's last booking stays unpaid, and mostly not that of yesterday. */
function leaveUnpaid(bookings: readonly PlannedBooking[], { now, seed }: HistoryInput) {
  const random = chance(seed, 'unpaid')
  const last = new Map(bookings.map((booking) => [booking.customer, booking]))
  const wanted = Math.round(
    UNPAID_SHARE * bookings.reduce((sum, { orders }) => sum + orders.filter(({ fate }) => fate === 'SERVED').length, 0),
  )
  const candidates = [...last.values()].filter(({ createdAt }) => random.is(createdAt > now - 2 * DAY ? 0.06 : 1))
  let left = wanted
  while (left > 0 && candidates.length > 0) {
    const [booking] = candidates.splice(random.int(0, candidates.length - 1), 1)
    for (const order of booking!.orders) {
      if (order.fate !== 'SERVED' || left === 0) continue
      order.unpaid = true
      left -= 1
    }
  }
}
