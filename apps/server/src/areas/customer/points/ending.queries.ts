import { sql } from 'kysely'
import type { PlatformDb, TenantTx } from '#platform/database/db'

/** Accounts of which something is over, of all tenants. */
export const accountsOver = async (db: PlatformDb, except: readonly string[], limit: number) =>
  (
    await sql<{ tenantId: string; customerId: string }>`
      select distinct tenant_id as "tenantId", customer_id as "customerId" from point_lots
      where remaining > 0 and expires_at <= now() and customer_id <> all (${except}::bigint[]) limit ${limit}`.execute(db)
  ).rows

export interface Ending {
  tenantId: string
  customerId: string
  cityId: string
  phone: string
  points: number
  /** The last day on which they can be spent, of the city's clock. */
  endsOn: string
}
/** Whom to tell now that points of theirs end, of all tenants; not in cities that are quiet. A customer without a city is told as where the points came from. */
export const endingSoon = async (
  db: PlatformDb,
  quiet: { tenantIds: string[]; cityIds: string[] },
  except: readonly string[],
  limit: number,
): Promise<Ending[]> =>
  (
    await sql<Ending>`
      select w.tenant_id as "tenantId", w.customer_id as "customerId", w.city_id as "cityId", p.phone, w.points, to_char(w.ends_on, 'YYYY-MM-DD') as "endsOn"
      from (
        select l.tenant_id, l.customer_id, l.city_id, sum(l.remaining)::int as points,
          ((l.expires_at - interval '1 ms') at time zone 'UTC' + make_interval(mins => c.utc_offset_minutes))::date as ends_on
        from point_lots l join cities c on c.city_id = l.city_id
          cross join lateral (
            select content from setting_versions s where s.tenant_id = l.tenant_id and s.kind = 'pointTerms' and (s.city_id = l.city_id or s.city_id is null)
              and s.effective_from <= now() order by s.city_id nulls last, s.effective_from desc, s.version desc limit 1) s
        where l.remaining > 0 and l.expires_at > now() and l.expires_at <= now() + interval '91 days'
          and l.expires_at <= now() + make_interval(days => (s.content ->> 'remindDays')::int + 1)
          and not exists (select from unnest(${quiet.tenantIds}::bigint[], ${quiet.cityIds}::bigint[]) as q (tenant_id, city_id)
            where q.tenant_id = l.tenant_id and q.city_id = l.city_id)
        group by l.tenant_id, l.customer_id, l.city_id, 5) w
        join customers p on p.tenant_id = w.tenant_id and p.customer_id = w.customer_id
      where p.merged_into is null and p.erased_at is null and p.phone ~ '^1[0-9]{10}$'
        and not exists (select from point_notices n where n.tenant_id = w.tenant_id and n.customer_id = w.customer_id and n.ends_on = w.ends_on)
        and w.customer_id || '/' || to_char(w.ends_on, 'YYYY-MM-DD') <> all (${except}::text[])
      limit ${limit}`.execute(db)
  ).rows

/** False where it is noted already: they were told. */
export const noteTold = async (tx: TenantTx, { tenantId, customerId, points, endsOn }: Ending, sent: boolean): Promise<boolean> =>
  (
    await sql`
      insert into point_notices (tenant_id, customer_id, ends_on, points, sent) values (${tenantId}, ${customerId}, ${endsOn}::date, ${points}, ${sent})
      on conflict do nothing returning 1`.execute(tx)
  ).rows.length > 0
