import { SERVICE_STATUS as S, type WorkStatus } from '@chauffeur/contract/order/model'
import { carBeforeKinds } from '@chauffeur/contract/quality/photo-model'
import { dropoffPoint, moveOrder, noteOrder, type OrderEvent, type OrderRowDb, pickupPoint } from '#areas/order/model'
import type { TenantTx } from '#platform/database/db'
import { ageSOf, metresBetween } from '#platform/live/positions'
import { driverActor } from '#platform/identity/session'
import { setWorkStatus } from '../state/index.ts'
import { dutyRules } from '#areas/qualification/duty'
import { countOrderFiles } from '#areas/order/evidence'
import { flushPositions } from '../state/index.ts'
import { addTrackPoint, trackOf } from '#areas/order/evidence'
import { askForGaps, keptFills, trackDistance } from '#areas/order/evidence'
import { callsOf } from './trip.queries.ts'
import { type TripStep, driverWrongState, lockOwnOrder } from '#areas/order/model'

/** How near the driver has to be, metres (domain 1.2). */
const PICKUP_REACH_M = 1_000
const DROPOFF_REACH_M = 2_000
/** A fix this fresh stands for where a trip begins and ends. */
const FRESH_S = 30
/** An older one says nothing of where the driver is: they are silent. */
const KNOWN_S = 120

async function move(
  tx: TenantTx,
  order: OrderRowDb,
  event: OrderEvent,
  workStatus: WorkStatus,
  { platform, driver, requestId }: TripStep,
  more: Parameters<typeof moveOrder>[2]['set'] = {},
  reason = '',
) {
  const fix = platform.positions.get(driver.driverId)
  const moved = await moveOrder(tx, order, {
    event,
    actor: driverActor(driver),
    set: more,
    requestId,
    reason,
    ...(fix && { point: { lat: fix.lat, lng: fix.lng }, payload: { accuracyM: fix.accuracyM, ageS: ageSOf(fix.receivedAt, Date.now()) } }),
  })
  if (moved) await setWorkStatus(tx, driver.driverId, workStatus)
  return moved
}

/** Where the driver is now, as far as a telephone said so lately. */
function placeNow({ platform, driver }: TripStep) {
  const fix = platform.positions.get(driver.driverId)
  return fix && ageSOf(fix.receivedAt, Date.now()) <= KNOWN_S ? fix : undefined
}

/** The driver is at the pick-up, as far as their position agrees. */
export async function arrive(tx: TenantTx, step: TripStep<'driver.tooFarFromPickup' | 'driver.placeUnknown'>): Promise<OrderRowDb> {
  const order = await lockOwnOrder(tx, step)
  if (order.service_status === S.arrived) return order
  if (order.service_status !== S.accepted) return driverWrongState(order, step)
  const pickup = pickupPoint(order)
  // Where only the address is known the driver's word is all there is; where they stood is kept with the event.
  if (!pickup) return (await move(tx, order, 'arrive', 'WAITING', step))!
  const fix = placeNow(step)
  if (!fix) return step.fail('driver.placeUnknown', { knownS: KNOWN_S })
  const distanceM = metresBetween(fix.lat, fix.lng, pickup.lat, pickup.lng)
  if (distanceM > PICKUP_REACH_M) return step.fail('driver.tooFarFromPickup', { distanceM, limitM: PICKUP_REACH_M })
  return (await move(tx, order, 'arrive', 'WAITING', step))!
}

/** The trip begins, once the photographs that the city asks for are there. */
export async function depart(tx: TenantTx, step: TripStep<'driver.photosMissing'>): Promise<OrderRowDb> {
  const order = await lockOwnOrder(tx, step)
  if (order.service_status === S.driving) return order
  if (order.service_status !== S.arrived) return driverWrongState(order, step)
  const { photosBeforeDepart } = await dutyRules.contentFor(tx, order.city_id)
  const photos = photosBeforeDepart > 0 ? await countOrderFiles(tx, order.order_id, carBeforeKinds) : 0
  if (photos < photosBeforeDepart) return step.fail('driver.photosMissing', { photos, photosBeforeDepart })
  const moved = (await move(tx, order, 'depart', 'DRIVING', step)) ?? driverWrongState(order, step)
  await markEnd(tx, moved, moved.depart_at!, step)
  return moved
}

/** Ends the trip and freezes its distance: from the trace, with what is missing said, or estimated and said to be. */
export async function endTrip(tx: TenantTx, step: TripStep<'driver.tooFarFromDropoff'>, reason: string): Promise<OrderRowDb> {
  // On another connection and before any lock: the trace has to be complete.
  await flushPositions(step.platform)
  const fills = await askForGaps(tx, step.platform, step.driver.tenantId, step.orderId)
  const order = await lockOwnOrder(tx, step)
  if (order.service_status === S.tripEnded) return order
  if (order.service_status !== S.driving) return driverWrongState(order, step)
  const fix = step.platform.positions.get(step.driver.driverId)
  const goal = dropoffPoint(order)
  const here = placeNow(step)
  const awayM = goal && here ? metresBetween(here.lat, here.lng, goal.lat, goal.lng) : null
  const atGoal = awayM !== null && awayM <= DROPOFF_REACH_M
  if (goal && !atGoal && reason === '') return step.fail('driver.tooFarFromDropoff', { distanceM: awayM, limitM: DROPOFF_REACH_M })

  const endedAt = new Date()
  // A place from before the trip says nothing of where it ended.
  const end = fix && fix.receivedAt >= order.depart_at!.getTime() ? { lat: fix.lat, lng: fix.lng } : null
  await markEnd(tx, order, endedAt, step)
  const track = trackDistance({
    departAt: order.depart_at!.getTime(),
    endedAt: endedAt.getTime(),
    points: await trackOf(tx, order.order_id),
    pickup: pickupPoint(order),
    end,
    // A price that was asked while one of the ends was not known says nothing of the distance.
    quotedM: atGoal || !end ? order.estimate_distance_m || null : null,
    detourX100: step.platform.roads.detourX100({ tenantId: order.tenant_id, cityId: order.city_id }),
    filled: fills?.gaps ?? [],
    metres: metresBetween,
  })
  const moved = await move(
    tx,
    order,
    'end',
    'FILING',
    step,
    { distance_m: track.distanceM, track_quality: track.quality, gap_fills: keptFills(fills, track.gaps), ended_at: endedAt },
    reason,
  )
  return moved!
}

async function markEnd(tx: TenantTx, order: OrderRowDb, at: Date, { platform, driver }: TripStep): Promise<void> {
  const fix = platform.positions.get(driver.driverId)
  if (fix && ageSOf(fix.receivedAt, Date.now()) <= FRESH_S) await addTrackPoint(tx, order, at, fix)
}

/** Two calls within so many seconds are one attempt. */
const CALL_APART_S = 20

/** The driver rings the customer: logged, because who waited and called in vain is not at fault. */
export async function logCall(tx: TenantTx, step: TripStep): Promise<{ calls: number }> {
  const order = await lockOwnOrder(tx, step)
  if (order.service_status !== S.accepted && order.service_status !== S.arrived) return driverWrongState(order, step)
  const { calls, lastS } = await callsOf(tx, order.order_id)
  if (lastS !== null && lastS < CALL_APART_S) return { calls }
  await noteOrder(tx, order, { event: 'driverCall', actor: driverActor(step.driver), set: {}, requestId: step.requestId })
  return { calls: calls + 1 }
}
