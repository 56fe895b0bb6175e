import { sql } from 'kysely'
import type { TenantTx } from '#platform/database/db'

export const lockPartnerBooking = (tx: TenantTx, bookingId: string) =>
  tx
    .selectFrom('bookings')
    .select(['booking_id', 'tenant_id', 'channel_id', 'partner_booking_id'])
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirst()

/** The caller holds the number (`lockPartnerNumber`). */
export const setPartnerBooking = (tx: TenantTx, bookingId: string, partnerBookingId: string) =>
  tx
    .updateTable('bookings')
    .set({ partner_booking_id: partnerBookingId, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('booking_id', '=', bookingId)
    .where('partner_booking_id', 'is', null)
    .execute()
