import { PAY_STATUS } from '@chauffeur/contract/order/model'
import { labelOf } from '@chauffeur/contract/pricing/model'
import { dispatchStatusIn } from '#areas/order/model'
import { queueStatusOf } from '#areas/dispatch/search'
import { priceTrip } from '#areas/pricing/price'
import { UTC_OFFSET_MINUTES } from '../cities.ts'
import type { Row } from '../load.ts'
import { rulesOf } from '../tenants.ts'
import type { PlannedBooking, PlannedOrder } from './plan.ts'
import { dateOf, type Outcome } from './outcome.ts'
import { closedAt } from './timeline.ts'

export interface Numbered {
  booking: PlannedBooking
  bookingId: number
  bookingNo: string
  order: PlannedOrder
  orderId: number
  orderNo: string
  outcome: Outcome
}

/** `20261120` in the cities' time, as numbers carry it: 261120. */
export const localDay = (at: number): string => new Date(at + UTC_OFFSET_MINUTES * 60_000).toISOString().slice(2, 10).replaceAll('-', '')

export function bookingRow(all: readonly Numbered[], remark: string): Row<'bookings'> {
  const { booking, bookingId, bookingNo } = all[0]!
  const { tenant, city, customer, channel, agent } = booking
  return {
    tenant_id: tenant.tenantId,
    booking_id: bookingId,
    booking_no: bookingNo,
    source: booking.source,
    city_id: city.cityId,
    org_id: city.companyId,
    channel_id: channel?.channelId ?? null,
    partner_booking_id: channel ? `${channel.code}-${bookingId}` : null,
    customer_id: customer.customerId,
    caller_phone: customer.phone,
    contact_phone: customer.phone,
    driver_count: booking.driverCount,
    book_time: dateOf(booking.bookTime),
    queue_status: queueStatusOf(all.map(({ outcome }) => outcome.status)),
    agent_id: agent?.userId ?? null,
    agent_name: agent?.name ?? '',
    remark,
    created_at: new Date(booking.createdAt),
    created_by: agent?.userId ?? null,
    updated_at: new Date(Math.max(...all.map(({ order }) => closedAt(order.line)))),
    updated_by: agent?.userId ?? null,
  }
}

export function orderRow(
  { booking, bookingId, order, orderId, orderNo, outcome }: Numbered,
  more: { plate: string; remark: string; version: number },
): Row<'orders'> {
  const { tenant, city, customer, channel, trip } = booking
  const { line, driver } = order
  const estimate = estimateOf(booking)
  const money = moneyOf(order, outcome)
  return {
    tenant_id: tenant.tenantId,
    order_id: orderId,
    order_no: orderNo,
    booking_id: bookingId,
    attempt: order.attempt,
    service_status: outcome.status,
    dispatch_status: dispatchStatusIn(outcome.status),
    source: booking.source,
    service_type: 'TRIP',
    city_id: city.cityId,
    org_id: driver?.orgId ?? city.companyId,
    channel_id: channel?.channelId ?? null,
    customer_id: customer.customerId,
    customer_name: customer.name,
    contact_phone: customer.phone,
    driver_id: driver?.driverId ?? null,
    pickup_address: trip.pickup.address,
    pickup_lat: trip.pickup.lat,
    pickup_lng: trip.pickup.lng,
    pickup_datum: 'WGS84',
    dropoff_address: trip.dropoff?.address ?? '',
    dropoff_lat: trip.dropoff?.lat ?? null,
    dropoff_lng: trip.dropoff?.lng ?? null,
    dropoff_datum: trip.dropoff ? 'WGS84' : null,
    book_time: dateOf(booking.bookTime),
    car_plate: more.plate,
    remark: more.remark,
    template_id: city.templateId,
    template_version: 1,
    estimate_distance_m: trip.estimateDistanceM,
    estimate_duration_s: trip.estimateDurationS,
    estimate_fen: estimate.totalFen,
    estimate_lines: JSON.stringify(estimate.lines.map((fee) => ({ type: fee.type, label: labelOf(fee).zh, amountFen: fee.amountFen }))),
    ...money,
    distance_m: outcome.bill ? trip.distanceM : null,
    track_quality: outcome.bill ? (orderId % 17 === 0 ? 'GAPS' : 'GOOD') : null,
    wait_s: outcome.waitS,
    status_since: new Date(closedAt(line)),
    dispatch_at: dateOf(line.dispatchAt),
    accepted_at: dateOf(line.acceptedAt),
    arrived_at: dateOf(line.arrivedAt),
    depart_at: dateOf(line.departAt),
    ended_at: dateOf(line.endedAt),
    filed_at: dateOf(line.filedAt),
    cancelled_at: dateOf(line.cancelledAt),
    cancel_actor: outcome.cancel?.actor ?? null,
    cancel_reason: outcome.cancel?.reason ?? '',
    cancel_rule: outcome.cancel?.rule ?? '',
    cancel_case: outcome.cancel?.ruleCase ? JSON.stringify(outcome.cancel.ruleCase) : null,
    cancel_verdict: outcome.cancel?.verdict ?? null,
    cancel_fee_fen: outcome.cancel?.feeFen ?? null,
    version: more.version,
    created_at: new Date(line.createdAt),
    created_by: booking.agent?.userId ?? null,
    updated_at: money.paid_at ?? new Date(closedAt(line)),
    updated_by: null,
  }
}

/** What the desk answered when the order was placed. */
function estimateOf({ city, trip, createdAt, bookTime }: PlannedBooking) {
  return priceTrip(rulesOf(city.cityId), {
    departAt: bookTime ?? createdAt,
    utcOffsetMinutes: UTC_OFFSET_MINUTES,
    distanceM: trip.estimateDistanceM,
    durationS: trip.estimateDurationS,
    waiting: { waitS: 0 },
  })
}

/** What the customer owes for a cancellation: null where that is nothing. */
export const cancelFeeOf = ({ cancel }: Outcome): number | null => (cancel?.feeFen ? cancel.feeFen : null)

/** A fee for a cancellation is taken a few seconds after it. */
export const paidAtOf = ({ paidAt, cancelledAt }: PlannedOrder['line']): number => paidAt ?? cancelledAt! + 4_000

function moneyOf({ line, unpaid }: PlannedOrder, outcome: Outcome) {
  const { bill } = outcome
  const feeFen = cancelFeeOf(outcome)
  const owes = bill !== null || feeFen !== null
  return {
    pay_status: owes ? (unpaid ? PAY_STATUS.unpaid : PAY_STATUS.paid) : PAY_STATUS.none,
    subtotal_fen: bill?.subtotalFen ?? feeFen,
    discount_fen: bill?.discountFen ?? (feeFen === null ? null : 0),
    total_fen: bill?.totalFen ?? feeFen,
    enterprise_fen: bill?.enterpriseFen ?? (feeFen === null ? null : 0),
    personal_fen: bill?.personalFen ?? feeFen,
    paid_at: owes && !unpaid ? dateOf(paidAtOf(line)) : null,
  }
}

/** The lines of the bill; of an order that was called off, the fee for that. */
export function billLineRows({ booking, orderId, outcome }: Numbered): Row<'bill_lines'>[] {
  const of = { tenant_id: booking.tenant.tenantId, order_id: orderId }
  const feeFen = cancelFeeOf(outcome)
  if (feeFen !== null) {
    const rule = JSON.stringify({ kind: 'CANCEL_FEE', rule: outcome.cancel!.rule })
    return [{ ...of, seq: 1, type: 'OTHER', label: '取消费', amount_fen: feeFen, source: 'COMPUTED', rule }]
  }
  return (outcome.bill?.lines ?? []).map((fee, index) => ({
    ...of,
    seq: index + 1,
    type: fee.type,
    label: labelOf(fee).zh,
    amount_fen: fee.amountFen,
    source: fee.rule.kind === 'PASS_THROUGH' || fee.rule.kind === 'TIP' ? 'DRIVER' : 'COMPUTED',
    rule: JSON.stringify(fee.rule),
  }))
}
