import { endStateOf } from '#areas/dispatch/search'
import { dispatchDefaults, radiusOf } from '#areas/dispatch/settings'
import type { Row } from '../load.ts'
import type { Chance } from '../random.ts'
import type { Numbered } from './order-rows.ts'

export interface DispatchIds {
  search: () => number
  offer: () => number
}
export interface DispatchRows {
  searches: Row<'dispatch_searches'>[]
  rounds: Row<'dispatch_rounds'>[]
  offers: Row<'offers'>[]
}

const TIMEOUT_MS = dispatchDefaults.totalS * 1000

/** How a booking's drivers were looked for: one search for its orders, one more for those that a driver gave back. */
export function dispatchRows(all: readonly Numbered[], ids: DispatchIds, random: Chance): DispatchRows {
  const rows: DispatchRows = { searches: [], rounds: [], offers: [] }
  for (const attempt of [1, 2]) {
    const searched = all.filter(({ order }) => order.attempt === attempt && order.line.dispatchAt !== null)
    if (searched.length > 0) addSearch(rows, searched, ids, random)
  }
  return rows
}

function addSearch(rows: DispatchRows, searched: readonly Numbered[], ids: DispatchIds, random: Chance) {
  const { booking, bookingId } = searched[0]!
  const of = { tenant_id: booking.tenant.tenantId, search_id: ids.search(), booking_id: bookingId }
  const startedAt = Math.min(...searched.map(({ order }) => order.line.dispatchAt!))
  const endedAt = Math.max(...searched.map(({ order }) => order.line.acceptedAt ?? order.line.cancelledAt!))
  const last = Math.min(dispatchDefaults.rounds, Math.floor((endedAt - startedAt) / (dispatchDefaults.roundS * 1000)) + 1)
  const asked = searched.flatMap(({ order }) => order.line.asked)
  let candidates = 0
  for (let round = 1; round <= last; round++) {
    const offers = asked.filter((one) => one.round === round).length
    // Whoever could have been asked was asked.
    candidates = offers === 0 ? 0 : offers + random.int(0, 2 + round)
    rows.rounds.push({
      ...of,
      round,
      started_at: new Date(startedAt + (round - 1) * dispatchDefaults.roundS * 1000 + 400),
      radius_m: radiusOf(dispatchDefaults, round),
      candidates,
      filtered_out: JSON.stringify({
        busy: random.int(0, 3 + round),
        offline: random.int(2, 8 + round * 2),
        outOfRadius: random.int(0, 9),
      }),
      offers,
    })
  }
  rows.searches.push({
    ...of,
    city_id: booking.city.cityId,
    state: endStateOf(searched.map(({ order, outcome }) => (order.line.acceptedAt === null ? outcome.status : 301))),
    params: JSON.stringify(dispatchDefaults),
    round: last,
    radius_m: radiusOf(dispatchDefaults, last),
    candidates,
    started_at: new Date(startedAt),
    ends_at: new Date(startedAt + TIMEOUT_MS),
    next_round_at: new Date(startedAt + Math.min(TIMEOUT_MS, last * dispatchDefaults.roundS * 1000)),
    ended_at: new Date(endedAt),
  })
  for (const { order, orderId } of searched) {
    order.line.asked.forEach((one, index) => {
      rows.offers.push({
        ...of,
        offer_id: ids.offer(),
        order_id: orderId,
        round: one.round,
        driver_id: order.asked[index]!.driverId,
        sent_at: new Date(one.sentAt),
        expires_at: new Date(one.sentAt + dispatchDefaults.offerS * 1000),
        result: one.result,
        answered_at: new Date(one.answeredAt),
        distance_m: one.distanceM,
        eta_s: one.etaS,
      })
    })
  }
}

/** Orders that were handed back or found nobody, as the notification centre lists them. */
export const noticeRows = (all: readonly Numbered[], nextId: () => number): Row<'notices'>[] =>
  all.flatMap(({ booking, order, orderId, orderNo }) => {
    if (order.fate !== 'NOBODY' && order.fate !== 'DRIVER') return []
    return [
      {
        tenant_id: booking.tenant.tenantId,
        notice_id: nextId(),
        city_id: booking.city.cityId,
        org_id: order.driver?.orgId ?? booking.city.companyId,
        channel_id: booking.channel?.channelId ?? null,
        kind: order.fate === 'NOBODY' ? 'DISPATCH_FAILED' : 'DRIVER_CANCELLED',
        subject: orderNo,
        order_id: orderId,
        at: new Date(order.line.cancelledAt!),
      },
    ]
  })
