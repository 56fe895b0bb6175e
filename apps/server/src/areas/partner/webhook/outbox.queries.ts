import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import type { Database } from '#platform/database/db'
import type { Outcome, Told } from './webhook.rules.ts'

/** Where messages are due, of all tenants. */
export interface DueCallback {
  tenant_id: string
  channel_id: string
  callback_id: string
  url: string
}
export interface Claimed extends Told {
  delivery_id: string
  attempts: number
}

/** A process that dies in between leaves what it claimed to the others after so long: longer than an attempt may take. */
const CLAIMED_S = 60

/** Of an order only the first message that waits is due: those behind it come when it was taken or given up. */
const FIRST_OF_ORDER = `not exists (select from webhook_deliveries e where e.tenant_id = d.tenant_id and e.callback_id = d.callback_id
  and e.order_id = d.order_id and e.seq < d.seq and e.state = 'WAITING')`

export const dueCallbacks = async (db: Database, except: readonly string[], limit: number): Promise<DueCallback[]> =>
  (
    await db.platform.query<DueCallback>(
      `select c.tenant_id, c.channel_id, c.callback_id, c.url from channel_callbacks c join tenants t on t.tenant_id = c.tenant_id and t.state = ${TENANT_STATE.enabled}
       where c.enabled and c.callback_id <> all ($1::bigint[]) and exists (select from webhook_deliveries d
         where d.tenant_id = c.tenant_id and d.callback_id = c.callback_id and d.state = 'WAITING' and d.next_attempt_at <= clock_timestamp() and ${FIRST_OF_ORDER})
       limit $2`,
      [except, limit],
    )
  ).rows

export const claim = async (db: Database, { tenant_id, callback_id }: DueCallback, limit: number): Promise<Claimed[]> =>
  (
    await db.platform.query<Claimed>(
      `with due as (
         select d.tenant_id, d.delivery_id from webhook_deliveries d
         where d.tenant_id = $1 and d.callback_id = $2 and d.state = 'WAITING' and d.next_attempt_at <= clock_timestamp() and ${FIRST_OF_ORDER}
         order by d.next_attempt_at, d.delivery_id limit $3 for update skip locked),
       claimed as (
         update webhook_deliveries d set attempts = attempts + 1, next_attempt_at = clock_timestamp() + interval '${CLAIMED_S} seconds'
         from due where d.tenant_id = due.tenant_id and d.delivery_id = due.delivery_id returning d.*)
       select d.delivery_id, d.attempts, d.order_id, d.seq, d.type, d.at, o.order_no, o.booking_id, b.booking_no, b.partner_booking_id,
         d.service_status, d.pay_status, d.total_fen, d.cancel_fee_fen, d.prepay_due_fen, d.prepay_until, d.end_reason
       from claimed d join orders o on o.tenant_id = d.tenant_id and o.order_id = d.order_id
       join bookings b on b.tenant_id = o.tenant_id and b.booking_id = o.booking_id`,
      [tenant_id, callback_id, limit],
    )
  ).rows

/** The sealed secrets of a channel's good keys, the oldest first. */
export const sealedSecrets = async (db: Database, { tenant_id, channel_id }: DueCallback) =>
  (
    await db.platform.query<{ key_id: string; secret_sealed: string }>(
      `select key_id, secret_sealed from channel_keys where tenant_id = $1 and channel_id = $2 and ended_at is null order by created_at`,
      [tenant_id, channel_id],
    )
  ).rows

interface Attempt {
  deliveryId: string
  attempt: number
  at: Date
  ms: number
}

/** What came of an attempt, in the log and on the message; one that failed past its time is given up. What somebody sent again meanwhile stays so. */
export async function noteAttempt(
  db: Database,
  { tenant_id, callback_id }: DueCallback,
  { deliveryId, attempt, at, ms }: Attempt,
  { failure, httpStatus, code }: Outcome,
  againS: number,
): Promise<void> {
  const done = failure === ''
  await db.platform.query(
    `with logged as (
       insert into webhook_attempts (tenant_id, delivery_id, attempt, at, ms, http_status, failure, code)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing),
     noted as (update webhook_deliveries set last_status = $6, last_failure = $7,
       state = case when $9 then 'DELIVERED' when give_up_at <= clock_timestamp() then 'GIVEN_UP' else state end,
       done_at = case when $9 or give_up_at <= clock_timestamp() then clock_timestamp() end,
       next_attempt_at = clock_timestamp() + make_interval(secs => $10)
       where tenant_id = $1 and delivery_id = $2 and state = 'WAITING' and attempts = $3 returning tenant_id, channel_id, delivery_id, order_id)
     insert into live_events (tenant_id, city_id, org_id, channel_id, topic, payload)
     select n.tenant_id, o.city_id, o.org_id, n.channel_id, 'webhooks',
       jsonb_build_object('channelId', n.channel_id::text, 'deliveryId', n.delivery_id::text)
     from noted n join orders o on o.tenant_id = n.tenant_id and o.order_id = n.order_id`,
    [tenant_id, deliveryId, attempt, at, ms, httpStatus, failure, code, done, againS],
  )
  // Once it takes messages again, those that failed meanwhile do not wait for their hour.
  await db.platform.query(
    done
      ? `with well as (update channel_callbacks set failing_since = null where tenant_id = $1 and callback_id = $2 and failing_since is not null returning 1)
         update webhook_deliveries set next_attempt_at = clock_timestamp()
         where tenant_id = $1 and callback_id = $2 and state = 'WAITING' and last_failure <> '' and next_attempt_at > clock_timestamp() + interval '${CLAIMED_S} seconds'
           and exists (select from well)`
      : `update channel_callbacks set failing_since = now() where tenant_id = $1 and callback_id = $2 and failing_since is null`,
    [tenant_id, callback_id],
  )
}

/** No attempt was made: it is due again after a while, and nothing is counted. */
export const putBack = (db: Database, { tenant_id }: DueCallback, { delivery_id, attempts }: Claimed, afterS: number) =>
  db.platform.query(
    `update webhook_deliveries set attempts = attempts - 1, next_attempt_at = clock_timestamp() + make_interval(secs => $4)
     where tenant_id = $1 and delivery_id = $2 and attempts = $3 and state = 'WAITING'`,
    [tenant_id, delivery_id, attempts, afterS],
  )
