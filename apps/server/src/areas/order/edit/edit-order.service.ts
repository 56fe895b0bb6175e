import type { orderEditCalls } from '@chauffeur/contract/order/edit'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { seekingServiceStatuses, SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { closeOffers, endSearch, findLiveSearch, openSearch } from '#areas/dispatch/search'
import { findCity, inServiceArea } from '#areas/operations/city'
import { whole } from '#platform/database/whole-tenant'
import { toWgs84 } from '#platform/values/geo'
import { lockBookingOrders } from './siblings.queries.ts'
import { fits, lockOrder, noteOrder, type OrderRowDb } from '../model/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { maskPhone } from '#platform/identity/mask'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { asSeen, wrongState } from '../model/index.ts'

/** Only while the order is under way: afterwards nobody rings the customer for it any more. */
export async function changeContact(
  tx: TenantTx,
  { orderId, contactPhone, version }: { orderId: string; contactPhone: string; version?: number | undefined },
  operator: OperatorSession,
  requestId: string,
  fail: Fail<'order.notFound' | 'order.versionConflict' | 'order.wrongState'>,
): Promise<OrderRowDb> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order.notFound')
  if (order.contact_phone === contactPhone) return order
  await asSeen(tx, order, version, fail)
  if (!fits('changeContact', order.service_status)) return wrongState(order, fail)
  return noteOrder(tx, order, {
    event: 'contact',
    actor: operatorActor(operator),
    set: { contact_phone: contactPhone, updated_by: operator.userId },
    payload: { before: maskPhone(order.contact_phone), after: maskPhone(contactPhone) },
    requestId,
  })
}

type ChangePlaceInput = ParsedInputOf<typeof orderEditCalls.changePlace>
const seeks = (order: OrderRowDb) => (seekingServiceStatuses as readonly number[]).includes(order.service_status)

/**
 * Another address, or where on the map it is. The pick-up is that of every order of the booking still without a driver; a search that is open
 * begins anew around it, with the team and the time that are right there.
 */
export async function changePlace(
  tx: TenantTx,
  { orderId, version, end, address, lat, lng, datum, pin, note }: ChangePlaceInput,
  operator: OperatorSession,
  requestId: string,
  fail: Fail<(typeof orderEditCalls.changePlace.failures)[number]>,
): Promise<{ order: OrderRowDb; searches: boolean }> {
  const orders = await lockBookingOrders(tx, orderId)
  const found = orders.find((order) => order.order_id === orderId) ?? fail('order.notFound')
  await asSeen(tx, found, version, fail)
  if (
    !fits('changePlaces', found.service_status) ||
    (end === 'PICKUP' && !seeks(found) && found.service_status !== SERVICE_STATUS.accepted)
  )
    return wrongState(found, fail)
  const at = lat === undefined || lng === undefined ? null : toWgs84({ lat, lng }, datum)
  if (end === 'PICKUP' && at) {
    const city = await findCity(tx, found.city_id)
    if (!city || !inServiceArea(city, at)) return fail('callCentre.outsideCity')
  }
  const place = { address, lat: at?.lat ?? null, lng: at?.lng ?? null, pin: at && (pin ?? 'PICKED') }
  const set =
    end === 'PICKUP'
      ? {
          pickup_address: address,
          pickup_lat: place.lat,
          pickup_lng: place.lng,
          pickup_pin: place.pin,
          pickup_note: note ?? found.pickup_note,
        }
      : { dropoff_address: address, dropoff_lat: place.lat, dropoff_lng: place.lng, dropoff_datum: at && 'WGS84', dropoff_pin: place.pin }
  const noted = (order: OrderRowDb) =>
    noteOrder(tx, order, {
      event: end === 'PICKUP' ? 'pickup' : 'dropoff',
      actor: operatorActor(operator),
      set: { ...set, updated_by: operator.userId },
      payload: { before: end === 'PICKUP' ? order.pickup_address : order.dropoff_address, after: address, pin: place.pin ?? 'NONE' },
      requestId,
    })
  const order = await noted(found)
  if (end === 'DROPOFF' || !seeks(found)) return { order, searches: false }
  for (const other of orders) if (seeks(other) && other.order_id !== orderId) await noted(other)
  const moved = found.pickup_lat !== place.lat || found.pickup_lng !== place.lng
  return { order, searches: moved && (await searchAnew(tx, found)) }
}

/** The open search of a booking gives place to one around where the customer is now known to be. */
async function searchAnew(tx: TenantTx, order: OrderRowDb): Promise<boolean> {
  const all = whole(tx)
  const live = await findLiveSearch(all, order.booking_id)
  if (!live) return false
  await closeOffers(all, { bookingId: order.booking_id }, 'WITHDRAWN')
  await endSearch(all, live.search_id)
  await openSearch(tx, { tenantId: order.tenant_id, bookingId: order.booking_id, cityId: order.city_id })
  return true
}

/** A remark beside the others of an order, whatever its state. */
export async function addRemark(
  tx: TenantTx,
  orderId: string,
  remark: string,
  operator: OperatorSession,
  requestId: string,
  fail: Fail<'order.notFound'>,
): Promise<OrderRowDb> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order.notFound')
  return noteOrder(tx, order, { event: 'remark', actor: operatorActor(operator), reason: remark, set: {}, requestId })
}
