import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { lockGroupsOf } from '../standing/index.ts'

export interface NewCustomer {
  phone: string
  name: string
  gender: 'UNKNOWN' | 'MALE' | 'FEMALE'
  level: number
  cityId: string | null
  birthday: string | null
  plateNos: string[]
  tags: string[]
  remark: string
}

/** Adds those who are not there yet; gives their ids by telephone. */
export async function insertCustomers(
  tx: TenantTx,
  by: { tenantId: string; userId: string },
  rows: readonly NewCustomer[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const { rows: made } = await sql<{ phone: string; customer_id: string }>`
    insert into customers (tenant_id, phone, name, gender, level, city_id, birthday, plate_nos, tags, remark, source, created_by, updated_by)
    select ${by.tenantId}::bigint, phone, name, gender, level, "cityId", birthday, "plateNos", tags, remark, 'FILE', ${by.userId}::bigint, ${by.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (phone text, name text, gender text, level smallint, "cityId" bigint, birthday date,
      "plateNos" text[], tags text[], remark text)
    on conflict (tenant_id, phone) do nothing returning phone, customer_id`.execute(tx)
  return new Map(made.map(({ phone, customer_id }) => [phone, customer_id]))
}

/** Which telephones are a customer's already, in sight of the asker or not. */
export async function takenPhones(db: TenantDb, phones: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ phone: string }>`
    select reverse(phone_end) as phone from customer_search where tenant_id = app_tenant() and phone_end in (select reverse(phone) from unnest(${phones}::text[]) as phone)`.execute(
    db,
  )
  return new Set(rows.map(({ phone }) => phone))
}

/** Removes customers whom nobody has changed since they were brought in, and for whom nothing was done; gives who went. */
export async function removeUntouched(tx: TenantTx, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  await sql`select from customers where customer_id = any (${customerIds}::bigint[]) order by customer_id for no key update`.execute(tx)
  await lockGroupsOf(tx, customerIds)
  const { rows } = await sql<{ customer_id: string }>`
    with gone as (delete from customers c where customer_id = any (${customerIds}::bigint[]) and source = 'FILE' and version = 1 and order_count = 0
      and not exists (select from orders o where o.tenant_id = c.tenant_id and o.customer_id = c.customer_id)
      and not exists (select from customer_consents s where s.tenant_id = c.tenant_id and s.customer_id = c.customer_id)
      and not exists (select from customer_driver_blocks b where b.tenant_id = c.tenant_id and b.customer_id = c.customer_id)
      and not exists (select from redeem_codes r where r.tenant_id = c.tenant_id and r.customer_id = c.customer_id)
      and not exists (select from order_teams t where t.tenant_id = c.tenant_id and t.removed_at is null and c.customer_id = any (t.customer_ids))
      and not exists (select from coupons k where k.tenant_id = c.tenant_id and k.customer_id = c.customer_id)
      and not exists (select from right_grants g where g.tenant_id = c.tenant_id and g.customer_id = c.customer_id)
      and not exists (select from customer_notes n where n.tenant_id = c.tenant_id and n.customer_id = c.customer_id)
      and not exists (select from phone_calls p where p.tenant_id = c.tenant_id and p.customer_id = c.customer_id)
      and not exists (select from customer_group_members m where m.tenant_id = c.tenant_id and m.customer_id = c.customer_id and m.source <> 'RULE')
    returning customer_id),
    counted as (update customer_groups g set members = members - m.n
      from (select m.group_id, count(*)::int as n from customer_group_members m join gone using (customer_id) where not m.excluded group by m.group_id) m
      where g.group_id = m.group_id returning 1)
    select customer_id from gone`.execute(tx)
  return new Set(rows.map(({ customer_id }) => customer_id))
}
