import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

/** Whoever gives a booking the partner's own number, or places one under it, does so one after the other. */
export const lockPartnerNumber = (tx: TenantTx, channelId: string, partnerBookingId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`partner number ${channelId} ${partnerBookingId}`}, 16))`.execute(tx)

/** The channel's booking of a number: placed under it by a program, or given it by an operator. */
export const bookingOfPartner = (db: TenantDb, channelId: string, partnerBookingId: string) =>
  db
    .selectFrom('bookings')
    .select(['booking_id', 'booking_no', 'city_id', 'partner_asked', 'created_at'])
    .where('channel_id', '=', channelId)
    .where('partner_booking_id', '=', partnerBookingId)
    .executeTakeFirst()
export type PartnerBooking = NonNullable<Awaited<ReturnType<typeof bookingOfPartner>>>

export const ordersOfBooking = (db: TenantDb, bookingId: string) =>
  db.selectFrom('orders').selectAll().where('booking_id', '=', bookingId).orderBy('order_id').execute()
