import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import type { Database, TenantTx } from '#platform/database/db'

/** Bookings whose booked time has come near enough for their search to open, across tenants. */
export const dueBookings = async (
  db: Database,
  leadS: number,
  except: string[],
  limit: number,
): Promise<{ tenantId: string; bookingId: string; cityId: string }[]> =>
  (
    await db.platform.query<{ tenantId: string; bookingId: string; cityId: string }>({
      name: 'due-bookings',
      text: `select distinct tenant_id as "tenantId", booking_id as "bookingId", city_id as "cityId" from orders where service_status = ${SERVICE_STATUS.created} and prepay_until is null and book_time <= now() + make_interval(secs => $1) and booking_id <> all ($2::bigint[]) limit $3`,
      values: [leadS, except, limit],
    })
  ).rows

/** The booking's orders still waiting for their time, and for nothing else; those another process has in hand are left out. */
export const lockWaiting = (tx: TenantTx, bookingId: string) =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('service_status', '=', SERVICE_STATUS.created)
    .where('prepay_until', 'is', null)
    .orderBy('order_id')
    .forUpdate()
    .skipLocked()
    .execute()
