import type { SmsLane } from '@chauffeur/contract/message/sending'
import type { Database } from '../database/db.ts'
import { ATTEMPTS_S, type Recent, REPORTS_S, type SmsOrder, standardOrder } from './order.rules.ts'

type Pools = Pick<Database, 'platform'>

/** Reasons of which it is no fault of the provider: the number, the person, what was said. */
const NOT_ITS = `'NUMBER_WRONG', 'OPTED_OUT', 'TOO_OFTEN', 'CONTENT', 'PHONE_OFF', 'TEMPLATE'`

/** What became lately of what the providers of a business were given, by lane. */
export async function recentOf({ platform }: Pools, tenantId: string): Promise<Record<SmsLane, Recent[]>> {
  const { rows } = await platform.query<Recent & { lane: SmsLane }>(
    `select lane, service_id as "serviceId",
       count(*) filter (where by_attempt)::int as attempts,
       count(*) filter (where by_attempt and outcome <> 'TAKEN' and reason not in (${NOT_ITS}))::int as "notTaken",
       count(*) filter (where by_report)::int as reports,
       count(*) filter (where by_report and report = 'DELIVERED')::int as delivered
     from (
       select lane, service_id, outcome, reason, null as report, true as by_attempt, false as by_report from sms_attempts
       where tenant_id = $1 and began_at > now() - make_interval(secs => $2) and outcome <> 'GOING'
       union all
       select lane, service_id, outcome, reason, report, false, true from sms_attempts
       where tenant_id = $1 and reported_at > now() - make_interval(secs => $3) and report_reason not in (${NOT_ITS})) a
     group by 1, 2`,
    [tenantId, ATTEMPTS_S, REPORTS_S],
  )
  const of = (lane: SmsLane) => rows.filter((row) => row.lane === lane)
  return { codes: of('codes'), rest: of('rest'), bulk: of('bulk') }
}

/** What operators decided about the order, see `message/service`. */
export async function orderSettingOf({ platform }: Pools, tenantId: string): Promise<SmsOrder> {
  const { rows } = await platform.query<{ content: Partial<SmsOrder> }>(
    `select content from setting_versions where tenant_id = $1 and kind = 'smsOrder' and city_id is null and effective_from <= now()
     order by effective_from desc, version desc limit 1`,
    [tenantId],
  )
  return { ...standardOrder, ...rows[0]?.content }
}
