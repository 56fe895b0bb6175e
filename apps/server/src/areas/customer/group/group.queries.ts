import type { CustomerGroupType } from '@chauffeur/contract/customer/find'
import type { GroupRule, MemberSource } from '@chauffeur/contract/customer/group'
import { COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'
import { FOUND_AT_MOST } from '@chauffeur/contract/kernel/find'
import { type Expression, type SqlBool, type Updateable, sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx, WholeTx } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import type { DB } from '#platform/database/tables.generated'
import { holds } from '#platform/list/conditions'

/** A group counts in a city that is in sight: in any, or in the one asked for. */
export const countsInSight = (cityId: string | null): Expression<SqlBool> =>
  sql<boolean>`exists (select from tenant_cities c where c.tenant_id = g.tenant_id and (g.city_ids = '{}' or c.city_id = any (g.city_ids))${
    cityId === null ? sql`` : sql` and c.city_id = ${cityId}`
  })`

export const groups = (db: TenantDb) => db.selectFrom('customer_groups as g')
/** What who saved a rule could see: it finds nobody beyond. */
type RuleSight = Pick<Scope, 'cities' | 'orgs'>
const typed = [sql<CustomerGroupType>`g.type`.as('type'), sql<GroupRule | null>`g.rule`.as('rule')] as const
/** Price templates in force or to come, coupons and teams that name it. */
const used = sql<string[]>`(select coalesce(array_agg(distinct name order by name), '{}') from (
    select t.name from price_templates t where t.tenant_id = g.tenant_id and t.owner_type = 'GROUP' and t.owner_id = g.group_id and (t.effective_to is null or t.effective_to > now())
    union all select t.name from coupon_templates t where t.tenant_id = g.tenant_id and t.status <> ${sql.lit(COUPON_TEMPLATE_STATUS.deleted)} and g.group_id = any (t.group_ids)
    union all select t.name from order_teams t where t.tenant_id = g.tenant_id and t.removed_at is null and g.group_id = any (t.group_ids)) as named)`
export const listed = (rows: ReturnType<typeof groups>) => rows.selectAll('g').select(typed).select(used.as('used'))
export const listedGroup = (db: TenantDb, groupId: string) =>
  listed(groups(db)).where('g.group_id', '=', groupId).where(countsInSight(null)).executeTakeFirst()
export type ListedGroup = NonNullable<Awaited<ReturnType<typeof listedGroup>>>

export const lockGroup = (tx: TenantTx, groupId: string) =>
  groups(tx).selectAll('g').select(typed).where('g.group_id', '=', groupId).where(countsInSight(null)).forUpdate().executeTakeFirst()
export type GroupDb = NonNullable<Awaited<ReturnType<typeof lockGroup>>>

export const groupsNamed = (db: TenantDb, of: { cityId?: string | null } = {}) =>
  groups(db)
    .select(['g.group_id as groupId', 'g.name', 'g.enabled', 'g.city_ids as cityIds'])
    .select(typed[0])
    .where(countsInSight(of.cityId ?? null))
    .orderBy('g.name')
    .execute()

/** Groups to pick one from, or those of the ids. */
export const findGroups = (
  db: TenantDb,
  { keyword, ids, type }: { keyword?: string | undefined; ids?: readonly string[] | undefined; type?: CustomerGroupType | undefined },
) =>
  groups(db)
    .select([
      'g.group_id as id',
      'g.name',
      sql<string>`g.members::text`.as('fact'),
      sql<string>`''`.as('place'),
      sql<boolean>`not g.enabled`.as('off'),
    ])
    .where(countsInSight(null))
    .$if(ids !== undefined, (q) => q.where('g.group_id', 'in', ids!.length ? [...ids!] : ['0']))
    .$if(keyword !== undefined, (q) => q.where(holds('g.name')(keyword!)))
    .$if(type !== undefined, (q) => q.where('g.type', '=', type!))
    .orderBy('g.name')
    .limit(ids?.length || FOUND_AT_MOST)
    .execute()

/** Undefined where another has its name. */
export const insertGroup = async (
  tx: TenantTx,
  set: Pick<GroupDb, 'name' | 'type' | 'city_ids' | 'priority' | 'remark'> & { rule: string | null; rule_sight: string | null },
  by: { tenantId: string; userId: string },
): Promise<string | undefined> =>
  (
    await tx
      .insertInto('customer_groups')
      .values({ ...set, tenant_id: by.tenantId, created_by: by.userId, updated_by: by.userId })
      .onConflict((on) => on.doNothing())
      .returning('group_id')
      .executeTakeFirst()
  )?.group_id

export const nameTaken = async (tx: WholeTx, name: string, exceptId: string): Promise<boolean> =>
  (await groups(tx)
    .select('g.group_id')
    .where(sql<boolean>`lower(g.name) = lower(${name})`)
    .where('g.group_id', '<>', exceptId)
    .executeTakeFirst()) !== undefined

export const updateGroup = (tx: TenantTx, groupId: string, by: string, set: Updateable<DB['customer_groups']>) =>
  tx
    .updateTable('customer_groups')
    .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
    .where('group_id', '=', groupId)
    .execute()
export const deleteGroup = (tx: TenantTx, groupId: string) => tx.deleteFrom('customer_groups').where('group_id', '=', groupId).execute()

export interface NewMembers {
  tenantId: string
  groupId: string
  source: Exclude<MemberSource, 'RULE'>
  by: { userId: string; name: string }
}
/** Puts customers into a group; gives those who were not in it. Who belonged by the rule, or was taken out, is there by hand from now on. */
export async function insertMembers(
  tx: TenantTx,
  { tenantId, groupId, source, by }: NewMembers,
  members: readonly { customerId: string; until: Date | null; remark: string }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ customer_id: string; fresh: boolean }>`
    with out as (select customer_id from customer_group_members where group_id = ${groupId} and excluded),
    put as (
      insert into customer_group_members as m (tenant_id, group_id, customer_id, source, until, remark, added_by, added_by_name)
      select ${tenantId}::bigint, ${groupId}::bigint, w."customerId", ${source}, w.until, w.remark, ${by.userId}::bigint, ${by.name}
      from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as w ("customerId" bigint, until timestamptz, remark text)
      on conflict (tenant_id, group_id, customer_id) do update
        set source = excluded.source, excluded = false, until = excluded.until, remark = excluded.remark, added_at = now(), added_by = excluded.added_by, added_by_name = excluded.added_by_name
        where m.excluded or m.source = 'RULE'
      returning m.customer_id, m.xmax = 0 as fresh),
    counted as (update customer_groups set members = members + (select count(*) from put where fresh or customer_id in (select customer_id from out)) where group_id = ${groupId} returning 1)
    select customer_id, fresh from put, counted`.execute(tx)
  return new Set(rows.map(({ customer_id }) => customer_id))
}

/** Takes customers out; those whom the rule would bring back are kept as taken out, for good. */
export async function removeMembers(tx: TenantTx, groupId: string, customerIds: readonly string[], ruled: boolean): Promise<number> {
  const which = sql`group_id = ${groupId} and customer_id = any (${customerIds}::bigint[]) and not excluded`
  const { numAffectedRows = 0n } = await (ruled
    ? sql`update customer_group_members set excluded = true, until = null, added_at = now() where ${which}`
    : sql`delete from customer_group_members where ${which}`
  ).execute(tx)
  const removed = Number(numAffectedRows)
  if (removed > 0) await sql`update customer_groups set members = members - ${removed} where group_id = ${groupId}`.execute(tx)
  return removed
}

/** Of members that a file brought, those who are there as it brought them; gives who went. */
export async function removeBrought(tx: TenantTx, groupId: string, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ customer_id: string }>`
    with gone as (delete from customer_group_members where group_id = ${groupId} and customer_id = any (${customerIds}::bigint[]) and source = 'FILE' and not excluded returning customer_id),
      counted as (update customer_groups set members = members - (select count(*) from gone) where group_id = ${groupId} returning 1)
    select customer_id from gone, counted`.execute(tx)
  return new Set(rows.map(({ customer_id }) => customer_id))
}

export const customersByPhone = (db: TenantDb, phones: readonly string[]) =>
  db
    .selectFrom('customers')
    .select(['phone', sql<string>`coalesce(merged_into, customer_id)`.as('customerId')])
    .where('phone', '=', sql<string>`any (${phones}::text[])`)
    .execute()
export const membersAmong = async (db: TenantDb, groupId: string, phones: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ phone: string }>`
    select c.phone from customers c join customer_group_members m on m.tenant_id = c.tenant_id and m.customer_id = coalesce(c.merged_into, c.customer_id)
    where m.group_id = ${groupId} and m.source <> 'RULE' and not m.excluded and c.phone = any (${phones}::text[])`.execute(db)
  return new Set(rows.map(({ phone }) => phone))
}

/** Groups whose rule is to be looked at again, of all tenants, each with the sight of who saved it. */
export const dueGroups = async (tx: PlatformDb, olderThanS: number, except: readonly string[], limit: number) =>
  (
    await sql<{ tenantId: string; groupId: string; sight: RuleSight | null }>`
      select tenant_id as "tenantId", group_id as "groupId", rule_sight as sight from customer_groups
      where rule is not null and enabled and (rule_at is null or rule_at < now() - make_interval(secs => ${olderThanS})) and group_id <> all (${except}::bigint[])
      order by rule_at nulls first limit ${limit}`.execute(tx)
  ).rows
/** Members whose time is over go, below the locks of their groups. */
export const removeLapsed = async (tx: PlatformDb) => {
  const { rows } = await sql<{ groupId: string }>`
    select group_id as "groupId" from customer_groups where (tenant_id, group_id) in (select tenant_id, group_id from customer_group_members where until <= now())
    order by group_id for update`.execute(tx)
  if (rows.length === 0) return
  await sql`with gone as (delete from customer_group_members where until <= now() and group_id = any (${rows.map(({ groupId }) => groupId)}::bigint[]) returning tenant_id, group_id),
      counted as (select tenant_id, group_id, count(*) as n from gone group by tenant_id, group_id)
    update customer_groups g set members = members - counted.n from counted where g.tenant_id = counted.tenant_id and g.group_id = counted.group_id`.execute(
    tx,
  )
}
