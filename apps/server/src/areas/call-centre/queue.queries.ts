import { sql } from 'kysely'
import { standingColumns, type StandingFacts, standingJoins } from '#areas/order'
import type { TenantDb, TenantTx } from '#platform/db'

/** Searches that failed stay on the queue for this long. */
const FAILED_FOR = sql.lit('30 minutes')

export interface StandingRow extends StandingFacts {
  booking_id: string
  booking_no: string
  booking_source: string
  city_id: string
  city_name: string
  channel_id: string | null
  channel_name: string | null
  caller_phone: string
  remark: string
  driver_count: number
  booked_at: Date
  agent_id: string | null
  agent_name: string
  claimed_by: string | null
  claimed_name: string
  claimed_at: Date | null
  booking_version: number
  order_no: string
  pay_status: number
  customer_name: string
  pickup_address: string
  dropoff_address: string
  version: number
  driver_no: string | null
  driver_name: string | null
}

export interface StandingFilter {
  bookingId?: string | undefined
  customerId?: string | undefined
  keyword?: string | undefined
  cityId?: string | undefined
  channelId?: string | undefined
  source?: string | undefined
  /** Bookings this operator claimed, or placed and nobody else claimed. */
  mineOf?: string | undefined
}

/**
 * The orders of bookings that are not over, one row each, with what their timers and alarms are reckoned from. All of them, since what is due
 * first is not known before; they are the few under way.
 */
export async function standingOrders(db: TenantDb, filter: StandingFilter): Promise<StandingRow[]> {
  const { bookingId, customerId, keyword, cityId, channelId, source, mineOf } = filter
  const part = keyword ? `%${keyword.replaceAll(/[%_\\]/g, '\\$&')}%` : null
  const wanted = [
    bookingId && sql`b.booking_id = ${bookingId}`,
    customerId && sql`b.customer_id = ${customerId}`,
    cityId && sql`b.city_id = ${cityId}`,
    channelId && sql`b.channel_id = ${channelId}`,
    source && sql`b.source = ${source}`,
    mineOf && sql`coalesce(b.claimed_by, b.agent_id) = ${mineOf}`,
    part &&
      sql`(b.booking_no = ${keyword} or b.caller_phone like ${part} or b.contact_phone like ${part} or o.order_no = ${keyword} or o.customer_name ilike ${part})`,
  ].filter((condition) => condition !== undefined && condition !== null && condition !== '')
  const { rows } = await sql<StandingRow>`
    with open as (
      select tenant_id, booking_id from orders where service_status in (101, 102, 180, 301, 302, 303, 304)
      union select tenant_id, booking_id from bookings where queue_status = 'FAILED' and updated_at > now() - ${FAILED_FOR}::interval)
    select b.booking_id, b.booking_no, b.source as booking_source, b.city_id, c.name as city_name, b.channel_id, h.name as channel_name, b.caller_phone, b.remark,
      b.driver_count, b.created_at as booked_at, b.agent_id, b.agent_name, b.claimed_by, b.claimed_name, b.claimed_at, b.version as booking_version,
      o.order_no, o.pay_status, o.customer_name, o.pickup_address, o.dropoff_address, o.version, d.driver_no, d.name as driver_name, ${standingColumns}
    from open join bookings b using (tenant_id, booking_id)
    join orders o using (tenant_id, booking_id)
    join cities c on c.city_id = b.city_id
    left join channels h on h.tenant_id = b.tenant_id and h.channel_id = b.channel_id
    left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
    ${standingJoins}
    where (o.service_status in (101, 102, 180, 301, 302, 303, 304) or (o.service_status = 506 and b.queue_status = 'FAILED'))
      ${wanted.length ? sql`and ${sql.join(wanted as ReturnType<typeof sql>[], sql` and `)}` : sql``}
    order by b.booking_id, o.order_id limit 20000`.execute(db)
  return rows
}

export const lockBooking = (tx: TenantTx, bookingId: string) =>
  tx
    .selectFrom('bookings')
    .select([
      'booking_id',
      'tenant_id',
      'city_id',
      'org_id',
      'channel_id',
      'queue_status',
      'claimed_by',
      'claimed_name',
      'claimed_at',
      'agent_id',
      'version',
    ])
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirst()
export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

export const setClaim = (tx: TenantTx, booking: LockedBooking, by: { userId: string; realName: string } | null) =>
  tx
    .updateTable('bookings')
    .set({
      claimed_by: by?.userId ?? null,
      claimed_name: by?.realName ?? '',
      claimed_at: by ? sql<Date>`now()` : null,
      version: booking.version + 1,
      updated_by: by?.userId ?? null,
    })
    .where('booking_id', '=', booking.booking_id)
    .execute()
export const closeBooking = (tx: TenantTx, booking: LockedBooking, by: string) =>
  tx
    .updateTable('bookings')
    .set({ queue_status: 'CLOSED', version: booking.version + 1, updated_at: sql<Date>`now()`, updated_by: by })
    .where('booking_id', '=', booking.booking_id)
    .execute()
