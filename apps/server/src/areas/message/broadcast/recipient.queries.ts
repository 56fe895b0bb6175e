import { QUALIFICATION_LEFT } from '@chauffeur/contract/driver/file'
import type { BroadcastWhom } from '@chauffeur/contract/message/broadcast-model'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/database/db'
import { maskPhone } from '#platform/identity/mask'
import { messageStateSql } from '#platform/provider/sms'
import type { MarketingLimits } from '../limit/index.ts'
import { got, type Recipient } from './audience.queries.ts'
import type { Standing } from './broadcast.rules.ts'

/** Freezes some of those who get it, behind those before. */
export const insertRecipients = (
  tx: TenantTx,
  { tenantId, broadcastId, whom, behind }: { tenantId: string; broadcastId: string; whom: BroadcastWhom; behind: number },
  some: readonly Recipient[],
) =>
  sql`insert into broadcast_recipients (tenant_id, broadcast_id, n, customer_id, driver_id, city_id, phone_print, phone_shown, segments)
    select ${tenantId}::bigint, ${broadcastId}::bigint, ${behind}::int + r.n, ${whom === 'CUSTOMERS' ? sql`r.id` : sql`null`}, ${whom === 'DRIVERS' ? sql`r.id` : sql`null`},
      r.city, r.print, r.shown, r.segments
    from unnest(${some.map(({ id }) => id)}::bigint[], ${some.map(({ cityId }) => cityId)}::bigint[], ${some.map(({ print }) => print)}::bytea[],
      ${some.map(({ phone }) => maskPhone(phone))}::text[], ${some.map(({ segments }) => segments)}::smallint[])
      with ordinality as r (id, city, print, shown, segments, n)`.execute(tx)
/** Of one that was approved before and came back: none of it has left. */
export const dropRecipients = (tx: TenantTx, broadcastId: string) =>
  sql`delete from broadcast_recipients where broadcast_id = ${broadcastId} and claimed_at is null`.execute(tx)

/** Who is next, with what decides whether they get it at this moment. */
export interface Next extends Omit<Standing, 'most'> {
  n: number
  print: Buffer
  name: string
  cityId: string | null
  cityName: string
  segments: number
}
const facts = {
  CUSTOMERS: sql`case when x.customer_id is null or x.erased_at is not null then null else x.phone end as phone, coalesce(x.name, '') as name,
    (r.customer_id is null or x.erased_at is not null) as erased, (x.merged_into is not null) as merged, coalesce(x.blacklisted_until > now(), false) as blacklisted,
    (select s.given from customer_consents s where s.tenant_id = r.tenant_id and s.customer_id = r.customer_id and s.kind = 'MARKETING'
      order by s.consent_id desc limit 1) as consented, x.city_id is distinct from r.city_id as moved`,
  DRIVERS: sql`x.phone, coalesce(x.name, '') as name, (r.driver_id is null) as erased, x.city_id is distinct from r.city_id as moved`,
}
/**
 * The next who wait, where it is not quiet, locked: nobody else takes them up. Their own rows are asked once more, that who changed their mind
 * since gets nothing.
 */
export async function nextRecipients(
  tx: TenantTx,
  { broadcastId, whom, limits, limit }: { broadcastId: string; whom: BroadcastWhom; limits: MarketingLimits; limit: number },
): Promise<Next[]> {
  const person =
    whom === 'CUSTOMERS'
      ? sql`left join customers x on x.tenant_id = r.tenant_id and x.customer_id = r.customer_id`
      : sql`left join drivers x on x.tenant_id = r.tenant_id and x.driver_id = r.driver_id and x.qualification <> ${sql.lit(QUALIFICATION_LEFT)}`
  const { rows } = await sql<Next>`
    select r.n, r.phone_print as print, r.city_id as "cityId", coalesce(c.name, '') as "cityName", r.segments, ${facts[whom]},
      exists (select from message_opt_outs o where o.tenant_id = r.tenant_id and o.phone_print = r.phone_print and o.removed_at is null) as "optedOut",
      (select count(*)::int from broadcast_recipients h where h.tenant_id = r.tenant_id and h.phone_print = r.phone_print
        and h.claimed_at > now() - interval '30 days' and ${got('h')}) as had
    from broadcast_recipients r ${person} left join cities c on c.city_id = r.city_id
    where r.tenant_id = app_tenant() and r.broadcast_id = ${broadcastId} and r.state = 'WAITING' and ${awake(limits)}
    order by r.n limit ${limit} for update of r skip locked`.execute(tx)
  return rows
}
/** Whoever is of no city of ours is of the country's. */
const awake = ({ cities, quiet, quietForS }: MarketingLimits) =>
  sql<boolean>`(case when r.city_id = any (${cities}::bigint[]) then r.city_id <> all (${quiet}::bigint[]) else ${quietForS(null) === null} end)`

/** Where those are who wait; null: in no city. */
export const waitingCities = async (tx: TenantTx, broadcastId: string): Promise<(string | null)[]> =>
  (
    await sql<{ cityId: string | null }>`select distinct city_id as "cityId" from broadcast_recipients
      where tenant_id = app_tenant() and broadcast_id = ${broadcastId} and state = 'WAITING'`.execute(tx)
  ).rows.map(({ cityId }) => cityId)

/** Put into the outbox, or left out. */
export const noteTaken = (tx: TenantTx, broadcastId: string, taken: readonly { n: number; smsId: string | null; why: string }[]) =>
  sql`with noted as (
      update broadcast_recipients r set sms_id = t.sms, state = case when t.sms is null then 'LEFT_OUT' else 'CLAIMED' end, why = t.why,
        claimed_at = case when t.sms is null then null else now() end, at = case when t.sms is null then now() else r.at end
      from unnest(${taken.map(({ n }) => n)}::int[], ${taken.map(({ smsId }) => smsId)}::bigint[], ${taken.map(({ why }) => why)}::text[]) as t (n, sms, why)
      where r.tenant_id = app_tenant() and r.broadcast_id = ${broadcastId} and r.n = t.n returning r.state, r.segments)
    update broadcasts set left_out_count = left_out_count + (select count(*) from noted where state = 'LEFT_OUT')
    where broadcast_id = ${broadcastId}`.execute(tx)

/** Who is left gets nothing. */
export const leaveOutWaiting = (tx: TenantTx, broadcastId: string) =>
  sql`with gone as (update broadcast_recipients set state = 'LEFT_OUT', why = 'ENDED', at = now()
      where tenant_id = app_tenant() and broadcast_id = ${broadcastId} and state = 'WAITING' returning 1)
    update broadcasts set left_out_count = left_out_count + (select count(*) from gone) where broadcast_id = ${broadcastId}`.execute(tx)

/** An attempt whose process says nothing for so long died in the middle of it. */
const SILENT = sql`interval '2 minutes'`
/**
 * Where those in the outbox are now. What never left waits again: after a stop, where its time there was over, or where its person refused
 * meanwhile. The caller holds the broadcast.
 *
 * That `moved` asks for the state once more is for the database, which expects one row of `open`: it would compare each with every recipient of
 * the broadcast, five hundred times a hundred thousand in every look, and so goes by the index of those in hand.
 */
export async function settle(tx: TenantTx, broadcastId: string): Promise<{ inHand: number; waiting: boolean; late: string }> {
  const state = messageStateSql('o')
  const { rows } = await sql<{ inHand: number; waiting: boolean; late: string }>`
    with open as materialized (
      select r.n, o.reason, case
          when o.sms_id is null then 'UNKNOWN'
          when ${state} <> 'FAILED' or o.result is not null then ${state}
          -- It is no more to be sent; whoever has it in hand at this moment will say so.
          when a.outcome is null or a.outcome = 'NOT_TAKEN' then 'WAITING'
          when a.began_at > now() - ${SILENT} then 'QUEUED'
          else 'UNKNOWN' end as now
      from broadcast_recipients r left join sms_outbox o on o.tenant_id = r.tenant_id and o.sms_id = r.sms_id
        left join lateral (select t.outcome, t.began_at from sms_attempts t where t.tenant_id = o.tenant_id and t.sms_id = o.sms_id order by t.number desc limit 1) a on true
      where r.tenant_id = app_tenant() and r.broadcast_id = ${broadcastId} and r.state = 'CLAIMED'),
    moved as (
      update broadcast_recipients r set state = o.now, why = case when o.now in ('FAILED', 'UNKNOWN') then coalesce(o.reason, '') else '' end,
        sms_id = case o.now when 'WAITING' then null else r.sms_id end, claimed_at = case o.now when 'WAITING' then null else r.claimed_at end, at = now()
      from open o where o.now <> 'QUEUED' and r.tenant_id = app_tenant() and r.broadcast_id = ${broadcastId} and r.n = o.n
        and r.state = 'CLAIMED'
      returning r.state, r.segments),
    sums as (select count(*) filter (where state in ('SENT', 'DELIVERED')) as sent, count(*) filter (where state = 'DELIVERED') as delivered,
      count(*) filter (where state = 'FAILED') as failed, count(*) filter (where state = 'UNKNOWN') as unknown,
      coalesce(sum(segments) filter (where state in ('SENT', 'DELIVERED', 'UNKNOWN')), 0) as segments, count(*) as n from moved),
    counted as (update broadcasts b set sent_count = b.sent_count + s.sent, delivered_count = b.delivered_count + s.delivered,
      failed_count = b.failed_count + s.failed, unknown_count = b.unknown_count + s.unknown, segment_count = b.segment_count + s.segments
      from sums s where b.tenant_id = app_tenant() and b.broadcast_id = ${broadcastId} and s.n > 0)
    select (select count(*)::int from open where now = 'QUEUED') as "inHand",
      (exists (select from moved where state = 'WAITING') or exists (select from broadcast_recipients r
        where r.tenant_id = app_tenant() and r.broadcast_id = ${broadcastId} and r.state = 'WAITING')) as waiting,
      coalesce((select reason from open where now = 'QUEUED' and reason <> '' limit 1), '') as late`.execute(tx)
  return rows[0]!
}

/** What providers reported since of those who had left, some at a time; gives how many there were. The caller holds the broadcast. */
export async function noteReports(tx: TenantTx, broadcastId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with told as materialized (
      select r.n, r.state as was, o.result as now, o.reason from broadcasts b
        join sms_outbox o on o.tenant_id = b.tenant_id and o.broadcast_id = b.broadcast_id and o.result is not null
          and o.result_at > coalesce(b.reports_at, '-infinity')
        join broadcast_recipients r on r.tenant_id = o.tenant_id and r.sms_id = o.sms_id and r.state in ('SENT', 'UNKNOWN') and r.state <> o.result
      where b.tenant_id = app_tenant() and b.broadcast_id = ${broadcastId} limit ${limit}),
    moved as (
      update broadcast_recipients r set state = t.now, why = case t.now when 'DELIVERED' then '' else t.reason end, at = now()
      from told t where r.tenant_id = app_tenant() and r.broadcast_id = ${broadcastId} and r.n = t.n
        and r.n = any (array(select n from told)) returning t.was, t.now),
    sums as (select count(*) as n,
      (count(*) filter (where now = 'DELIVERED' and was = 'UNKNOWN')) - (count(*) filter (where was = 'SENT' and now <> 'DELIVERED')) as sent,
      count(*) filter (where now = 'DELIVERED') as delivered, count(*) filter (where now = 'FAILED') as failed,
      (count(*) filter (where now = 'UNKNOWN')) - (count(*) filter (where was = 'UNKNOWN')) as unknown from moved)
    update broadcasts b set sent_count = b.sent_count + s.sent, delivered_count = b.delivered_count + s.delivered, failed_count = b.failed_count + s.failed,
      unknown_count = b.unknown_count + s.unknown,
      -- What a transaction reported that was open meanwhile is found the next time.
      reports_at = case when s.n < ${limit} then now() - interval '1 minute' else b.reports_at end
    from sums s where b.tenant_id = app_tenant() and b.broadcast_id = ${broadcastId} returning s.n::int as n`.execute(tx)
  return rows[0]?.n ?? 0
}
