import type { OrderSource } from '@chauffeur/contract/order/model'
import type { DemoCustomer, DemoDriver } from '../people/people.ts'
import { type Chance, chance } from '../random.ts'
import type { DemoTenant, DemoTenantCity } from '../tenants.ts'
import { type Callers, callersOf } from './callers.ts'
import { type Crew, crewOf } from './crew.ts'
import { localHour, orderMoments } from './moments.ts'
import { type Asked, closedAt, type Fate, shifted, type Timeline, timelineOf } from './timeline.ts'
import { planTrip, type TripPlan } from './trip-plan.ts'

export interface Agent {
  userId: number
  name: string
}
export interface PlannedOrder {
  attempt: number
  fate: Fate
  line: Timeline
  /** Who was asked, in the order of `line.asked`; the last one of an accepted order has it. */
  asked: readonly DemoDriver[]
  driver: DemoDriver | null
  unpaid: boolean
}
export interface PlannedBooking {
  tenant: DemoTenant
  city: DemoTenantCity
  customer: DemoCustomer
  source: OrderSource
  channel: DemoTenant['channels'][number] | null
  /** Who took the call. */
  agent: Agent | null
  createdAt: number
  bookTime: number | null
  trip: TripPlan
  /** How many drivers were asked for; a driver who cancelled leaves one order more. */
  driverCount: number
  /** First attempts before second ones; the n-th second attempt follows the n-th that its driver cancelled. */
  orders: PlannedOrder[]
}

export interface HistoryInput {
  tenants: readonly DemoTenant[]
  drivers: readonly DemoDriver[]
  customers: readonly DemoCustomer[]
  agents: (tenant: DemoTenant) => readonly Agent[]
  /** Orders in all, over 90 days. */
  orders: number
  now: number
  seed: number
}

const MINUTE = 60_000
const BEFORE_LEAD_MS = 30 * MINUTE
/** The youngest order was closed so long ago at least. */
const QUIET_MS = 3 * MINUTE

/** Bookings in the order they were made, every one of them closed before `now`. */
export function planBookings(input: HistoryInput): PlannedBooking[] {
  const random = chance(input.seed, 'history')
  const callers = callersOf(input.customers, input.now, chance(input.seed, 'callers'))
  const crew = crewOf(input.drivers, chance(input.seed, 'crew'))
  const drafts = draftsOf(input, random).sort((a, b) => a.createdAt - b.createdAt)
  return drafts.map((draft) => book(draft, input, callers, crew, random))
}

interface Draft {
  tenant: DemoTenant
  city: DemoTenantCity
  trip: TripPlan
  createdAt: number
  bookTime: number | null
  lines: { fate: Fate; attempt: number; line: Timeline }[]
  driverCount: number
}

/** What was asked for and how it went, without people, until there are enough orders. */
function draftsOf({ tenants, orders, now }: HistoryInput, random: Chance): Draft[] {
  const places = tenants.flatMap((tenant) => tenant.cities.map((city) => ({ tenant, city })))
  const shares = places.map(({ tenant, city }, index) => [index, tenant.share * city.share] as const)
  const moments = orderMoments(orders, now, random)
  // Bookings that take several orders use up moments, which are then left out evenly.
  const drafts: Draft[] = []
  for (let made = 0; made < orders; ) {
    const moment = moments[Math.min(orders - 1, made)]!
    const draft = draftAt(moment, places[random.weighted(shares)]!, orders - made, now, random)
    drafts.push(draft)
    made += draft.lines.length
  }
  return drafts
}

function draftAt(moment: number, { tenant, city }: Pick<Draft, 'tenant' | 'city'>, room: number, now: number, random: Chance): Draft {
  const trip = planTrip(city.cityId, localHour(moment), random)
  const leadMs = random.is(0.06) ? Math.round(random.between(1.2, 11) * 12) * 5 * MINUTE : null
  const driverCount = Math.min(
    room,
    random.weighted([
      [1, 960],
      [2, 34],
      [3, 6],
    ]),
  )
  const setting = { createdAt: 0, dispatchAt: leadMs === null ? 0 : Math.max(0, leadMs - BEFORE_LEAD_MS), bookTime: leadMs }
  const fate = random.weighted([
    ['SERVED', 860],
    ['CUSTOMER', 62],
    ['DRIVER', 15],
    ['OPERATOR', 16],
    ['NOBODY', 48],
  ])
  const lines: Draft['lines'] = []
  for (let n = 0; n < driverCount; n++) lines.push({ fate, attempt: 1, line: timelineOf(fate, setting, trip, random) })
  // A driver who cancels leaves the order to the next one: the booking goes on with one order more.
  for (const { line } of fate === 'DRIVER' ? [...lines] : []) {
    if (lines.length >= room) break
    const next = random.weighted([
      ['SERVED', 78],
      ['NOBODY', 14],
      ['CUSTOMER', 8],
    ])
    const at = line.cancelledAt!
    lines.push({ fate: next, attempt: 2, line: timelineOf(next, { createdAt: at, dispatchAt: at, bookTime: leadMs }, trip, random) })
  }
  const createdAt = placedAt(moment, Math.max(...lines.map(({ line }) => closedAt(line))), leadMs, now, random)
  return {
    tenant,
    city,
    trip,
    driverCount,
    createdAt,
    bookTime: leadMs === null ? null : createdAt + leadMs,
    lines: lines.map((order) => ({ ...order, line: shifted(order.line, createdAt) })),
  }
}

/** The moment, earlier where the order would not be closed by now; a booked time is a multiple of five minutes. */
function placedAt(moment: number, spanMs: number, leadMs: number | null, now: number, random: Chance): number {
  const latest = now - QUIET_MS - spanMs
  const at = moment <= latest ? moment : Math.floor(latest - random.between(0, 12) * MINUTE)
  return leadMs === null ? at : at - ((at + leadMs) % (5 * MINUTE))
}

function book({ lines, ...draft }: Draft, input: HistoryInput, callers: Callers, crew: Crew, random: Chance): PlannedBooking {
  const { tenant, city } = draft
  const source = random.weighted([
    ['CALL_CENTRE', 46],
    ['APP', 25],
    ['MINI_PROGRAM', 18],
    ['PARTNER', 11],
  ])
  const customer = callers.next(tenant, city, draft.createdAt, Math.max(...lines.map(({ line }) => closedAt(line))))
  const refusedBy = new Set<DemoDriver>()
  const orders = lines.map((order) => staffed(order, draft, refusedBy, input.now, crew, random))
  // Where nobody took the order in the first place, there is nothing to hand on.
  const handedOn = orders.filter(({ fate, attempt }) => fate === 'DRIVER' && attempt === 1).length
  return {
    ...draft,
    customer,
    source,
    channel: source === 'PARTNER' ? random.pick(tenant.channels) : null,
    agent: source === 'CALL_CENTRE' ? random.pick(input.agents(tenant)) : null,
    orders: [...orders.filter(({ attempt }) => attempt === 1), ...orders.filter(({ attempt }) => attempt === 2).slice(0, handedOn)],
  }
}

/** Gives the order its drivers; where everybody is busy, nobody comes. */
function staffed(
  order: Draft['lines'][number],
  { tenant, city, trip }: Omit<Draft, 'lines'>,
  refusedBy: Set<DemoDriver>,
  now: number,
  crew: Crew,
  random: Chance,
): PlannedOrder {
  const { attempt, fate, line } = order
  const chosen: { asked: Asked; driver: DemoDriver }[] = []
  for (const asked of line.asked) {
    const until = asked.result === 'ACCEPTED' ? closedAt(line) : null
    const driver = crew.ask(tenant, city, { from: asked.sentAt, until }, refusedBy)
    if (!driver) {
      if (asked.result === 'ACCEPTED') {
        const setting = { createdAt: line.createdAt, dispatchAt: line.dispatchAt!, bookTime: null }
        const alone = timelineOf('NOBODY', setting, trip, random)
        return { attempt, fate: 'NOBODY', line: { ...alone, asked: [] }, asked: [], driver: null, unpaid: false }
      }
      continue
    }
    refusedBy.add(driver)
    chosen.push({ asked, driver })
  }
  const holder = chosen.find(({ asked }) => asked.result === 'ACCEPTED')?.driver ?? null
  return {
    attempt,
    fate,
    line: { ...line, asked: chosen.map(({ asked }) => asked), paidAt: line.paidAt === null ? null : Math.min(line.paidAt, now - 5_000) },
    asked: chosen.map(({ driver }) => driver),
    driver: holder,
    unpaid: false,
  }
}
