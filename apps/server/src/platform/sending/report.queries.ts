import type { Database } from '../database/db.ts'
import type { Attempt } from './attempt.queries.ts'
import { dayOf } from './attempt.queries.ts'
import type { Told } from './wire/transport.ts'

type Pools = Pick<Database, 'platform'>

/** An attempt with what it takes to ask about it. */
export interface OpenAttempt extends Attempt {
  service_id: string | null
  outcome: 'GOING' | 'TAKEN' | 'NOT_TAKEN' | 'UNSURE'
  lane: 'codes' | 'rest' | 'bulk'
  biz_id: string
  began_at: Date
  since_s: number
  asks: number
  segments: number
  once: boolean
  phone_sealed: string | null
}
const OPEN = `a.tenant_id, a.sms_id, a.number, a.service_id, a.outcome, a.lane, a.biz_id, a.began_at, a.asks, coalesce(a.segments, o.segments) as segments,
  o.once, o.phone_sealed, extract(epoch from now() - a.began_at)::int as since_s`
const OF_MESSAGE = `join sms_outbox o on o.tenant_id = a.tenant_id and o.sms_id = a.sms_id`

/** Attempts that it is time to ask about; nobody else comes upon them within a minute. */
export const attemptsToAsk = async ({ platform }: Pools, most: number): Promise<OpenAttempt[]> =>
  (
    await platform.query<OpenAttempt>(
      `with due as (select tenant_id, sms_id, number from sms_attempts where ask_at <= now() order by ask_at limit ${most} for update skip locked),
       a as (update sms_attempts x set ask_at = now() + interval '1 minute', asks = asks + 1 from due
         where x.tenant_id = due.tenant_id and x.sms_id = due.sms_id and x.number = due.number returning x.*)
       select ${OPEN} from a ${OF_MESSAGE}`,
    )
  ).rows

export const askAgain = ({ platform }: Pools, { tenant_id, sms_id, number }: Attempt, inS: number) =>
  platform.query(
    `update sms_attempts set ask_at = now() + make_interval(secs => $4)
     where tenant_id = $1 and sms_id = $2 and number = $3 and report is null and outcome <> 'NOT_TAKEN'`,
    [tenant_id, sms_id, number, inS],
  )

/** Nothing more is expected: what was not heard of is unknown for good. */
export const endAsking = ({ platform }: Pools, { tenant_id, sms_id, number }: Attempt) =>
  platform.query(
    `with a as (update sms_attempts set ask_at = null where tenant_id = $1 and sms_id = $2 and number = $3 and report is null returning 1)
     update sms_outbox set result = 'UNKNOWN', result_at = now(), unsure = false, phone_sealed = null, reason = 'NO_REPORT'
     from a where tenant_id = $1 and sms_id = $2 and result is null`,
    [tenant_id, sms_id, number],
  )

/** The provider never had it: the message is anybody's again, unless it must not be sent a second time. */
export const attemptNeverCame = ({ platform }: Pools, { tenant_id, sms_id, number }: Attempt) =>
  platform.query(
    `with a as (update sms_attempts set outcome = 'NOT_TAKEN', ask_at = null where tenant_id = $1 and sms_id = $2 and number = $3 and outcome in ('GOING', 'UNSURE') returning 1)
     update sms_outbox set unsure = false, try_at = now(), claim = '', phone_sealed = null,
       result = case when once then 'FAILED' else result end, result_at = case when once then now() else result_at end
     from a where tenant_id = $1 and sms_id = $2 and sent_at is null`,
    [tenant_id, sms_id, number],
  )

/**
 * What a network says became of an attempt that the provider took; false where it was known. That it arrived goes before all else, and a message
 * failed when no attempt is open that may still arrive. What the provider counted takes the place of what we did.
 */
export async function attemptReported(
  { platform }: Pools,
  { tenant_id, sms_id, number }: Attempt,
  { state, reason, code, segments }: Told & { state: 'DELIVERED' | 'FAILED' },
): Promise<boolean> {
  const { rowCount } = await platform.query(
    `with b as (select report, segments, cost_x100 from sms_attempts where tenant_id = $1::bigint and sms_id = $2::bigint and number = $3::int for update),
     a as (update sms_attempts x set report = $4::text, report_reason = $5::text, report_code = $6::text, reported_at = now(), ask_at = null,
         segments = coalesce($7::int, x.segments), cost_x100 = x.cost_x100 / greatest(x.segments, 1) * coalesce($7::int, x.segments)
       from b where x.tenant_id = $1::bigint and x.sms_id = $2::bigint and x.number = $3::int and (b.report is null or (b.report = 'FAILED' and $4::text = 'DELIVERED'))
       returning x.service_id, x.provider, x.began_at, x.segments - b.segments as more, coalesce(x.cost_x100 - b.cost_x100, 0) as dearer, b.report as before),
     m as (update sms_outbox o set phone_sealed = null, unsure = false, cost_x100 = o.cost_x100 + a.dearer, segments = o.segments + a.more,
         result = case when $4::text = 'DELIVERED' then 'DELIVERED' when o.result = 'DELIVERED' then o.result
           when exists (select from sms_attempts y where y.tenant_id = $1::bigint and y.sms_id = $2::bigint and y.number <> $3::int and y.report is null and y.outcome in ('GOING', 'TAKEN', 'UNSURE')) then o.result
           else 'FAILED' end,
         result_at = now(), reason = case when $4::text = 'DELIVERED' then '' else $5::text end, last_error = case when $4::text = 'DELIVERED' then '' else $6::text end
       from a where o.tenant_id = $1::bigint and o.sms_id = $2::bigint returning o.city_id)
     update sms_days d set segments = d.segments + a.more, cost_x100 = d.cost_x100 + a.dearer,
       delivered = d.delivered + ($4::text = 'DELIVERED')::int, failed = d.failed + ($4::text = 'FAILED')::int - (a.before is not distinct from 'FAILED')::int
     from a, m where d.tenant_id = $1::bigint and d.day = ${dayOf('a.began_at', 'm.city_id')} and d.city_id = coalesce(m.city_id, 0)
       and d.service_id = coalesce(a.service_id, 0) and d.provider = a.provider`,
    [tenant_id, sms_id, number, state, reason ?? '', code, segments],
  )
  return (rowCount ?? 0) > 0
}

/** By what a report may say of which message it speaks; all within the service that reports. */
export type Mark = { number?: { smsId: string; number: number | null }; bizId?: string; phonePrint?: Buffer }
/**
 * The attempt that a report speaks of: by our number, else the provider's, else the only unanswered one to that telephone. Of none it is
 * somebody else's, or long gone.
 */
export async function attemptOf(
  { platform }: Pools,
  { tenantId, serviceId }: { tenantId: string; serviceId: string | null },
  { number, bizId, phonePrint }: Mark,
): Promise<OpenAttempt | null> {
  const find = async (where: string, values: unknown[]) =>
    (
      await platform.query<OpenAttempt>(
        `select ${OPEN} from sms_attempts a ${OF_MESSAGE} where a.tenant_id = $1 and a.service_id is not distinct from $2::bigint and ${where} limit 2`,
        [tenantId, serviceId, ...values],
      )
    ).rows
  if (number) {
    const [found] =
      number.number === null
        ? await find(`a.sms_id = $3 and a.outcome <> 'NOT_TAKEN' order by a.number desc`, [number.smsId])
        : await find('a.sms_id = $3 and a.number = $4', [number.smsId, number.number])
    if (found) return found
  }
  if (bizId) {
    const [found] = await find('a.biz_id = $3', [bizId])
    if (found) return found
  }
  if (!phonePrint) return null
  const open = await find(
    `o.phone_print = $3 and a.outcome in ('GOING', 'UNSURE') and a.biz_id = '' and a.began_at > now() - interval '72 hours'`,
    [phonePrint],
  )
  return open.length === 1 ? open[0]! : null
}
