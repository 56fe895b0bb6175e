import { FOUND_AT_MOST } from '@chauffeur/contract/kernel/find'
import { owedPayStatuses } from '@chauffeur/contract/order/actions'
import type { EnterprisePayMode, EnterpriseState } from '@chauffeur/contract/customer/enterprise'
import { billedServiceStatuses, liveServiceStatuses } from '@chauffeur/contract/order/model'
import { type Selectable, sql } from 'kysely'
import type { TenantDb, TenantTx, WholeDb } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import { holding, listOf } from '#platform/database/sql-text'
import { anyOf, is } from '#platform/list/conditions'
import { textFound } from '#platform/list/phone-search'
import type { DB } from '#platform/database/tables.generated'
import type { MonthUse } from './enterprise.rules.ts'

export const findEnterprise = (db: TenantDb, enterpriseId: string) =>
  db.selectFrom('enterprises').selectAll().where('enterprise_id', '=', enterpriseId).executeTakeFirst()
export type EnterpriseDb = NonNullable<Awaited<ReturnType<typeof findEnterprise>>>
/**
 * Orders that want one balance wait for each other here. Rows that refer to the enterprise may still be written: who cancels one of its orders
 * has accounts locked by then, for which whoever is here may be waiting.
 */
export const lockEnterprise = (tx: TenantTx, enterpriseId: string): Promise<EnterpriseDb | undefined> =>
  tx.selectFrom('enterprises').selectAll().where('enterprise_id', '=', enterpriseId).forNoKeyUpdate().executeTakeFirst()

/** The enterprises that employ a telephone's owner. */
export const employersOf = (db: TenantDb, phone: string) =>
  db
    .selectFrom('enterprise_employees as m')
    .innerJoin('enterprises as e', (join) => join.onRef('e.tenant_id', '=', 'm.tenant_id').onRef('e.enterprise_id', '=', 'm.enterprise_id'))
    .selectAll('e')
    .select(['m.dept', 'm.state as employee_state', 'm.month_limit_fen as employee_month_limit_fen'])
    .where('m.phone', '=', phone)
    .orderBy('e.name')
    .limit(20)
    .execute()
export type EmployerDb = Awaited<ReturnType<typeof employersOf>>[number]
/** What the employee who placed an order may spend in a month; undefined where they are none any more. */
export const employeeOfOrder = (db: TenantDb, enterpriseId: string, customerId: string) =>
  db
    .selectFrom('enterprise_employees as m')
    .innerJoin('customers as c', (join) => join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.phone', '=', 'm.phone'))
    .select(['m.phone', 'm.month_limit_fen'])
    .where('m.enterprise_id', '=', enterpriseId)
    .where('c.customer_id', '=', customerId)
    .executeTakeFirst()
export const findEmployee = (db: TenantDb, enterpriseId: string, phone: string) =>
  db.selectFrom('enterprise_employees').selectAll().where('enterprise_id', '=', enterpriseId).where('phone', '=', phone).executeTakeFirst()

/** An order whose bill is made now: it counts in the month in which it was placed, and what was promised to it is not reserved from it. */
export interface Billed {
  order_id: string
  created_at: Date
}
const monthOf = (billed?: Billed) => sql<Date>`date_trunc('month', ${billed?.created_at ?? sql`now()`}::timestamptz, 'Asia/Shanghai')`
/** Of orders `o` of a month: what enterprises paid, and what is promised to those in progress, as far as they are expected to come to. */
const monthSums = (billed?: Billed) => sql`
  coalesce(sum(o.enterprise_fen) filter (where o.service_status in ${listOf(billedServiceStatuses)} and ${placedIn(billed)}), 0) as used,
  coalesce(sum(${promised}) filter (where o.service_status in ${listOf(liveServiceStatuses)} and o.order_id <> ${billed?.order_id ?? '0'}::bigint and ${placedIn(billed)}), 0) as promised`
const placedIn = (billed?: Billed) => sql`o.created_at >= ${monthOf(billed)} and o.created_at < ${monthOf(billed)} + interval '1 month'`
const promised = sql`least(o.enterprise_limit_fen, coalesce(o.estimate_fen, 0))`

export interface Money {
  balanceFen: number
  reservedFen: number
  month: MonthUse
}
/**
 * What enterprises have, what their orders that are not paid yet will take, and this month's use. Asked with the sight of the whole tenant:
 * nobody's share of a balance is seen alone.
 */
export async function moneyOf(db: WholeDb, enterpriseIds: readonly string[], billed?: Billed): Promise<Map<string, Money>> {
  if (enterpriseIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; balance: string; reserved: string; used: string; promised: string }>`
    select e.enterprise_id as id,
      coalesce((select a.balance_fen from ledger_accounts a
        where a.tenant_id = e.tenant_id and a.owner_type = 'ENTERPRISE' and a.owner_id = e.enterprise_id and a.kind = 'ENTERPRISE_PREPAID'), 0) as balance,
      coalesce(sum(case
        when o.order_id = ${billed?.order_id ?? '0'}::bigint then 0
        when o.service_status in ${listOf(liveServiceStatuses)} then ${promised}
        when o.pay_status in ${listOf(owedPayStatuses)} then coalesce(o.enterprise_fen, 0) else 0 end), 0) as reserved,
      ${monthSums(billed)}
    from enterprises e left join orders o on o.tenant_id = e.tenant_id and o.enterprise_id = e.enterprise_id and o.created_at > now() - interval '62 days'
    where e.enterprise_id = any (${enterpriseIds}::bigint[]) group by e.tenant_id, e.enterprise_id`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        balanceFen: Number(row.balance),
        reservedFen: Number(row.reserved),
        month: { usedFen: Number(row.used), promisedFen: Number(row.promised) },
      },
    ]),
  )
}
/** This month's use of an enterprise by these telephones; one without an order is not in it. */
export async function monthByPhone(
  db: WholeDb,
  enterpriseId: string,
  phones: readonly string[],
  billed?: Billed,
): Promise<Map<string, MonthUse>> {
  const { rows } = await sql<{ phone: string; used: string; promised: string }>`
    select c.phone, ${monthSums(billed)} from orders o join customers c on c.tenant_id = o.tenant_id and c.customer_id = o.customer_id
    where o.enterprise_id = ${enterpriseId} and ${placedIn(billed)} and c.phone = any (${phones}::text[])
    group by c.phone`.execute(db)
  return new Map(rows.map((row) => [row.phone, { usedFen: Number(row.used), promisedFen: Number(row.promised) }]))
}

export const enterprises = (db: TenantDb) => db.selectFrom('enterprises as e')
const extras = [
  sql<number>`(select count(*)::int from enterprise_employees m where m.tenant_id = e.tenant_id and m.enterprise_id = e.enterprise_id and m.state = 'ACTIVE')`.as(
    'employees',
  ),
  sql<
    string | null
  >`(select t.name from price_templates t where t.tenant_id = e.tenant_id and t.owner_type = 'ENTERPRISE' and t.owner_id = e.enterprise_id
      and t.effective_from <= now() and (t.effective_to is null or t.effective_to > now()) order by t.effective_from desc, t.version desc limit 1)`.as(
    'template_name',
  ),
  sql<string | null>`(select h.name from channels h where h.tenant_id = e.tenant_id and h.channel_id = e.channel_id)`.as('channel_name'),
] as const

/** Enterprises to pick one from, or those of the ids. */
export const findEnterprises = (
  db: TenantDb,
  { keyword, ids }: { keyword?: string | undefined; ids?: readonly string[] | undefined },
  viewer: Pick<Scope, 'phones'>,
) =>
  enterprises(db)
    .select([
      'e.enterprise_id as id',
      'e.name',
      sql<string>`coalesce(nullif(e.credit_code, ''), e.contact_name)`.as('fact'),
      sql<string>`''`.as('place'),
      sql<boolean>`e.state <> 'ACTIVE'`.as('off'),
    ])
    .$if(ids !== undefined, (q) => q.where('e.enterprise_id', 'in', ids!.length ? [...ids!] : ['0']))
    .$if(keyword !== undefined, (q) => q.where(anyOf([textFound('e.name', holding(keyword!), viewer), is('e.credit_code')(keyword)])))
    .orderBy('e.name')
    .limit(ids?.length || FOUND_AT_MOST)
    .execute()

export const listed = (rows: ReturnType<typeof enterprises>) => rows.selectAll('e').select(extras)
export const listedEnterprise = (db: TenantDb, enterpriseId: string) =>
  listed(enterprises(db)).where('e.enterprise_id', '=', enterpriseId).executeTakeFirst()
export type ListedEnterprise = NonNullable<Awaited<ReturnType<typeof listedEnterprise>>>

export interface EnterpriseSet {
  name: string
  creditCode: string
  contactName: string
  contactPhone: string
  payMode: EnterprisePayMode
  state: EnterpriseState
  cityIds: string[]
  channelId: string | null
  creditLimitFen: number
  perOrderLimitFen: number | null
  monthLimitFen: number | null
  billDay: number
  hours: { from: string; to: string } | null
  remark: string
}
const columnsOf = (set: EnterpriseSet) => ({
  name: set.name,
  credit_code: set.creditCode,
  contact_name: set.contactName,
  contact_phone: set.contactPhone,
  pay_mode: set.payMode,
  state: set.state,
  city_ids: set.cityIds,
  channel_id: set.channelId,
  credit_limit_fen: set.payMode === 'POSTPAID' ? set.creditLimitFen : 0,
  per_order_limit_fen: set.perOrderLimitFen,
  month_limit_fen: set.monthLimitFen,
  bill_day: set.billDay,
  hours_from: set.hours?.from ?? null,
  hours_to: set.hours?.to ?? null,
  remark: set.remark,
})
export const insertEnterprise = async (tx: TenantTx, tenantId: string, set: EnterpriseSet, by: string): Promise<string> =>
  (
    await tx
      .insertInto('enterprises')
      .values({ tenant_id: tenantId, ...columnsOf(set), created_by: by, updated_by: by })
      .returning('enterprise_id')
      .executeTakeFirstOrThrow()
  ).enterprise_id
export const updateEnterprise = async (
  tx: TenantTx,
  enterprise: { id: string; version: number },
  set: EnterpriseSet,
  by: string,
): Promise<boolean> =>
  (await tx
    .updateTable('enterprises')
    .set({ ...columnsOf(set), version: enterprise.version + 1, updated_at: sql<Date>`now()`, updated_by: by })
    .where('enterprise_id', '=', enterprise.id)
    .where('version', '=', enterprise.version)
    .returning('enterprise_id')
    .executeTakeFirst()) !== undefined
export const nameTaken = async (db: TenantDb, name: string, exceptId: string): Promise<boolean> =>
  (await db
    .selectFrom('enterprises')
    .select('enterprise_id')
    .where('name', '=', name)
    .where('enterprise_id', '<>', exceptId)
    .executeTakeFirst()) !== undefined

export type EmployeeDb = Selectable<DB['enterprise_employees']>

/** Undefined where the telephone is an employee's already. */
export const insertEmployee = (
  tx: TenantTx,
  employee: { tenantId: string; enterpriseId: string; phone: string; name: string; dept: string; monthLimitFen: number | null; by: string },
): Promise<EmployeeDb | undefined> =>
  tx
    .insertInto('enterprise_employees')
    .values({
      tenant_id: employee.tenantId,
      enterprise_id: employee.enterpriseId,
      phone: employee.phone,
      name: employee.name,
      dept: employee.dept,
      month_limit_fen: employee.monthLimitFen,
      created_by: employee.by,
      updated_by: employee.by,
    })
    .onConflict((on) => on.columns(['tenant_id', 'enterprise_id', 'phone']).doNothing())
    .returningAll()
    .executeTakeFirst()
export const updateEmployee = (
  tx: TenantTx,
  at: { enterpriseId: string; employeeId: string; by: string },
  set: { name: string; dept: string; state: EnterpriseState; monthLimitFen: number | null },
): Promise<EmployeeDb | undefined> =>
  tx
    .updateTable('enterprise_employees')
    .set({
      name: set.name,
      dept: set.dept,
      state: set.state,
      month_limit_fen: set.monthLimitFen,
      updated_at: sql<Date>`now()`,
      updated_by: at.by,
    })
    .where('enterprise_id', '=', at.enterpriseId)
    .where('employee_id', '=', at.employeeId)
    .returningAll()
    .executeTakeFirst()
