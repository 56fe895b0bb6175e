import type { PriceTemplateRules } from '@chauffeur/contract/pricing-model'
import { sql } from 'kysely'
import type { OrderRowDb } from '#areas/order'
import type { Database, TenantDb, TenantTx } from '#platform/db'

/** Ended trips whose driver has let the time to file their bill go by, across tenants; the longest overdue first. */
export async function overdueFilings(
  db: Database,
  afterS: number,
  except: string[],
  limit: number,
): Promise<{ tenantId: string; orderId: string }[]> {
  const { rows } = await db.platform.query<{ tenantId: string; orderId: string }>({
    name: 'overdue-filings',
    text: `
      select tenant_id as "tenantId", order_id as "orderId" from orders
      where service_status = 304 and ended_at < now() - make_interval(secs => $1) and order_id <> all ($2::bigint[])
      order by ended_at limit $3`,
    values: [afterS, except, limit],
  })
  return rows
}

/** Logged calls of an order, and the seconds since the last. */
export async function callsOf(db: TenantDb, orderId: string): Promise<{ calls: number; lastS: number | null }> {
  const { rows } = await sql<{ calls: number; lastS: number | null }>`
    select count(*)::int as calls, extract(epoch from clock_timestamp() - max(at))::float8 as "lastS" from order_events where order_id = ${orderId} and event = 'driverCall'`.execute(
    db,
  )
  return rows[0]!
}

/** The template version an order was taken under, and the city's offset from UTC. */
export async function priceRulesOf(db: TenantDb, order: OrderRowDb): Promise<{ rules: PriceTemplateRules; utcOffsetMinutes: number }> {
  const row = await db
    .selectFrom('price_templates')
    .innerJoin('cities', (join) => join.on('cities.city_id', '=', order.city_id))
    .select(['price_templates.rules', 'cities.utc_offset_minutes'])
    .where('template_id', '=', order.template_id ?? '0')
    .where('version', '=', order.template_version ?? 0)
    .executeTakeFirst()
  if (!row) throw new Error(`Order ${order.order_id} has no price template to be billed by.`)
  return { rules: row.rules as unknown as PriceTemplateRules, utcOffsetMinutes: row.utc_offset_minutes }
}

export interface BillLine {
  type: string
  label: string
  amountFen: number
  source: 'COMPUTED' | 'DRIVER' | 'OPERATOR'
  rule: object
}
export const insertBill = (tx: TenantTx, order: OrderRowDb, lines: readonly BillLine[]) =>
  lines.length === 0
    ? Promise.resolve([])
    : tx
        .insertInto('bill_lines')
        .values(
          lines.map((line, index) => ({
            tenant_id: order.tenant_id,
            order_id: order.order_id,
            seq: index + 1,
            type: line.type,
            label: line.label,
            amount_fen: line.amountFen,
            source: line.source,
            rule: JSON.stringify(line.rule),
          })),
        )
        .execute()

/** The same order for the next driver, under the same booking: a new row, so that each attempt keeps its own story. */
export async function insertNextAttempt(tx: TenantTx, order: OrderRowDb): Promise<OrderRowDb> {
  const attempt = order.attempt + 1
  const orderNo = `${order.order_no.replace(/-\d+$/, '')}-${attempt}`
  const { rows } = await sql<OrderRowDb>`
    insert into orders (tenant_id, order_no, booking_id, attempt, service_status, dispatch_status, source, service_type, city_id, org_id, channel_id, customer_id, customer_name,
      contact_phone, pickup_address, pickup_lat, pickup_lng, pickup_datum, dropoff_address, dropoff_lat, dropoff_lng, dropoff_datum, book_time, car_plate, remark,
      template_id, template_version, quote_id, estimate_distance_m, estimate_duration_s, estimate_fen, estimate_lines, dynamic_rate_bp, dynamic_max_fen, weather_fen, weather_rate_bp, coupon_id, right_grant_id, enterprise_id, enterprise_limit_fen, dispatch_at, created_by)
    select o.tenant_id, ${orderNo}, o.booking_id, ${attempt}::int, 102, 'SEARCHING', o.source, o.service_type, o.city_id, b.org_id, o.channel_id, o.customer_id, o.customer_name,
      o.contact_phone, o.pickup_address, o.pickup_lat, o.pickup_lng, o.pickup_datum, o.dropoff_address, o.dropoff_lat, o.dropoff_lng, o.dropoff_datum, o.book_time, o.car_plate, o.remark,
      o.template_id, o.template_version, o.quote_id, o.estimate_distance_m, o.estimate_duration_s, o.estimate_fen, o.estimate_lines, o.dynamic_rate_bp, o.dynamic_max_fen, o.weather_fen, o.weather_rate_bp, o.coupon_id, o.right_grant_id, o.enterprise_id, o.enterprise_limit_fen, now(), o.created_by
    from orders o join bookings b on b.tenant_id = o.tenant_id and b.booking_id = o.booking_id where o.order_id = ${order.order_id}
    returning *`.execute(tx)
  return rows[0]!
}
