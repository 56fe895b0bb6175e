import { PAPER_REMINDERS } from '@chauffeur/contract/qualification/fitness'
import type { InsuranceProduct } from '@chauffeur/contract/qualification/insurance'
import { QUALIFIED } from '@chauffeur/contract/driver/file'
import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'
import { type DueDriver, type DuePaper, today } from './papers.queries.ts'

/** The last day of a policy: one that ends at midnight covers the day before. */
const lastDay = (end: ReturnType<typeof sql>) =>
  sql`((${end} - interval '1 second') at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date`

/**
 * Policies that end so soon that their drivers are to be told, and were not yet; not in cities where it is `quiet`, not where another one goes on,
 * and no stage that is as long as the policy itself.
 */
export const policiesDue = async (
  tx: PlatformDb,
  quiet: { tenantIds: string[]; cityIds: string[] },
  except: string[],
  limit: number,
): Promise<DuePaper[]> =>
  (
    await sql<DuePaper>`
      select due.* from (
        select d.tenant_id, d.driver_id, d.city_id, d.phone, i.product as paper, l.day::text as expires_on, l.day - ${today} as days_left,
          (select min(stage) from unnest(${[...PAPER_REMINDERS]}::int[]) stage
            where l.day - ${today} <= stage and i.valid_until - i.valid_from > stage * interval '1 day') as days_before
        from driver_insurances i join drivers d on d.tenant_id = i.tenant_id and d.driver_id = i.driver_id join cities c on c.city_id = d.city_id
          cross join lateral (select ${lastDay(sql`i.valid_until`)} as day) l
        where i.cancelled_at is null and i.valid_from <= now() and i.valid_until > now()
          and i.valid_until < now() + ${sql.lit(PAPER_REMINDERS[0] + 2)} * interval '1 day'
          and d.qualification = ${sql.lit(QUALIFIED)} and d.disabled_reason = ''
          and not exists (select from driver_insurances n where n.tenant_id = i.tenant_id and n.driver_id = i.driver_id and n.product = i.product
            and n.cancelled_at is null and n.valid_from <= i.valid_until and n.valid_until > i.valid_until)
          and not exists (select from unnest(${quiet.tenantIds}::bigint[], ${quiet.cityIds}::bigint[]) q (tenant_id, city_id)
            where q.tenant_id = d.tenant_id and q.city_id = d.city_id)) due
      where due.days_before is not null and due.driver_id::text || due.paper <> all (${except}::text[])
        and not exists (select from driver_paper_notices n where n.tenant_id = due.tenant_id and n.driver_id = due.driver_id
          and n.paper = due.paper and n.expires_on = due.expires_on::date and n.days_before <= due.days_before)
      order by due.driver_id, due.paper limit ${limit}`.execute(tx)
  ).rows

export interface Uncovered extends DueDriver {
  phone: string
  /** Products that the city asks for and whose last policy is over, with its last day. */
  over: { product: InsuranceProduct; day: string }[]
}
/**
 * Who is on duty without an order where the city asks for a policy, and had one that is over or was cancelled. Who never had one is asked when
 * they go on duty the next time.
 */
export const driversUncovered = async (tx: PlatformDb, except: string[], limit: number): Promise<Uncovered[]> =>
  (
    await sql<Uncovered>`
      with asks as (
        select x.tenant_id, x.city_id, s.content -> 'policies' as policies from tenant_cities x cross join lateral (
          select content from setting_versions s
          where s.tenant_id = x.tenant_id and s.kind = 'dutyRules' and (s.city_id = x.city_id or s.city_id is null) and s.effective_from <= now()
          order by s.city_id nulls last, s.effective_from desc, s.version desc limit 1) s
        where jsonb_array_length(s.content -> 'policies') > 0)
      select d.tenant_id, d.driver_id, d.city_id, d.phone, o.over from asks a
        join drivers d on d.tenant_id = a.tenant_id and d.city_id = a.city_id join cities c on c.city_id = d.city_id
        cross join lateral (
          select jsonb_agg(jsonb_build_object('product', p.product, 'day', ${lastDay(sql`e.ended`)})) as over
          from jsonb_array_elements_text(a.policies) p (product) cross join lateral (
            select max(least(i.cancelled_at, i.valid_until)) as ended from driver_insurances i
            where i.tenant_id = d.tenant_id and i.driver_id = d.driver_id and i.product = p.product and i.valid_from <= now()) e
          where e.ended <= now() and not exists (select from driver_insurances i where i.tenant_id = d.tenant_id and i.driver_id = d.driver_id
            and i.product = p.product and i.cancelled_at is null and i.valid_from <= now() and i.valid_until > now())) o
      where d.work_status in ('ONLINE_IDLE', 'PAUSED') and o.over is not null and d.driver_id <> all (${except}::bigint[])
      order by d.driver_id limit ${limit}`.execute(tx)
  ).rows
