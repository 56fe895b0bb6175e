import type {
  orderPlace,
  OrderSource,
  PayStatus,
  pickupPlace,
  PlacePin,
  ServiceStatus,
  ServiceType,
  TimelineEntry,
} from '@chauffeur/contract/order/model'
import { paidBy, SERVICE_STATUS } from '@chauffeur/contract/order/model'
import type { orderDetail, OrderRow } from '@chauffeur/contract/order/list'
import type { feeLineType } from '@chauffeur/contract/pricing/fee-line'
import type * as z from 'zod'
import { type BillRule, reasonOf } from '#areas/pricing/price'
import type { Platform } from '#platform/http/implement'
import { maskPhone } from '#platform/identity/mask'
import { ageSOf, freshnessOf } from '#platform/live/positions'
import type { billOf, driverOf, eventsOf, OrderJsonRow, OrderListRow } from './order.queries.ts'
import { allowedActions, awaitsPrepayment, dropoffPoint, filledMetres, pickupPoint, travellerFen } from './order.rules.ts'
import type { OrderRowDb } from './transition.queries.ts'

export const phoneFor = (authorities: ReadonlySet<string>, phone: string): string =>
  authorities.has('phone.reveal') ? phone : maskPhone(phone)
const iso = (at: Date | null) => at?.toISOString() ?? null

/** Until when a prepayment is waited for; null where none is, or no more. */
export const prepayWaitOf = (order: { service_status: number; prepay_until: Date | null }): string | null =>
  awaitsPrepayment(order) ? iso(order.prepay_until) : null

interface PlaceColumns {
  pickup_address: string
  pickup_lat: number | null
  pickup_lng: number | null
  pickup_pin: string | null
  pickup_note: string
  dropoff_address: string
  dropoff_lat: number | null
  dropoff_lng: number | null
  dropoff_pin: string | null
}
/** A place from before there were pins was chosen. */
const placeView = (address: string, lat: number | null, lng: number | null, pin: string | null): z.infer<typeof orderPlace> => ({
  address,
  lat,
  lng,
  datum: 'WGS84',
  pin: lat === null ? 'NONE' : ((pin ?? 'PICKED') as PlacePin),
})
/** From where to where an order goes; a destination that nobody named is none. */
export const placesView = (order: PlaceColumns): { pickup: z.infer<typeof pickupPlace>; dropoff: z.infer<typeof orderPlace> | null } => ({
  pickup: { ...placeView(order.pickup_address, order.pickup_lat, order.pickup_lng, order.pickup_pin), note: order.pickup_note },
  dropoff:
    order.dropoff_address === '' && order.dropoff_lat === null
      ? null
      : placeView(order.dropoff_address, order.dropoff_lat, order.dropoff_lng, order.dropoff_pin),
})

export const orderRowView = (row: OrderListRow, authorities: ReadonlySet<string>): OrderRow => ({
  orderId: row.order_id,
  orderNo: row.order_no,
  bookingId: row.booking_id,
  bookingNo: row.booking_no ?? '',
  serviceStatus: row.service_status,
  payStatus: row.pay_status,
  dispatchStatus: row.dispatch_status,
  auditStatus: row.audit_status,
  source: row.source as OrderSource,
  serviceType: row.service_type as ServiceType,
  cityId: row.city_id,
  cityName: row.city_name,
  utcOffsetMinutes: row.utc_offset_minutes,
  channelId: row.channel_id,
  customerPhone: phoneFor(authorities, row.contact_phone),
  customerName: row.customer_name,
  // As in the list: only of a driver in sight.
  driverId: row.driver_no === null ? null : row.driver_id,
  driverNo: row.driver_no ?? '',
  driverName: row.driver_name ?? '',
  pickupAddress: row.pickup_address,
  dropoffAddress: row.dropoff_address,
  totalFen: row.total_fen,
  estimateFen: row.estimate_fen,
  distanceM: row.distance_m ?? row.estimate_distance_m,
  filledM: filledMetres(row),
  bookTime: iso(row.book_time),
  createdAt: row.created_at.toISOString(),
  statusSince: row.status_since.toISOString(),
  prepayDueFen: awaitsPrepayment(row) ? row.prepay_fen : null,
  prepayUntil: prepayWaitOf(row),
  version: row.version,
  allowedActions: allowedActions(row.service_status, row.pay_status, authorities),
})

/** The same of rows that PostgreSQL wrote as JSON, each as JSON. */
export function orderRowsJson(rows: readonly OrderJsonRow[], authorities: ReadonlySet<string>): string[] {
  const actions = new Map<number, string>()
  const actionsOf = ({ service_status, pay_status }: OrderJsonRow) => {
    const key = service_status * 100 + pay_status
    let text = actions.get(key)
    if (text === undefined)
      actions.set(key, (text = JSON.stringify(allowedActions(service_status as ServiceStatus, pay_status as PayStatus, authorities))))
    return text
  }
  return rows.map(
    (row) =>
      `${row.json.slice(0, -1)},"customerPhone":${JSON.stringify(phoneFor(authorities, row.contact_phone))},"allowedActions":${actionsOf(row)}}`,
  )
}

export const timelineView = (events: Awaited<ReturnType<typeof eventsOf>>): TimelineEntry[] =>
  events.map((event) => ({
    seq: event.seq,
    event: event.event,
    fromStatus: event.from_status as ServiceStatus | null,
    toStatus: event.to_status as ServiceStatus,
    actorType: event.actor_type,
    actorName: event.actor_name,
    at: event.at.toISOString(),
    reason: event.reason,
    point: event.lat !== null && event.lng !== null ? { lat: event.lat, lng: event.lng, datum: 'WGS84' } : null,
  }))

/** How the traveller's part was paid, as the newest event of it says. */
export function paymentView(events: Awaited<ReturnType<typeof eventsOf>>, order: OrderRowDb): z.input<typeof orderDetail>['payment'] {
  const paid = events.findLast(({ event }) => event === 'pay')
  const said = (paid?.payload ?? {}) as { by?: unknown; amountFen?: unknown; reference?: unknown }
  const way = paidBy.safeParse(said.by)
  if (!paid || !way.success || order.paid_at === null) return null
  return {
    way: way.data,
    amountFen: typeof said.amountFen === 'number' ? said.amountFen : travellerFen(order),
    reference: typeof said.reference === 'string' ? said.reference : '',
    note: paid.reason,
    paidAt: order.paid_at.toISOString(),
    byName: paid.actor_type === 'CUSTOMER' ? '' : paid.actor_name,
    recordedAt: paid.at.toISOString(),
  }
}

export const billLinesView = (lines: Awaited<ReturnType<typeof billOf>>) =>
  lines.map((line) => ({ type: line.type as z.infer<typeof feeLineType>, label: line.label, amountFen: line.amount_fen }))

/** The same, each with the rule that made it in words. */
export const explainedLines = (lines: Awaited<ReturnType<typeof billOf>>, english: boolean) =>
  billLinesView(lines).map((line, index) => {
    const { rule, reason } = lines[index]!
    const words = rule ? reasonOf(rule as unknown as BillRule)[english ? 'en' : 'zh'] : ''
    return { ...line, reason: [words, reason].filter(Boolean).join(english ? '; ' : '；') }
  })

/** The driver of an order, with the last known place while the order is theirs, and how long until they are where they are going. */
export function orderDriverView(
  driver: NonNullable<Awaited<ReturnType<typeof driverOf>>>,
  order: OrderRowDb,
  platform: Platform,
  authorities: ReadonlySet<string>,
) {
  const status = order.service_status
  const live = status >= SERVICE_STATUS.accepted && status <= SERVICE_STATUS.tripEnded
  const fix = live ? platform.positions.get(driver.driver_id) : undefined
  const coming = status === SERVICE_STATUS.accepted
  const goal = coming ? pickupPoint(order) : status === SERVICE_STATUS.driving ? dropoffPoint(order) : null
  const way = fix && goal && platform.roads.atOnce({ tenantId: order.tenant_id, cityId: order.city_id }, fix, goal)
  const ageS = fix ? ageSOf(fix.receivedAt, Date.now()) : null
  return {
    driverId: driver.driver_id,
    driverNo: driver.driver_no,
    name: driver.name,
    phone: phoneFor(authorities, driver.phone),
    level: driver.level,
    workStatus: driver.work_status,
    lat: fix?.lat ?? null,
    lng: fix?.lng ?? null,
    datum: 'WGS84' as const,
    ageS,
    freshness: ageS === null ? null : freshnessOf(ageS),
    // They come on a folding bicycle, and drive on in the customer's car.
    etaS: way ? (coming ? Math.ceil(way.distanceM / platform.settings.pickupMps) : way.durationS) : null,
    etaMeasured: way ? { by: way.by, provider: way.provider } : null,
  }
}
