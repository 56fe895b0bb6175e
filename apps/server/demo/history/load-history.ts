import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { demoCity } from '../cities.ts'
import { batch, type Parcel, write } from '../load.ts'
import { plateNo } from '../people/names.ts'
import { type Chance, chance } from '../random.ts'
import { dispatchRows, noticeRows } from './dispatch-rows.ts'
import { eventRows } from './event-rows.ts'
import { billLineRows, bookingRow, localDay, type Numbered, orderRow } from './order-rows.ts'
import { outcomeOf } from './outcome.ts'
import type { PlannedBooking } from './plan.ts'

const DAY = 86_400_000
/** How far back the searches and offers of orders are kept in the demo world, and notices. */
const DISPATCH_DAYS = 3
const NOTICE_DAYS = 1
/** Enough orders at a time for one insert to be worth its while, few enough to fit into memory as text. */
const CHUNK_ORDERS = 5_000
/** After so many bookings the connection gets its turn. */
const TURN_BOOKINGS = 50

const remarks = [
  '到了打电话',
  '车停在地下二层',
  '客人喝多了，请耐心等待',
  '车钥匙在前台',
  '自动挡 SUV',
  '从南门进',
  '车上有小孩，请开慢一点',
]

/** Writes the bookings with everything that hangs on them; parents before children. */
export async function loadHistory(client: pg.ClientBase, bookings: readonly PlannedBooking[], now: number, seed: number): Promise<void> {
  const random = chance(seed, 'orders')
  const next = { booking: 1, order: 1, orderNo: 1, search: 1, offer: 1, notice: 1 }
  const tables = {
    bookings: batch('bookings'),
    orders: batch('orders'),
    events: batch('order_events'),
    lines: batch('bill_lines'),
    searches: batch('dispatch_searches'),
    rounds: batch('dispatch_rounds'),
    offers: batch('offers'),
    notices: batch('notices'),
  }
  // The next orders are made while PostgreSQL takes in the ones before.
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    writing = writeAll(
      client,
      Object.values(tables).map((table) => table.take()),
    )
    // Whoever awaits it next hears of a failure.
    writing.catch(() => {})
  }
  for (const booking of bookings) {
    const all = numbered(booking, next, random)
    const remark = random.is(0.12) ? random.pick(remarks) : ''
    const plate = plateOf(booking, random)
    tables.bookings.add(bookingRow(all, remark))
    for (const one of all) {
      const events = eventRows(one)
      tables.orders.add(orderRow(one, { plate, remark, version: events.length }))
      tables.events.add(...events)
      tables.lines.add(...billLineRows(one))
    }
    if (booking.createdAt > now - DISPATCH_DAYS * DAY) {
      const { searches, rounds, offers } = dispatchRows(all, { search: () => next.search++, offer: () => next.offer++ }, random)
      tables.searches.add(...searches)
      tables.rounds.add(...rounds)
      tables.offers.add(...offers)
    }
    if (booking.createdAt > now - NOTICE_DAYS * DAY) tables.notices.add(...noticeRows(all, () => next.notice++))
    if (all[0]!.bookingId % TURN_BOOKINGS === 0) await nextTurn()
    if (tables.orders.size() >= CHUNK_ORDERS) await flush()
  }
  await flush()
  await writing
  await advanceNumbers(client, next.booking - 1, next.orderNo - 1)
}

function numbered(booking: PlannedBooking, next: { booking: number; order: number; orderNo: number }, random: Chance): Numbered[] {
  const bookingId = next.booking++
  const bookingNo = `B${localDay(booking.createdAt)}${String(bookingId).padStart(7, '0')}`
  const given: string[] = []
  return booking.orders.map((order) => {
    const orderNo =
      order.attempt === 1
        ? `D${localDay(booking.createdAt)}${String(next.orderNo++).padStart(7, '0')}`
        : `${given.shift()!}-${order.attempt}`
    if (order.fate === 'DRIVER') given.push(orderNo)
    return { booking, bookingId, bookingNo, order, orderId: next.order++, orderNo, outcome: outcomeOf(booking, order, random) }
  })
}

function plateOf({ customer, city }: PlannedBooking, random: Chance): string {
  if (random.is(0.45)) return ''
  return customer.plates.length > 0 && random.is(0.9) ? random.pick(customer.plates) : plateNo(random, demoCity(city.cityId).plate)
}

async function writeAll(client: pg.ClientBase, parcels: readonly Parcel[]) {
  for (const parcel of parcels) await write(client, parcel)
}

/** New numbers go on after those of the history. */
const advanceNumbers = (client: pg.ClientBase, bookings: number, orders: number) =>
  client.query(
    `select (select count(nextval('booking_numbers')) from generate_series(1, $1::int)), (select count(nextval('order_numbers')) from generate_series(1, $2::int))`,
    [bookings, orders],
  )
