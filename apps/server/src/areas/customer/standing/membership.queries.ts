import type { CustomerGroupType } from '@chauffeur/contract/customer/find'
import type { MemberSource } from '@chauffeur/contract/customer/group'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

/** Who belongs to a group `g` at this moment, by their row `m`. */
export const belongs = sql<boolean>`(g.enabled and not m.excluded and (m.until is null or m.until > now()))`
const inCity = (cityId: string) => sql<boolean>`(g.city_ids = '{}' or ${cityId}::bigint = any (g.city_ids))`

/** Whether a customer belongs to one of these groups; to no group at all where none is named. */
export const inAnyGroup = (customer: { tenantId: string; customerId: string }, groupIds: readonly string[]) =>
  sql<boolean>`exists (select from customer_group_members m join customer_groups g on g.tenant_id = m.tenant_id and g.group_id = m.group_id
    where m.tenant_id = ${sql.ref(customer.tenantId)} and m.group_id = any (${groupIds}::bigint[]) and m.customer_id = ${sql.ref(customer.customerId)} and ${belongs})`

const memberships = (db: TenantDb) =>
  db
    .selectFrom('customer_group_members as m')
    .innerJoin('customer_groups as g', (on) => on.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.group_id', '=', 'm.group_id'))
    .where(belongs)

/** Whether a customer belongs to a group that is on. */
export const isMember = async (db: TenantDb, groupId: string, customerId: string): Promise<boolean> =>
  (await memberships(db)
    .select('m.customer_id')
    .where('m.group_id', '=', groupId)
    .where('m.customer_id', '=', customerId)
    .executeTakeFirst()) !== undefined

/** Customers of a group that is on, by their ids, some at a time; none where it is off. */
export const membersAfter = async (db: TenantDb, groupId: string, customerId: string, limit: number): Promise<string[]> =>
  (
    await memberships(db)
      .select('m.customer_id')
      .where('m.group_id', '=', groupId)
      .where('m.customer_id', '>', customerId)
      .orderBy('m.customer_id')
      .limit(limit)
      .execute()
  ).map((row) => row.customer_id)

interface GroupOf {
  groupId: string
  name: string
  type: CustomerGroupType
  /** How the customer came into it. */
  source: MemberSource
  addedAt: Date
  /** Empty where a rule did. */
  addedBy: string
  remark: string
  until: Date | null
}
const listed = (found: ReturnType<typeof memberships>) =>
  found
    .select(['g.group_id as groupId', 'g.name', 'm.added_at as addedAt', 'm.added_by_name as addedBy', 'm.remark', 'm.until'])
    .select([sql<CustomerGroupType>`g.type`.as('type'), sql<MemberSource>`m.source`.as('source')])
    .orderBy('g.priority', 'desc')
    .orderBy('g.group_id', 'desc')

/** The groups that are on and that a customer belongs to, in a city or anywhere; of those that set a price the one that counts comes first. */
export const groupsOf = (db: TenantDb, customerId: string, cityId?: string): Promise<GroupOf[]> =>
  listed(memberships(db))
    .where('m.customer_id', '=', customerId)
    .$if(cityId !== undefined, (q) => q.where(inCity(cityId!)))
    .execute()

/** The same of whoever has a telephone, in a city; of nobody none. */
export const groupsOfPhone = (db: TenantDb, phone: string, cityId: string): Promise<GroupOf[]> =>
  listed(memberships(db))
    .where('m.customer_id', '=', sql<string>`(select coalesce(merged_into, customer_id) from customers where phone = ${phone})`)
    .where(inCity(cityId))
    .execute()

/** Of these groups, those that teams may be for. */
export const teamGroups = (db: TenantDb, ids: readonly string[]) =>
  db
    .selectFrom('customer_groups')
    .select('group_id')
    .where('group_id', 'in', ids.length ? [...ids] : ['0'])
    .where('type', '=', 'TEAM')
    .execute()

/**
 * Locks the groups that customers are in. Whoever changes members does it below this lock, that the count of a group stays true; locks are
 * taken in one order everywhere, that nobody waits in a ring: customers, then groups, then members.
 */
export const lockGroupsOf = (tx: TenantTx, customerIds: readonly string[]) =>
  sql`select from customer_groups where group_id in (select group_id from customer_group_members where customer_id = any (${customerIds}::bigint[]))
    order by group_id for update`.execute(tx)
