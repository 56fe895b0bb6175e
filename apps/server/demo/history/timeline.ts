import { dispatchDefaults, radiusOf } from '#areas/dispatch/settings'
import { defaultSettings } from '#platform/process/settings'
import type { Chance } from '../random.ts'
import type { TripPlan } from './trip-plan.ts'

/** How an order of the demo world ends. */
export type Fate = 'SERVED' | 'CUSTOMER' | 'DRIVER' | 'OPERATOR' | 'NOBODY'

export interface Asked {
  sentAt: number
  answeredAt: number
  result: 'ACCEPTED' | 'REJECTED' | 'EXPIRED' | 'WITHDRAWN'
  round: number
  distanceM: number
  etaS: number
}
/** Every moment of an order, ms; null where it never came to that. */
export interface Timeline {
  createdAt: number
  dispatchAt: number | null
  asked: Asked[]
  acceptedAt: number | null
  promisedAt: number | null
  arrivedAt: number | null
  departAt: number | null
  endedAt: number | null
  filedAt: number | null
  paidAt: number | null
  cancelledAt: number | null
}

const SEARCH_MS = dispatchDefaults.totalS * 1000
const OFFER_MS = dispatchDefaults.offerS * 1000
const ROUND_MS = dispatchDefaults.roundS * 1000

/** `createdAt` and `bookTime` may be relative; whoever knows the real instants shifts the whole with `shifted`. */
export interface Setting {
  createdAt: number
  /** When the search opens. */
  dispatchAt: number
  bookTime: number | null
}

export function timelineOf(fate: Fate, setting: Setting, trip: TripPlan, random: Chance): Timeline {
  const line: Timeline = {
    createdAt: setting.createdAt,
    dispatchAt: setting.dispatchAt,
    asked: [],
    acceptedAt: null,
    promisedAt: null,
    arrivedAt: null,
    departAt: null,
    endedAt: null,
    filedAt: null,
    paidAt: null,
    cancelledAt: null,
  }
  if (fate === 'NOBODY') return nobody(line, setting.dispatchAt, random)
  if ((fate === 'CUSTOMER' || fate === 'OPERATOR') && random.is(0.45)) return givenUpEarly(line, setting, random)
  accept(line, setting.dispatchAt, random)
  if (fate === 'SERVED') serve(line, setting.bookTime, trip, random)
  else cancelAfterAccept(line, fate, random)
  return line
}

/** The same moments, `byMs` later. */
export const shifted = (line: Timeline, byMs: number): Timeline => {
  const moved = {
    ...line,
    asked: line.asked.map((asked) => ({ ...asked, sentAt: asked.sentAt + byMs, answeredAt: asked.answeredAt + byMs })),
  }
  for (const key of momentKeys) if (moved[key] !== null) moved[key]! += byMs
  return moved
}
const momentKeys = [
  'createdAt',
  'dispatchAt',
  'acceptedAt',
  'promisedAt',
  'arrivedAt',
  'departAt',
  'endedAt',
  'filedAt',
  'paidAt',
  'cancelledAt',
] as const

/** The last moment that the order itself needs; paying may come later. */
export const closedAt = (line: Timeline): number => line.filedAt ?? line.cancelledAt ?? line.createdAt

function ask(searchAt: number, sentAt: number, result: Asked['result'], random: Chance): Asked {
  const round = Math.floor((sentAt - searchAt) / ROUND_MS) + 1
  const distanceM = Math.round(radiusOf(dispatchDefaults, round) * random.between(0.12, 1))
  const thoughtMs = result === 'EXPIRED' ? OFFER_MS : Math.round(random.between(2_500, result === 'ACCEPTED' ? 11_000 : 13_000))
  return {
    sentAt,
    answeredAt: sentAt + thoughtMs,
    result,
    round,
    distanceM,
    etaS: Math.round((distanceM * defaultSettings.detourX100) / 100 / defaultSettings.pickupMps),
  }
}

const firstOfferMs = (random: Chance) => Math.round(random.between(300, 1_900))
const declined = (random: Chance) => (random.is(0.55) ? 'REJECTED' : 'EXPIRED')

function accept(line: Timeline, searchAt: number, random: Chance) {
  let at = searchAt + firstOfferMs(random)
  for (
    let refusals = random.weighted([
      [0, 70],
      [1, 21],
      [2, 9],
    ]);
    refusals > 0;
    refusals--
  ) {
    const refused = ask(searchAt, at, declined(random), random)
    line.asked.push(refused)
    at = refused.answeredAt + firstOfferMs(random)
  }
  const taken = ask(searchAt, at, 'ACCEPTED', random)
  line.asked.push(taken)
  line.acceptedAt = taken.answeredAt
  line.promisedAt = taken.answeredAt + taken.etaS * 1000
}

function serve(line: Timeline, bookTime: number | null, trip: TripPlan, random: Chance) {
  line.arrivedAt = Math.round(line.promisedAt! + random.skewed(60, 0.9) * 1000 - random.between(0, 30_000))
  const waitS = Math.min(4_500, Math.max(25, random.skewed(240, 0.85)))
  line.departAt = Math.round(Math.max(line.arrivedAt, bookTime ?? 0) + waitS * 1000)
  line.endedAt = line.departAt + trip.durationS * 1000
  line.filedAt = line.endedAt + Math.round(random.between(12, 160) * 1000)
  const thoughtS = random.is(0.6) ? random.between(2, 25) : random.is(0.95) ? random.skewed(260, 1) : random.between(3_600, 170_000)
  line.paidAt = line.filedAt + Math.round(thoughtS * 1000)
}

function nobody(line: Timeline, searchAt: number, random: Chance): Timeline {
  let at = searchAt + firstOfferMs(random)
  for (
    let refusals = random.weighted([
      [0, 46],
      [1, 22],
      [2, 17],
      [3, 15],
    ]);
    refusals > 0 && at < searchAt + SEARCH_MS - OFFER_MS;
    refusals--
  ) {
    const refused = ask(searchAt, at, declined(random), random)
    line.asked.push(refused)
    at = refused.answeredAt + firstOfferMs(random)
  }
  line.cancelledAt = searchAt + SEARCH_MS + Math.round(random.between(50, 900))
  return line
}

/** Called off while nobody had accepted; of a booking for later, perhaps before its search began. */
function givenUpEarly(line: Timeline, { createdAt, dispatchAt }: Setting, random: Chance): Timeline {
  if (dispatchAt > createdAt && random.is(0.7)) {
    return { ...line, dispatchAt: null, cancelledAt: Math.round(createdAt + (dispatchAt - createdAt) * random.between(0.05, 0.95)) }
  }
  const sentAt = dispatchAt + firstOfferMs(random)
  const withdrawn = ask(dispatchAt, sentAt, 'WITHDRAWN', random)
  return { ...line, asked: [withdrawn], cancelledAt: withdrawn.answeredAt }
}

function cancelAfterAccept(line: Timeline, fate: Fate, random: Chance) {
  const afterMs = (fromS: number, toS: number) => Math.round(random.between(fromS, toS) * 1000)
  const arrives = fate === 'CUSTOMER' ? random.is(0.25) : random.is(0.2)
  if (arrives) {
    line.arrivedAt = line.promisedAt! + afterMs(-10, 200)
    line.cancelledAt = line.arrivedAt + (random.is(0.75) ? afterMs(30, 590) : afterMs(610, 1_500))
    return
  }
  line.cancelledAt = line.acceptedAt! + (random.is(0.66) ? afterMs(15, 175) : afterMs(190, 900))
}
