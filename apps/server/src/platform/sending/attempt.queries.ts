import type { SmsLane, SmsReason } from '@chauffeur/contract/message/sending'
import type { Database } from '../database/db.ts'
import { CLAIM_S, DUE, LANE, REPORT_WITHIN_S, UNSENT } from './lanes.ts'

type Pools = Pick<Database, 'platform'>

/** A message that this process has in hand. */
export interface Claimed {
  tenant_id: string
  sms_id: string
  purpose: string
  sealed: string | null
  /** Of a message that a program before this left; empty of a sealed one. */
  phone: string
  body: string
  text_ref: string
  once: boolean
  segments: number
  claim: string
  /** An attempt that somebody began and did not end. */
  going: number | null
}

/** What is in the outbox no more once it went out, or never will: nor what a program before this left there in clear. */
const EMPTIED = `sealed = null, phone = '', body = ''`

/** Of businesses that entered providers, or of those for whom the installation's gateway sends. */
export type Whose = 'OWN' | 'INSTALLED'
const WHOSE: Record<Whose, string> = {
  OWN: 'exists (select from sms_services v where v.tenant_id = s.tenant_id and v.enabled)',
  INSTALLED: 'not exists (select from sms_services v where v.tenant_id = s.tenant_id)',
}
/** Claimed for `CLAIM_S`: a process that dies in between leaves them to the others. */
export const claim = async ({ platform }: Pools, lane: SmsLane, whose: Whose, most: number, by: string): Promise<Claimed[]> =>
  (
    await platform.query<Claimed>(
      `update sms_outbox o set try_at = now() + interval '${CLAIM_S} seconds', next_attempt_at = 'infinity', due_at = 'infinity', claim = $1
       where (tenant_id, sms_id) in (select tenant_id, sms_id from sms_outbox s
         where ${UNSENT} and ${LANE[lane]} and ${DUE} <= now() and send_before > now()
           and ${WHOSE[whose]}
         order by ${DUE} limit ${most} for update skip locked)
       returning tenant_id, sms_id, purpose, sealed, phone, body, text_ref, once, segments, claim,
         (select a.number from sms_attempts a where a.tenant_id = o.tenant_id and a.sms_id = o.sms_id and a.outcome = 'GOING'
          order by a.number desc limit 1) as going`,
      [by],
    )
  ).rows

type Key = Pick<Claimed, 'tenant_id' | 'sms_id'>
export interface Attempt extends Key {
  number: number
}
interface By {
  serviceId: string | null
  provider: string
}

/**
 * Begins an attempt, before the provider is asked. Null where there is nothing to send any more: it was stopped, its time is over, or another
 * process has it in hand since this one was slow.
 */
export async function beginAttempt({ platform }: Pools, message: Claimed, by: By, lane: SmsLane): Promise<Attempt | null> {
  const { rows } = await platform.query<{ number: number }>(
    `with m as (update sms_outbox set attempts = attempts + 1, try_at = now() + interval '${CLAIM_S} seconds'
       where tenant_id = $1::bigint and sms_id = $2::bigint and claim = $3::text and send_before > now() and ${UNSENT} returning tenant_id, sms_id, attempts)
     insert into sms_attempts (tenant_id, sms_id, number, service_id, provider, lane) select tenant_id, sms_id, attempts, $4::bigint, $5::text, $6::text from m
     returning number`,
    [message.tenant_id, message.sms_id, message.claim, by.serviceId, by.provider, lane],
  )
  return rows[0] ? { tenant_id: message.tenant_id, sms_id: message.sms_id, number: rows[0].number } : null
}

/** The day of the city at which a provider was handed a message; without a city China's. */
export const dayOf = (at: string, city: string) =>
  `(${at} at time zone 'UTC' + make_interval(mins => coalesce((select utc_offset_minutes from cities c where c.city_id = ${city}), 480)))::date`

export interface Took {
  bizId: string
  segments: number
  priceX100: number | null
  /** Sealed, where the provider is asked by it what became of the message. */
  phoneSealed: string | null
  /** When it is asked for the first time. */
  askInS: number
}
/** The provider has it, and it costs something: counted once, whoever finds out. */
export const attemptTaken = ({ platform }: Pools, { tenant_id, sms_id, number }: Attempt, took: Took) =>
  platform.query(
    `with a as (update sms_attempts set outcome = 'TAKEN', ended_at = coalesce(ended_at, clock_timestamp()), reason = '', code = '',
         biz_id = case when $4::text = '' then biz_id else $4::text end, segments = $5::int, cost_x100 = $5::int * $6::int,
         ask_at = case when report is null then now() + make_interval(secs => $8::int) end, asks = 0
       where tenant_id = $1::bigint and sms_id = $2::bigint and number = $3::int and outcome <> 'TAKEN' returning service_id, provider, segments, cost_x100, report, began_at),
     m as (update sms_outbox o set sent_at = coalesce(o.sent_at, now()), unsure = false, last_error = '', reason = '',
         service_id = a.service_id, provider = a.provider, cost_x100 = coalesce(o.cost_x100, 0) + a.cost_x100,
         result = case when o.result = 'UNKNOWN' then null else o.result end, result_at = case when o.result = 'UNKNOWN' then null else o.result_at end,
         phone_sealed = case when a.report is null then coalesce($7::text, o.phone_sealed) end, ${EMPTIED}
       from a where o.tenant_id = $1::bigint and o.sms_id = $2::bigint returning o.city_id)
     insert into sms_days as d (tenant_id, day, city_id, service_id, provider, messages, segments, cost_x100, unpriced)
     select $1::bigint, ${dayOf('a.began_at', 'm.city_id')},
       coalesce(m.city_id, 0), coalesce(a.service_id, 0), a.provider, 1, a.segments, coalesce(a.cost_x100, 0), (a.cost_x100 is null)::int from m, a
     on conflict (tenant_id, day, city_id, service_id, provider) do update set messages = d.messages + 1, segments = d.segments + excluded.segments,
       cost_x100 = d.cost_x100 + excluded.cost_x100, unpriced = d.unpriced + excluded.unpriced`,
    [tenant_id, sms_id, number, took.bizId, took.segments, took.priceX100, took.phoneSealed, took.askInS],
  )

interface Word {
  reason: SmsReason
  code: string
}
/** The provider said that it did not take it. */
export const attemptDeclined = ({ platform }: Pools, { tenant_id, sms_id, number }: Attempt, { reason, code }: Word) =>
  platform.query(
    `update sms_attempts set outcome = 'NOT_TAKEN', ended_at = clock_timestamp(), reason = $4, code = $5, ask_at = null
     where tenant_id = $1 and sms_id = $2 and number = $3 and outcome in ('GOING', 'UNSURE')`,
    [tenant_id, sms_id, number, reason, code],
  )

/** Nobody knows whether the provider has it: it is asked. `then`: what becomes of the message meanwhile. */
export const attemptUnsure = (
  { platform }: Pools,
  { tenant_id, sms_id, number }: Attempt,
  { reason, code }: Word,
  then: 'GOES_ON' | 'WAITS' | 'ENDS',
  { phoneSealed, askInS }: Pick<Took, 'phoneSealed' | 'askInS'>,
) =>
  platform.query(
    `with a as (update sms_attempts set outcome = 'UNSURE', ended_at = clock_timestamp(), reason = $4::text, code = $5::text, ask_at = began_at + make_interval(secs => $8::int)
       where tenant_id = $1::bigint and sms_id = $2::bigint and number = $3::int and outcome = 'GOING' returning service_id, provider)
     update sms_outbox o set unsure = $6::text <> 'GOES_ON', reason = $4::text, last_error = $5::text, service_id = a.service_id, provider = a.provider,
       phone_sealed = coalesce(o.phone_sealed, $7::text), result = case when $6::text = 'ENDS' then 'UNKNOWN' else o.result end,
       result_at = case when $6::text = 'ENDS' then now() else o.result_at end,
       sealed = case when $6::text = 'ENDS' then null else sealed end, phone = case when $6::text = 'ENDS' then '' else phone end,
       body = case when $6::text = 'ENDS' then '' else body end
     from a where o.tenant_id = $1::bigint and o.sms_id = $2::bigint and o.sent_at is null`,
    [tenant_id, sms_id, number, reason, code, then, phoneSealed, askInS],
  )

/** Nobody took it now: later again, each time after longer, by whoever is there then. */
export const putOff = ({ platform }: Pools, { tenant_id, sms_id, claim: by }: Claimed, { reason, code }: Word) =>
  platform.query(
    `update sms_outbox set try_at = now() + make_interval(secs => least(60, 5 * 2 ^ least(greatest(attempts, 1) - 1, 6))), reason = $4, last_error = $5
     where tenant_id = $1 and sms_id = $2 and claim = $3 and sent_at is null`,
    [tenant_id, sms_id, by, reason, code],
  )

/** It never goes out. */
export const giveUp = ({ platform }: Pools, { tenant_id, sms_id }: Key, { reason, code }: Word) =>
  platform.query(
    `update sms_outbox set result = 'FAILED', result_at = now(), reason = $3, last_error = $4, send_before = least(send_before, now()), ${EMPTIED}, phone_sealed = null
     where tenant_id = $1 and sms_id = $2 and sent_at is null and result is null`,
    [tenant_id, sms_id, reason, code],
  )

/** One more of the day's quota; false where it is used up. Days are China's, as providers count them. */
export async function takeQuota({ platform }: Pools, tenantId: string, serviceId: string, quota: number): Promise<boolean> {
  const { rowCount } = await platform.query(
    `insert into sms_service_days as d (tenant_id, service_id, day, taken) values ($1, $2, (now() at time zone 'Asia/Shanghai')::date, 1)
     on conflict (tenant_id, service_id, day) do update set taken = d.taken + 1 where d.taken < $3`,
    [tenantId, serviceId, quota],
  )
  return rowCount === 1
}

/** How a provider has a wording registered; null where it has not. */
export async function templateCodeOf({ platform }: Pools, tenantId: string, serviceId: string, ref: string) {
  const { rows } = await platform.query<{ code: string; params: string[]; sign: string }>(
    'select code, params, sign_name as sign from sms_template_codes where tenant_id = $1 and service_id = $2 and text_ref = $3',
    [tenantId, serviceId, ref],
  )
  return rows[0] ?? null
}

/** Takes out what is worth nothing; of what never went out it says so for as long as its order stands, but after a month no more to whom. */
export async function forgetOver({ platform }: Pools): Promise<number> {
  const over = await platform.query(
    `update sms_outbox set ${EMPTIED}, reason = case when reason = '' then 'OVER' else reason end
     where send_before < now() and (sealed is not null or phone <> '')`,
  )
  const old = await platform.query(
    `update sms_outbox set phone_shown = '', phone_print = null
     where sent_at is null and phone_print is not null and created_at < now() - interval '30 days'`,
  )
  // What was not heard of by then never will be.
  const unheard = await platform.query(
    `update sms_outbox set phone_sealed = null, result = coalesce(result, 'UNKNOWN'), result_at = coalesce(result_at, now()),
       unsure = false, reason = case when reason = '' then 'NO_REPORT' else reason end
     where phone_sealed is not null and created_at < now() - interval '${REPORT_WITHIN_S + 86_400} seconds'`,
  )
  return (over.rowCount ?? 0) + (old.rowCount ?? 0) + (unheard.rowCount ?? 0)
}
