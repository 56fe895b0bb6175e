import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

export const lockPartnerBooking = (tx: TenantTx, bookingId: string) =>
  tx
    .selectFrom('bookings')
    .select(['booking_id', 'tenant_id', 'channel_id', 'partner_booking_id'])
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirst()

export const bookingOfPartner = (db: TenantDb, channelId: string, partnerBookingId: string) =>
  db
    .selectFrom('bookings')
    .select(['booking_id'])
    .where('channel_id', '=', channelId)
    .where('partner_booking_id', '=', partnerBookingId)
    .executeTakeFirst()

/** False where another booking of the channel has the number, also in the same moment. */
export async function setPartnerBooking(tx: TenantTx, bookingId: string, partnerBookingId: string): Promise<boolean> {
  const done = await tx
    .updateTable('bookings')
    .set({ partner_booking_id: partnerBookingId, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('booking_id', '=', bookingId)
    .where('partner_booking_id', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
