import type { DeskDoubt, dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { type DispatchFilter, SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { findOrder, lockOrder, moveOrder, noteOrder, type OrderRowDb, pickupPoint } from '#areas/order/model'
import { findCity } from '#areas/operations/city'
import { carryPrepayment } from '#areas/finance/prepayment'
import { carryDiscount, heldDiscount } from '#areas/pricing/discount'
import { isUniqueViolation, type TenantDb, type TenantTx, type WholeTx, type WholeDb } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { ageSOf, freshnessOf, metresBetween } from '#platform/live/positions'
import { wholeTenant } from '#platform/database/scope'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { whole } from '#platform/database/whole-tenant'
import { type Ask, askFor, hindrancesOf, isDoubt, type CandidateDriver, seenOf } from '../engine/index.ts'
import { againstNextAttempt, driverInScope, driversToShow, insertAssigned, lockForOrder } from './desk.queries.ts'
import { setWorkStatus, statesOf } from '#areas/driver/state'
import { closeOffers, offersOfBooking } from '../search/index.ts'
import { leaveQueue } from '../team/index.ts'
import { pickupWays } from '../engine/index.ts'
import { blockedBy, endSearch, findLiveSearch, newestSearch, type SearchRow, turnsOf } from '../search/index.ts'
import { isSeeking, EVERYBODY } from '../search/index.ts'
import { dispatchDefaults } from '../settings/index.ts'
import { openSearch, releaseOrder, settleBooking } from '../search/index.ts'
import { insertNextAttempt } from '#areas/order/model'

type AssignRefusal = (typeof dispatchDeskCalls.assign.failures)[number]
type ArrivalRefusal = (typeof dispatchDeskCalls.confirmArrival.failures)[number]
type RedispatchRefusal = (typeof dispatchDeskCalls.redispatch.failures)[number]
interface Desk<F extends string> {
  platform: Platform
  operator: OperatorSession
  requestId: string
  fail: Fail<F>
}

const NEAR = 200
/** To a pick-up that is only words. */
const NO_WAY = { etaS: null, roadM: null, measured: null }
const LARGEST_M = 50_000
/** Of an order that ended without a trip the booking may go on with another attempt. */
const BEGIN_AGAIN: readonly number[] = [S.dispatchFailed, S.operatorCancelled, S.driverCancelled]
const TAKE_AWAY: readonly number[] = [S.accepted, S.arrived]

/** The filters' question as they would ask it now for this order. */
async function askNow(db: WholeDb, order: OrderRowDb): Promise<Ask> {
  // One after the other: within a transaction they share a connection.
  const search = await newestSearch(db, order.booking_id)
  const history = await offersOfBooking(db, order.booking_id)
  const blocked = await blockedBy(db, order.booking_id)
  const params = { ...dispatchDefaults, ...search?.params }
  return askFor({
    params,
    radiusM: params.maxRadiusM,
    serviceType: order.service_type,
    refused: history.filter(({ result }) => result === 'REJECTED' || result === 'CANCELLED').map((offer) => offer.driver_id),
    lapsed: [],
    blocked: [...blocked],
    ...(search?.state === 'OPEN' ? await turnsOf(db, search, new Date()) : EVERYBODY),
  })
}

/** Drivers near an order or, with a keyword, found by it, nearest first, each with what speaks against assigning them. Where the pick-up is only words those of the city, the free ones first. */
export async function assignableDrivers(
  db: TenantDb,
  { platform, operator }: Pick<Desk<never>, 'platform' | 'operator'>,
  input: ParsedInputOf<typeof dispatchDeskCalls.drivers>,
): Promise<OutputOf<typeof dispatchDeskCalls.drivers> | null> {
  const order = await findOrder(db, input.orderId)
  if (!order) return null
  const { positions } = platform
  const limit = input.limit ?? 30
  const pickup = pickupPoint(order)
  const around = pickup ?? (await findCity(db, order.city_id))!
  const near = await positions.nearest(
    operator.tenantId,
    around.lat,
    around.lng,
    input.radiusM ?? LARGEST_M,
    NEAR,
    (fix) => fix.cityId === order.city_id,
  )
  const shown = await driversToShow(
    db,
    input.keyword ? { cityId: order.city_id, keyword: input.keyword, scope: operator.scope } : { ids: near.map(({ fix }) => fix.driverId) },
    NEAR,
  )
  // The customer's list of drivers and a team's members are asked about beyond the operator's own sight.
  const whole = platform.db.reader(wholeTenant(operator.tenantId))
  const [ask, states] = await Promise.all([
    askNow(whole, order),
    statesOf(
      whole,
      operator.tenantId,
      shown.map((driver) => driver.driver_id),
    ),
  ])
  const now = Date.now()
  const wayOf = pickupWays(platform, order)
  const rows = shown.flatMap((driver) => {
    const fix = positions.get(driver.driver_id)
    if (!fix) return []
    const distanceM = pickup && metresBetween(pickup.lat, pickup.lng, fix.lat, fix.lng)
    return seenOf(fix, distanceM ?? 0, states.get(driver.driver_id), now).map((seen) => {
      const hindrance = worst(hindrancesOf(seen, ask))
      const ageS = ageSOf(fix.receivedAt, now)
      return {
        driverId: driver.driver_id,
        driverNo: driver.driver_no,
        name: driver.name,
        level: driver.level,
        workStatus: driver.work_status,
        lat: fix.lat,
        lng: fix.lng,
        distanceM: distanceM && Math.round(distanceM),
        ...(distanceM === null ? NO_WAY : wayOf({ driverId: driver.driver_id, distanceM })),
        ageS,
        freshness: freshnessOf(ageS),
        hindrance,
        overridable: hindrance !== null && isDoubt(hindrance),
      }
    })
  })
  return {
    rows: rows
      .toSorted((a, b) => (a.distanceM ?? 0) - (b.distanceM ?? 0) || Number(a.hindrance !== null) - Number(b.hindrance !== null))
      .slice(0, limit),
  }
}

/** The first hindrance nobody may overrule, else the first doubt. */
const worst = (all: readonly DispatchFilter[]): DispatchFilter | null => all.find((one) => !isDoubt(one)) ?? all[0] ?? null

const REFUSAL: Record<Exclude<DispatchFilter, DeskDoubt>, AssignRefusal> = {
  offline: 'dispatchDesk.driverOffline',
  busy: 'dispatchDesk.driverBusy',
  qualification: 'dispatchDesk.driverUnqualified',
  refusedBooking: 'dispatchDesk.driverRefused',
  blacklisted: 'dispatchDesk.driverBlacklisted',
  walletFloor: 'dispatchDesk.walletTooLow',
}

/** Refuses an assignment that something speaks against, unless it is a doubt that the operator overrules. */
function mayBeAssigned(seen: CandidateDriver, ask: Ask, anyway: boolean, fail: Fail<AssignRefusal>): void {
  const all = hindrancesOf(seen, ask)
  const hindrance = worst(all)
  if (hindrance === null) return
  if (!isDoubt(hindrance)) fail(REFUSAL[hindrance], { workStatus: seen.workStatus })
  if (!anyway) fail('dispatchDesk.doubtful', { doubts: all, distanceM: seen.distanceM, ageS: seen.ageS })
}

/**
 * An operator gives an order to a driver without asking them. Order, search, offers and driver are locked in that order, so that of an
 * assignment and any number of drivers who accept in the same moment one has the order.
 */
export async function assignDriver(
  tx: TenantTx,
  desk: Desk<AssignRefusal>,
  input: ParsedInputOf<typeof dispatchDeskCalls.assign>,
): Promise<OrderRowDb> {
  const { platform, operator, requestId, fail } = desk
  const found = (await lockOrder(tx, input.orderId)) ?? fail('dispatchDesk.orderNotFound')
  const driver = (await driverInScope(tx, input.driverId)) ?? fail('dispatchDesk.driverNotFound')
  if (TAKE_AWAY.includes(found.service_status) && found.driver_id === driver.driver_id) return found
  if (input.version !== undefined && input.version !== found.version) return fail('dispatchDesk.versionConflict', stateOf(found))
  if (found.service_status === S.created || (!isSeeking(found.service_status) && found.service_status !== S.dispatchFailed))
    return fail('dispatchDesk.notAssignable', stateOf(found))
  if (driver.city_id !== found.city_id) return fail('dispatchDesk.otherCity')
  const all = whole(tx)
  const notAgain = (detail: object) => fail('dispatchDesk.notAssignable', detail)
  const order = isSeeking(found.service_status) ? found : (await nextAttempt(all, { ...desk, notAgain }, found, input.reason ?? '')).order
  const search = await findLiveSearch(all, order.booking_id)
  if (!search) throw new Error(`Order ${order.order_id} looks for a driver without a search.`)
  const ask = await askNow(all, order)
  await closeOffers(all, { orderId: order.order_id }, 'WITHDRAWN')
  const locked = await lockForOrder(all, driver.driver_id)
  const { seen, distanceM } = await seenFor(all, platform, order, locked.driver_id, ask)
  mayBeAssigned(seen, ask, input.anyway ?? false, fail)
  try {
    const moved = await moveOrder(all, order, {
      event: 'accept',
      actor: operatorActor(operator),
      reason: input.reason ?? '',
      payload: { assigned: true, driverId: locked.driver_id, driverName: locked.name },
      set: { driver_id: locked.driver_id, ...(locked.org_id && { org_id: locked.org_id }), updated_by: operator.userId },
      requestId,
    })
    if (!moved) return fail('dispatchDesk.notAssignable', stateOf(order))
    await setWorkStatus(all, locked.driver_id, 'TO_PICKUP')
    await leaveQueue(all, locked.driver_id, 'ORDER')
    await insertAssigned(all, moved, {
      searchId: search.search_id,
      round: search.round,
      driverId: locked.driver_id,
      distanceM,
      etaS: pickupWays(platform, order)({ driverId: locked.driver_id, distanceM }).etaS,
    })
    await settleBooking(all, order.booking_id)
    return moved
  } catch (error) {
    if (isUniqueViolation(error, 'orders_one_per_driver')) return fail('dispatchDesk.driverBusy')
    throw error
  }
}

/** The driver as the filters see them. Of one without a known place only that is said: an old position, the edge of the search away; so far is also who goes to a pick-up that is only words. */
async function seenFor(tx: WholeTx, platform: Platform, order: OrderRowDb, driverId: string, ask: Ask) {
  const state = (await statesOf(tx, order.tenant_id, [driverId])).get(driverId)
  const fix = platform.positions.get(driverId)
  const now = Date.now()
  const pickup = pickupPoint(order)
  const awayM = fix && pickup ? metresBetween(pickup.lat, pickup.lng, fix.lat, fix.lng) : null
  const [seen] = seenOf(fix ?? { driverId, receivedAt: 0 }, awayM ?? 0, state, now)
  return { seen: seen!, distanceM: Math.round(awayM ?? ask.radiusM) }
}

const stateOf = (order: OrderRowDb) => ({ serviceStatus: order.service_status, version: order.version, driverId: order.driver_id })

/** The same order anew after it ended without a trip, with what discount it still has, and its search. */
async function nextAttempt(
  tx: WholeTx,
  { operator, requestId, notAgain }: Pick<Desk<never>, 'operator' | 'requestId'> & { notAgain: (detail: object) => never },
  order: OrderRowDb,
  reason: string,
  radiusM?: number,
): Promise<{ order: OrderRowDb; timeoutS: number }> {
  const against = await againstNextAttempt(tx, order)
  if (against.nextOrderId || against.liveOrderId) return notAgain({ ...stateOf(order), ...against })
  // One that was never paid ahead, though it had to be, is placed anew.
  if (order.prepay_until !== null) return notAgain(stateOf(order))
  const next = await insertNextAttempt(tx, order)
  await carryDiscount(tx, next)
  if (!(await carryPrepayment(tx, order, next, operatorActor(operator)))) return notAgain(stateOf(order))
  const lost = (next.coupon_id || next.right_grant_id) && !(await heldDiscount(tx, next))
  const noted = await noteOrder(tx, next, {
    event: 'redispatch',
    actor: operatorActor(operator),
    reason,
    payload: { after: order.order_no, ...(radiusM && { radiusM }), ...(lost && { discountLost: true }) },
    set: lost ? withoutDiscount(next) : {},
    requestId,
  })
  const timeoutS = await openSearch(tx, {
    tenantId: next.tenant_id,
    bookingId: next.booking_id,
    cityId: next.city_id,
    ...(radiusM && { radiusM }),
  })
  await settleBooking(tx, next.booking_id)
  return { order: noted, timeoutS }
}

/** What the order held was used elsewhere meanwhile: the estimate no longer promises it. */
function withoutDiscount(order: OrderRowDb) {
  const lines = (order.estimate_lines as unknown as { type: string; amountFen: number }[]).filter(
    ({ type }) => type !== 'COUPON' && type !== 'RIGHTS',
  )
  return {
    coupon_id: null,
    right_grant_id: null,
    estimate_lines: JSON.stringify(lines),
    estimate_fen: lines.reduce((sum, { amountFen }) => sum + amountFen, 0),
  }
}

export interface Redispatched {
  order: OrderRowDb
  radiusM: number
  timeoutS: number
}
/** Searches for an order again, wider, and with whoever refused it left out; see the contract for what happens in which state. */
export async function redispatch(
  tx: TenantTx,
  desk: Desk<RedispatchRefusal>,
  input: ParsedInputOf<typeof dispatchDeskCalls.redispatch>,
): Promise<Redispatched> {
  const { fail } = desk
  const order = (await lockOrder(tx, input.orderId)) ?? fail('dispatchDesk.orderNotFound')
  if (input.version !== undefined && input.version !== order.version) return fail('dispatchDesk.versionConflict', stateOf(order))
  const status = order.service_status
  const all = whole(tx)
  const radiusM = input.radiusM ?? Math.min(2 * lastRadiusM(await newestSearch(all, order.booking_id)), LARGEST_M)
  if (status !== S.created && isSeeking(status)) return widen(all, desk, order, input.reason, radiusM)
  if (TAKE_AWAY.includes(status)) return takeAway(all, desk, order, input.reason, radiusM)
  if (!BEGIN_AGAIN.includes(status)) return fail('dispatchDesk.notRedispatchable', stateOf(order))
  return { ...(await nextAttempt(all, againOf(desk), order, input.reason, radiusM)), radiusM }
}

const againOf = (desk: Desk<RedispatchRefusal>) => ({
  ...desk,
  notAgain: (detail: object) => desk.fail('dispatchDesk.notRedispatchable', detail),
})
const lastRadiusM = (search: SearchRow | undefined): number => search?.params.maxRadiusM ?? dispatchDefaults.maxRadiusM

/** The search under way gives place to a wider one; offers that are open stay open, but for those of drivers the customer does not want any more. */
async function widen(
  tx: WholeTx,
  { operator, requestId }: Desk<never>,
  order: OrderRowDb,
  reason: string,
  radiusM: number,
): Promise<Redispatched> {
  const live = await findLiveSearch(tx, order.booking_id)
  if (live) await endSearch(tx, live.search_id)
  for (const driverId of await blockedBy(tx, order.booking_id)) await closeOffers(tx, { orderId: order.order_id, driverId }, 'WITHDRAWN')
  const timeoutS = await openSearch(tx, { tenantId: order.tenant_id, bookingId: order.booking_id, cityId: order.city_id, radiusM })
  const noted = await noteOrder(tx, order, {
    event: 'redispatch',
    actor: operatorActor(operator),
    reason,
    payload: { radiusM },
    set: {},
    requestId,
  })
  return { order: noted, radiusM, timeoutS }
}

/** The order leaves a driver who will not come, who is never asked for it again. */
async function takeAway(
  tx: WholeTx,
  desk: Desk<RedispatchRefusal>,
  order: OrderRowDb,
  reason: string,
  radiusM: number,
): Promise<Redispatched> {
  const { operator, requestId, fail } = desk
  const moved = await moveOrder(tx, order, {
    event: 'driverCancel',
    actor: operatorActor(operator),
    reason,
    payload: { takenAway: true },
    set: { cancel_actor: 'OPERATOR', cancel_reason: reason, updated_by: operator.userId },
    requestId,
  })
  if (!moved) return fail('dispatchDesk.notRedispatchable', stateOf(order))
  const begun = await nextAttempt(tx, againOf(desk), moved, reason, radiusM)
  await releaseOrder(tx, moved)
  return { ...begun, radiusM }
}

/** An operator says that the driver is at the pick-up, where no position of theirs does: with a reason, and what is known of the place. */
export async function confirmArrival(
  tx: TenantTx,
  { platform, operator, requestId, fail }: Desk<ArrivalRefusal>,
  input: ParsedInputOf<typeof dispatchDeskCalls.confirmArrival>,
): Promise<OrderRowDb> {
  const order = (await lockOrder(tx, input.orderId)) ?? fail('dispatchDesk.orderNotFound')
  if (order.service_status === S.arrived) return order
  if (input.version !== undefined && input.version !== order.version) return fail('dispatchDesk.versionConflict', stateOf(order))
  const driverId = order.driver_id
  const fix = driverId ? platform.positions.get(driverId) : undefined
  const pickup = pickupPoint(order)
  const moved = await moveOrder(tx, order, {
    event: 'arrive',
    actor: operatorActor(operator),
    reason: input.reason,
    payload: {
      confirmed: true,
      ...(fix && {
        ...(pickup && { distanceM: metresBetween(pickup.lat, pickup.lng, fix.lat, fix.lng) }),
        accuracyM: fix.accuracyM,
        ageS: ageSOf(fix.receivedAt, Date.now()),
      }),
    },
    ...(fix && { point: { lat: fix.lat, lng: fix.lng } }),
    set: { updated_by: operator.userId },
    requestId,
  })
  if (!moved || !driverId) return fail('dispatchDesk.notArrivable', stateOf(order))
  await setWorkStatus(tx, driverId, 'WAITING')
  return moved
}
