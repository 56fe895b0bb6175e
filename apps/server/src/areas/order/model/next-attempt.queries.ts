import { sql } from 'kysely'
import type { OrderRowDb } from './transition.queries.ts'
import type { WholeTx } from '#platform/database/db'

/** The same order for the next driver, under the same booking: a new row, so that each attempt keeps its own story. */
export async function insertNextAttempt(tx: WholeTx, order: OrderRowDb): Promise<OrderRowDb> {
  const attempt = order.attempt + 1
  const orderNo = `${order.order_no.replace(/-\d+$/, '')}-${attempt}`
  const { rows } = await sql<OrderRowDb>`
    insert into orders (tenant_id, order_no, booking_id, attempt, service_status, dispatch_status, source, service_type, city_id, org_id, channel_id, customer_id, customer_name,
      contact_phone, pickup_address, pickup_lat, pickup_lng, pickup_datum, pickup_pin, pickup_note, dropoff_address, dropoff_lat, dropoff_lng, dropoff_datum, dropoff_pin, book_time, car_plate, remark,
      template_id, template_version, quote_id, estimate_distance_m, estimate_duration_s, estimate_by, estimate_provider, estimate_fen, estimate_lines, dynamic_rate_bp, dynamic_max_fen, weather_fen, weather_rate_bp, coupon_id, right_grant_id, enterprise_id, enterprise_limit_fen, prepay_fen, dispatch_at, created_by)
    select o.tenant_id, ${orderNo}, o.booking_id, ${attempt}::int, 102, 'SEARCHING', o.source, o.service_type, o.city_id, b.org_id, o.channel_id, o.customer_id, o.customer_name,
      o.contact_phone, o.pickup_address, o.pickup_lat, o.pickup_lng, o.pickup_datum, o.pickup_pin, o.pickup_note, o.dropoff_address, o.dropoff_lat, o.dropoff_lng, o.dropoff_datum, o.dropoff_pin, o.book_time, o.car_plate, o.remark,
      o.template_id, o.template_version, o.quote_id, o.estimate_distance_m, o.estimate_duration_s, o.estimate_by, o.estimate_provider, o.estimate_fen, o.estimate_lines, o.dynamic_rate_bp, o.dynamic_max_fen, o.weather_fen, o.weather_rate_bp, o.coupon_id, o.right_grant_id, o.enterprise_id, o.enterprise_limit_fen, o.prepay_fen, now(), o.created_by
    from orders o join bookings b on b.tenant_id = o.tenant_id and b.booking_id = o.booking_id where o.order_id = ${order.order_id}
    returning *`.execute(tx)
  return rows[0]!
}
