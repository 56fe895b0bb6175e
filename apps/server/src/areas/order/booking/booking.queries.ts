import { type DispatchStatus, PAY_STATUS, SERVICE_STATUS, type ServiceStatus } from '@chauffeur/contract/order/model'
import { liveServiceStatuses } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantTx, WholeTx } from '#platform/database/db'
import { documentNo } from '#platform/database/document-number'
import { listOf } from '#platform/database/sql-text'
import type { CustomerRowDb } from '#areas/customer/card'
import { openPayStatuses } from '@chauffeur/contract/order/actions'
import type { PriceGroupWhy } from '#areas/customer/standing'
import type { OrderRowDb } from '../model/index.ts'
import type { Surcharges } from '#areas/pricing/rate'

/** The customer of a telephone, locked: orders of one customer are placed one after the other. */
export async function lockCustomer(tx: TenantTx, phone: string): Promise<CustomerRowDb | undefined> {
  const row = await tx
    .selectFrom('customers')
    .selectAll()
    .where('phone', '=', sql<string>`(select main_phone(${phone}))`)
    .forUpdate()
    .executeTakeFirst()
  // Whoever waited here for a merge has the one that went by it.
  return row?.merged_into ? lockCustomer(tx, phone) : row
}

export const makeCustomer = (
  tx: TenantTx,
  customer: { tenantId: string; phone: string; name: string; cityId: string; plate: string; createdBy: string | null },
): Promise<CustomerRowDb> =>
  tx
    .insertInto('customers')
    .values({
      tenant_id: customer.tenantId,
      phone: customer.phone,
      name: customer.name,
      city_id: customer.cityId,
      plate_nos: customer.plate ? [customer.plate] : [],
      created_by: customer.createdBy,
      updated_by: customer.createdBy,
    })
    // Two operators may take the same new caller at once: the second one waits here and gets the first one's row, locked.
    .onConflict((conflict) => conflict.columns(['tenant_id', 'phone']).doUpdateSet({ updated_at: sql<Date>`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow()

export async function rememberOnCustomer(tx: TenantTx, customer: CustomerRowDb, learned: { name: string; plate: string }): Promise<void> {
  const name = customer.name === '' ? learned.name : customer.name
  const plates =
    learned.plate && !customer.plate_nos.includes(learned.plate) ? [learned.plate, ...customer.plate_nos].slice(0, 5) : customer.plate_nos
  if (name === customer.name && plates === customer.plate_nos) return
  await tx
    .updateTable('customers')
    // Whoever has the customer's data open meanwhile must not write the old ones back.
    .set({ name, plate_nos: plates, version: customer.version + 1, updated_at: sql<Date>`now()` })
    .where('customer_id', '=', customer.customer_id)
    .execute()
}

/** What stops a new order of a customer: orders in progress, bills left unpaid for longer than `unpaidAfterS`, and bad debts. */
export const hindrances = (tx: WholeTx, customerId: string, unpaidAfterS: number) =>
  tx
    .selectFrom('orders')
    .select([
      sql<string | null>`min(order_id) filter (where service_status in ${listOf(liveServiceStatuses)})`.as('liveOrderId'),
      sql<number>`count(*) filter (where pay_status = ${sql.lit(PAY_STATUS.badDebt)} or pay_status = ${sql.lit(PAY_STATUS.unpaid)} and coalesce(filed_at, cancelled_at) < now() - make_interval(secs => ${unpaidAfterS}))::int`.as(
        'unpaid',
      ),
    ])
    .where('customer_id', '=', customerId)
    .where((eb) => eb.or([eb('service_status', 'in', liveServiceStatuses), eb('pay_status', 'in', openPayStatuses)]))
    .executeTakeFirstOrThrow()

/** A driver who is free for a direct offer, within the scope. */
export const isDriverFree = (tx: TenantTx, driverId: string, cityId: string) =>
  tx
    .selectFrom('drivers')
    .select('driver_id')
    .where('driver_id', '=', driverId)
    .where('city_id', '=', cityId)
    .where('work_status', '=', 'ONLINE_IDLE')
    .where('qualification', '=', 50)
    .executeTakeFirst()

export interface NewBooking {
  tenantId: string
  cityId: string
  orgId: string | null
  channelId: string | null
  source: string
  customerId: string
  callerPhone: string
  contactPhone: string
  driverCount: number
  bookTime: Date | null
  agentId: string | null
  agentName: string
  /** Of a partner that placed it by its programs. */
  partner: { bookingId: string; asked: object } | null
  remark: string
  /** What the customer's level promises while it is driven, whatever becomes of the level. */
  level: { level: number; priority: number; freeWaitS: number }
  /** How the customer is in the group whose price it is. */
  priceGroup: PriceGroupWhy | null
}
const insertBooking = (tx: TenantTx, booking: NewBooking) =>
  tx
    .insertInto('bookings')
    .values({
      tenant_id: booking.tenantId,
      booking_no: documentNo('BOOKING', booking.tenantId),
      source: booking.source,
      city_id: booking.cityId,
      org_id: booking.orgId,
      channel_id: booking.channelId,
      customer_id: booking.customerId,
      caller_phone: booking.callerPhone,
      contact_phone: booking.contactPhone,
      driver_count: booking.driverCount,
      book_time: booking.bookTime,
      partner_booking_id: booking.partner?.bookingId ?? null,
      partner_asked: booking.partner && JSON.stringify(booking.partner.asked),
      agent_id: booking.agentId,
      agent_name: booking.agentName,
      remark: booking.remark,
      customer_level: booking.level.level,
      priority: booking.level.priority,
      free_wait_s: booking.level.freeWaitS,
      price_group: booking.priceGroup && JSON.stringify(booking.priceGroup),
      created_by: booking.agentId,
      updated_by: booking.agentId,
    })
    .returning(['booking_id', 'booking_no'])

/** An address and where it is, as far as that is known. */
interface PlaceOfOrder {
  address: string
  at: { lat: number; lng: number } | null
  pin: string | undefined
}
export interface NewOrders {
  count: number
  tenantId: string
  serviceStatus: ServiceStatus
  dispatchStatus: DispatchStatus
  source: string
  serviceType: string
  cityId: string
  orgId: string | null
  channelId: string | null
  customerId: string
  customerName: string
  contactPhone: string
  chosenDriverId: string | null
  pickup: PlaceOfOrder & { note: string }
  dropoff: PlaceOfOrder
  /** What the places came in; they are in WGS84. */
  datum: string
  bookTime: Date | null
  carPlate: string
  remark: string
  templateId: string
  templateVersion: number
  quoteId: string | null
  distanceM: number
  durationS: number
  /** How they came about. */
  measured: { by: string; provider: string | null } | null
  /** A discount is the first order's alone. */
  lines: readonly { type: string; label: string; amountFen: number }[]
  couponId: string | null
  rightGrantId: string | null
  /** Who pays, and the most of each order; null where the customer pays alone. */
  payer: { enterpriseId: string; limitsFen: readonly number[] } | null
  surcharges: Surcharges
  /** Until when each order is to be paid ahead, as estimated, before it is dispatched; null where it need not be. */
  prepayUntil: Date | null
  createdBy: string | null
}
/** The booking and its orders, in one statement. */
export const insertBookingWithOrders = (
  tx: TenantTx,
  booking: NewBooking,
  order: NewOrders,
): Promise<(OrderRowDb & { booking_no: string })[]> =>
  tx
    .with('booking', () => insertBooking(tx, booking))
    .insertInto('orders')
    .values(
      Array.from({ length: order.count }, (_, index) => ({
        tenant_id: order.tenantId,
        order_no: documentNo('ORDER', order.tenantId),
        booking_id: sql<string>`(select booking_id from booking)`,
        ...standOf(order, index),
        source: order.source,
        service_type: order.serviceType,
        city_id: order.cityId,
        org_id: order.orgId,
        channel_id: order.channelId,
        customer_id: order.customerId,
        customer_name: order.customerName,
        contact_phone: order.contactPhone,
        chosen_driver_id: index === 0 ? order.chosenDriverId : null,
        pickup_address: order.pickup.address,
        pickup_lat: order.pickup.at?.lat ?? null,
        pickup_lng: order.pickup.at?.lng ?? null,
        pickup_datum: order.datum,
        pickup_pin: pinOf(order.pickup),
        pickup_note: order.pickup.note,
        dropoff_address: order.dropoff.address,
        dropoff_lat: order.dropoff.at?.lat ?? null,
        dropoff_lng: order.dropoff.at?.lng ?? null,
        dropoff_datum: order.dropoff.at && order.datum,
        dropoff_pin: pinOf(order.dropoff),
        book_time: order.bookTime,
        car_plate: order.carPlate,
        remark: order.remark,
        template_id: order.templateId,
        template_version: order.templateVersion,
        quote_id: order.quoteId,
        estimate_distance_m: order.distanceM,
        estimate_duration_s: order.durationS,
        estimate_by: order.measured?.by ?? null,
        estimate_provider: order.measured?.provider ?? null,
        ...estimateOf(order, index),
        coupon_id: index === 0 ? order.couponId : null,
        right_grant_id: index === 0 ? order.rightGrantId : null,
        enterprise_id: order.payer?.enterpriseId ?? null,
        enterprise_limit_fen: order.payer?.limitsFen[index] ?? null,
        dynamic_rate_bp: order.surcharges.dynamicRateBp,
        dynamic_max_fen: order.surcharges.dynamicMaxFen,
        weather_fen: order.surcharges.weatherFen,
        weather_rate_bp: order.surcharges.weatherRateBp,
        created_by: order.createdBy,
        updated_by: order.createdBy,
      })),
    )
    .returningAll()
    .returning(sql<string>`(select booking_no from booking)`.as('booking_no'))
    .execute()

const pinOf = ({ at, pin }: PlaceOfOrder) => at && (pin ?? 'PICKED')
/** A discount is the first order's alone. */
function estimateOf({ lines: all }: NewOrders, index: number) {
  const lines = index === 0 ? all : all.filter(({ type }) => type !== 'COUPON' && type !== 'RIGHTS')
  return { estimate_fen: lines.reduce((sum, { amountFen }) => sum + amountFen, 0), estimate_lines: JSON.stringify(lines) }
}
/** Where an order begins: one that is to be paid ahead waits for that. */
function standOf(order: NewOrders, index: number) {
  const { estimate_fen } = estimateOf(order, index)
  const waits = order.prepayUntil !== null && estimate_fen > 0
  const service_status = waits ? SERVICE_STATUS.created : order.serviceStatus
  return {
    service_status,
    dispatch_status: waits ? ('NONE' as const) : order.dispatchStatus,
    dispatch_at: service_status === SERVICE_STATUS.dispatchStart ? sql<Date>`now()` : null,
    prepay_fen: waits ? estimate_fen : null,
    prepay_until: waits ? order.prepayUntil : null,
  }
}
