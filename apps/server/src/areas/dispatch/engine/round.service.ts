import type { Measured } from '@chauffeur/contract/kernel/road'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { notifyOfOrder } from '#areas/operations/notice'
import { moveOrder, newsOf, noteOrder, type OrderRowDb, pickupPoint } from '#areas/order/model'
import type { WholeTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import type { Platform } from '#platform/http/implement'
import { metresBetween } from '#platform/live/positions'
import type { LatLng } from '#platform/values/geo'
import { driversAround } from './around.service.ts'
import { type Ask, askFor, type Candidate, filterCandidates, mayAskChosen, seenOf } from './candidate.rules.ts'
import { statesOf } from '#areas/driver/state'
import { closeOffers, type OfferOfBooking, offersOfBooking, offerToFree } from '../search/index.ts'
import { lockDueSearch, lockSeekingOrders, lookAgainAt, recordRound, turnsOf, type SearchRow } from '../search/index.ts'
import { nextBatchAt, type Match } from './policy.rules.ts'
import { nextLookAt, roundAt } from '../search/index.ts'
import { radiusOf } from '../settings/index.ts'
import { settleBooking } from '../search/index.ts'

const timer = { type: 'TIMER' as const, id: null, name: '' }
/** Looked at first; when they hold too few candidates, up to `FAR` are. The counts of a round are over the drivers looked at. */
const NEAR = 60
const FAR = 500
/** A driver taken by somebody else in the same moment is passed by; so many are tried before the next look. */
const TRIES = 20
const RETRY_MS = 1_000
/** A driver who comes near or free is asked within so long, not only when the next round opens. */
const RECHECK_MS = 2_000
/** A search in a closed city looks this often whether it is open again. */
const CLOSED_CITY_MS = 5_000

/**
 * Takes one search a step on, in the caller's transaction: lapsed offers close, the round due is opened, each order without an open offer is
 * offered to the best driver who is free (in batch mode to the one `plan` has for it), and at the end of its time the search fails. All state is in the database, so that whoever comes
 * next can go on. Returns the drivers who have a new offer.
 */
export async function advanceSearch(tx: WholeTx, platform: Platform, searchId: string, plan?: Match): Promise<string[]> {
  const search = await lockDueSearch(tx, searchId)
  if (!search) return []
  const locked = await lockSeekingOrders(tx, search.booking_id)
  if (!locked) return []
  const { orders: seeking, blocked } = locked
  if (!seeking.length) {
    await closeOffers(tx, { bookingId: search.booking_id }, 'WITHDRAWN')
    await settleBooking(tx, search.booking_id)
    return []
  }
  const orders: OrderRowDb[] = []
  for (const order of seeking) {
    const begun = order.service_status === S.created ? await moveOrder(tx, order, { event: 'openSearch', actor: timer }) : order
    if (begun) orders.push(begun)
  }
  if (search.now >= search.ends_at) {
    await giveUp(tx, search, orders)
    return []
  }
  // Orders of a booking have one pick-up. Until it is known where that is nobody is asked: the desk sets it, which begins the search, or assigns.
  const pickup = pickupPoint(orders[0]!)
  if (!pickup) {
    await lookAgainAt(tx, search.search_id, search.ends_at)
    return []
  }
  const history = await openHistory(tx, search, search.now)
  // A city that was closed offers nobody an order any more; opened again in time, the search goes on.
  if (!search.city_takes_orders) {
    await lookAgainAt(tx, searchId, new Date(Math.min(search.now.getTime() + CLOSED_CITY_MS, search.ends_at.getTime())))
    return []
  }
  const waiting = orders.filter((order) => openOf(history, order) < wanted(search))
  return offerRound(tx, platform, { search, now: search.now, pickup, waiting, history, blocked, plan })
}

/** How many drivers see an order at the same time. */
const wanted = ({ params }: SearchRow): number => (params.mode === 'GRAB' ? params.grabDrivers : 1)
const openOf = (history: readonly OfferOfBooking[], order: OrderRowDb): number =>
  history.filter((offer) => offer.result === 'SENT' && offer.order_id === order.order_id).length

/**
 * The ways of drivers to a customer. Drivers come on a folding bicycle: streets say how far that is, and not how long a car would take. Of a
 * driver whose place this process has just lost, and to a pick-up that is only words, the straight line is known.
 */
export function pickupWays(
  { roads, settings, positions }: Pick<Platform, 'roads' | 'settings' | 'positions'>,
  order: { tenant_id: string; city_id: string; pickup_lat: number | null; pickup_lng: number | null },
): (driver: Pick<Candidate, 'driverId' | 'distanceM'>) => { roadM: number; etaS: number; measured: Measured } {
  const city = { tenantId: order.tenant_id, cityId: order.city_id }
  const pickup = pickupPoint(order)
  const wayFrom = pickup && roads.toward(city, pickup)
  return ({ driverId, distanceM }) => {
    const fix = positions.get(driverId)
    const way =
      fix && wayFrom ? wayFrom(fix) : { distanceM: (distanceM * roads.detourX100(city)) / 100, by: 'ESTIMATE' as const, provider: null }
    return {
      roadM: Math.round(way.distanceM),
      etaS: Math.round(way.distanceM / settings.pickupMps),
      measured: { by: way.by, provider: way.provider },
    }
  }
}

/** Also of a search in its first round: one that was begun again by hand has asked before. */
async function openHistory(tx: WholeTx, search: SearchRow, now: Date): Promise<OfferOfBooking[]> {
  const history = await offersOfBooking(tx, search.booking_id)
  const lapsed = history.filter((offer) => offer.result === 'SENT' && offer.expires_at! <= now)
  if (lapsed.length) await closeOffers(tx, { bookingId: search.booking_id }, 'EXPIRED', now)
  return history.map((offer) => (lapsed.includes(offer) ? { ...offer, result: 'EXPIRED' } : offer))
}

interface Step {
  search: SearchRow
  now: Date
  pickup: LatLng
  waiting: readonly OrderRowDb[]
  history: readonly OfferOfBooking[]
  blocked: readonly string[]
  plan: Match | undefined
}

async function offerRound(
  tx: WholeTx,
  platform: Platform,
  { search, now, pickup, waiting, history, blocked, plan }: Step,
): Promise<string[]> {
  const { params } = search
  const openUntil = history.flatMap((offer) => (offer.result === 'SENT' ? [offer.expires_at!.getTime()] : []))
  const timetable = { startedAt: search.started_at.getTime(), endsAt: search.ends_at.getTime() }
  const round = Math.max(search.round, roundAt(params, timetable.startedAt, now.getTime()))
  const next = (extra: readonly number[]) =>
    new Date(Math.max(now.getTime(), nextLookAt(params, { ...timetable, round }, [...openUntil, ...extra])))
  if (!waiting.length) {
    await lookAgainAt(tx, search.search_id, next([]))
    return []
  }
  const ask = askFor({
    params,
    radiusM: radiusOf(params, round),
    serviceType: waiting[0]!.service_type,
    refused: history.filter(({ result }) => result === 'REJECTED' || result === 'CANCELLED').map((offer) => offer.driver_id),
    lapsed: history.filter(({ result }) => result === 'EXPIRED').map((offer) => offer.driver_id),
    blocked,
    ...(await turnsOf(tx, search, now)),
  })
  const { candidates, filteredOut } = await lookAround(tx, platform, search, { pickup, drivers: waiting.length * wanted(search) }, ask)
  const offered: string[] = []
  const again: number[] = []
  for (const order of waiting) {
    const chosen = await chosenDriver(tx, platform, order, pickup, ask)
    const open = openOf(history, order)
    const list = [...(chosen ? [chosen] : []), ...askable(search, candidates, plan?.get(order.order_id))]
      .filter(({ driverId }) => !offered.includes(driverId))
      .slice(0, TRIES + wanted(search))
    const wayOf = pickupWays(platform, order)
    const made = await offerToFree(
      tx,
      {
        tenantId: search.tenant_id,
        searchId: search.search_id,
        bookingId: search.booking_id,
        orderId: order.order_id,
        round,
        offerS: params.offerS,
      },
      list.map((one) => ({ driverId: one.driverId, distanceM: one.distanceM, etaS: wayOf(one).etaS })),
      wanted(search) - open,
    )
    offered.push(...made.map(({ driverId }) => driverId))
    again.push(made.length + open >= wanted(search) ? made[0]!.expiresAt.getTime() : retryAt(search, now.getTime(), list.length > 0))
    if (made.length || open === 0) await tell(tx, order, made.length > 0, round > search.round)
  }
  await recordRound(tx, search, {
    round,
    radiusM: ask.radiusM,
    candidates: candidates.length,
    filteredOut,
    offers: offered.length,
    nextLookAt: next(again),
  })
  return offered
}

/** Of those who may be asked, whom the mode asks: all in turn, the one of the plan, or nobody but whom the desk chose. */
function askable({ params }: SearchRow, candidates: readonly Candidate[], planned: string | undefined): readonly Candidate[] {
  if (params.mode === 'DESK') return []
  return params.mode === 'BATCH' ? candidates.filter(({ driverId }) => driverId === planned) : candidates
}

/** A batch comes at its own moments; else soon, sooner where only the moment's rivals were in the way. */
const retryAt = ({ params }: SearchRow, now: number, tried: boolean): number =>
  params.mode === 'BATCH' ? nextBatchAt(now, params.batchS) : now + (tried ? RETRY_MS : RECHECK_MS)

/** The drivers of the city around the pick-up by their last fix, through the filters. */
async function lookAround(
  tx: WholeTx,
  platform: Platform,
  search: SearchRow,
  { pickup, drivers }: { pickup: LatLng; drivers: number },
  ask: Ask,
) {
  const around = { tenantId: search.tenant_id, cityId: search.city_id, ...pickup, reachM: search.params.maxRadiusM }
  const look = async (limit: number) => {
    const { near, full } = await driversAround(platform, around, limit, ask)
    const states = near.length
      ? await statesOf(
          tx,
          search.tenant_id,
          near.map(({ fix }) => fix.driverId),
        )
      : new Map()
    const seen = near.flatMap(({ fix, distanceM }) => seenOf(fix, distanceM, states.get(fix.driverId), Date.now()))
    return { full, ...filterCandidates(seen, ask) }
  }
  const near = await look(NEAR)
  return near.full && near.candidates.length < drivers ? look(FAR) : near
}

/** The operator's choice while it can still be asked: once, before everybody else. */
async function chosenDriver(tx: WholeTx, platform: Platform, order: OrderRowDb, pickup: LatLng, ask: Ask): Promise<Candidate | null> {
  const driverId = order.chosen_driver_id
  const fix = driverId ? platform.positions.get(driverId) : undefined
  if (!driverId || !fix || fix.tenantId !== order.tenant_id) return null
  const state = (await statesOf(tx, order.tenant_id, [driverId])).get(driverId)
  const [seen] = seenOf(fix, metresBetween(pickup.lat, pickup.lng, fix.lat, fix.lng), state, Date.now())
  return seen && mayAskChosen(seen, ask) ? { driverId, distanceM: seen.distanceM, dispatchWeight: seen.dispatchWeight } : null
}

async function tell(tx: WholeTx, order: OrderRowDb, offered: boolean, newRound: boolean): Promise<void> {
  const dispatch_status = offered ? 'OFFERED' : 'SEARCHING'
  if (order.service_status === S.dispatchStart) await moveOrder(tx, order, { event: 'offer', actor: timer, set: { dispatch_status } })
  else if (offered) await noteOrder(tx, order, { event: 'offer', actor: timer, set: { dispatch_status } })
  else if (order.dispatch_status === 'OFFERED') await noteOrder(tx, order, { event: 'searching', actor: timer, set: { dispatch_status } })
  else if (newRound) await emitEvent(tx, newsOf(order, 'round', new Date()))
}

/** Nobody took it in time: 506 for every order still without a driver. */
async function giveUp(tx: WholeTx, search: SearchRow, orders: readonly OrderRowDb[]): Promise<void> {
  for (const order of orders) await moveOrder(tx, order, { event: 'dispatchFail', actor: timer, set: { cancel_actor: 'TIMER' } })
  await closeOffers(tx, { bookingId: search.booking_id }, 'WITHDRAWN')
  await settleBooking(tx, search.booking_id)
  await notifyOfOrder(tx, orders[0]!, { kind: 'DISPATCH_FAILED', subject: orders.map(({ order_no }) => order_no).join(' ') })
}
