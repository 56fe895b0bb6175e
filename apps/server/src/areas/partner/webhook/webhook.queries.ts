import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

/** Messages about orders in sight. */
export const deliveries = (db: TenantDb) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('orders as o', (on) => on.onRef('o.tenant_id', '=', 'd.tenant_id').onRef('o.order_id', '=', 'd.order_id'))
    .innerJoin('bookings as b', (on) => on.onRef('b.tenant_id', '=', 'o.tenant_id').onRef('b.booking_id', '=', 'o.booking_id'))
    .innerJoin('channels as h', (on) => on.onRef('h.tenant_id', '=', 'd.tenant_id').onRef('h.channel_id', '=', 'd.channel_id'))
    .innerJoin('channel_callbacks as c', (on) => on.onRef('c.tenant_id', '=', 'd.tenant_id').onRef('c.callback_id', '=', 'd.callback_id'))
export const listed = (rows: ReturnType<typeof deliveries>) =>
  rows.select([
    'd.delivery_id',
    'd.channel_id',
    'h.name as channel_name',
    'd.order_id',
    'o.city_id',
    'o.org_id',
    'o.order_no',
    'o.booking_id',
    'b.booking_no',
    'b.partner_booking_id',
    'd.type',
    'd.seq',
    'd.service_status',
    'd.pay_status',
    'd.total_fen',
    'd.cancel_fee_fen',
    'd.prepay_due_fen',
    'd.prepay_until',
    'd.end_reason',
    'd.at',
    'c.url',
    'd.state',
    'd.attempts',
    'd.next_attempt_at',
    'd.done_at',
    'd.last_status',
    'd.last_failure',
  ])
/**
 * What it is about is looked up first, and its tables are then read by their keys: where nothing is known yet of how many rows a business has,
 * joining them by this one number goes through all of its bookings and channels.
 */
export async function deliveryOf(db: TenantDb, deliveryId: string) {
  const about = await db
    .selectFrom('webhook_deliveries')
    .select(['order_id', 'channel_id', 'callback_id'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  if (!about) return undefined
  return listed(deliveries(db))
    .where('d.delivery_id', '=', deliveryId)
    .where('o.order_id', '=', about.order_id)
    .where('h.channel_id', '=', about.channel_id)
    .where('c.callback_id', '=', about.callback_id)
    .executeTakeFirst()
}
export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof deliveryOf>>>

const TRIES = 100
export const triesOf = (db: TenantDb, deliveryId: string) =>
  db
    .selectFrom('webhook_attempts')
    .select(['attempt', 'at', 'ms', 'http_status', 'failure', 'code'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt', 'desc')
    .limit(TRIES)
    .execute()

/** It waits again, at once and for as long as a new one. */
const AGAIN = {
  state: 'WAITING',
  next_attempt_at: sql<Date>`clock_timestamp()`,
  give_up_at: sql<Date>`clock_timestamp() + interval '7 days'`,
  done_at: null,
} as const

/** False where it waits already. */
export const sendAgain = async (tx: TenantTx, deliveryId: string): Promise<boolean> =>
  (
    await tx
      .updateTable('webhook_deliveries')
      .set(AGAIN)
      .where('delivery_id', '=', deliveryId)
      .where('state', '<>', 'WAITING')
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** What is being sent just now is left alone. */
const BEING_SENT = sql<boolean>`next_attempt_at <= clock_timestamp() + interval '60 seconds'`
export const sendFailedAgain = async (tx: TenantTx, channelId: string, since: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set(AGAIN)
    .where('channel_id', '=', channelId)
    .where('at', '>=', since)
    .where((eb) =>
      eb.or([eb('state', '=', 'GIVEN_UP'), eb.and([eb('state', '=', 'WAITING'), eb('last_failure', '<>', ''), eb.not(BEING_SENT)])]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
