import type { GroupRule } from '@chauffeur/contract/customer/group'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

const ago = (days: number) => sql`(now() - make_interval(days => ${days}))`

/** Whether a rule says anything: days alone are no condition. */
export const saysNothing = ({ orderDays: _orders, spentDays: _spent, cityIds, levels, ...conditions }: GroupRule): boolean =>
  !cityIds?.length && !levels?.length && Object.values(conditions).every((value) => value === undefined)

/** Who meets every condition of a rule, as a query of `customer_id`. */
function customersOf(rule: GroupRule): RawBuilder<unknown> {
  const { cityIds, levels, orderDays = 30, ordersAtLeast, ordersAtMost, lastWithinDays, lastBeforeDays } = rule
  const { spentDays = 30, spentAtLeastFen, spentAtMostFen } = rule
  const conditions: RawBuilder<unknown>[] = [sql`c.merged_into is null`, sql`c.erased_at is null`]
  const when = <V>(value: V | undefined, condition: (value: V) => RawBuilder<unknown>) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  if (cityIds?.length) conditions.push(sql`c.city_id = any (${cityIds}::bigint[])`)
  if (levels?.length) conditions.push(sql`c.level = any (${levels}::smallint[])`)
  when(lastWithinDays, (days) => sql`c.last_order_at >= ${ago(days)}`)
  when(lastBeforeDays, (days) => sql`c.last_order_at < ${ago(days)}`)
  when(ordersAtLeast, (n) => sql`coalesce(o.orders, 0) >= ${n}`)
  when(ordersAtMost, (n) => sql`coalesce(o.orders, 0) <= ${n}`)
  when(spentAtLeastFen, (fen) => sql`coalesce(o.spent, 0) >= ${fen}`)
  when(spentAtMostFen, (fen) => sql`coalesce(o.spent, 0) <= ${fen}`)
  const counts = [ordersAtLeast, ordersAtMost, spentAtLeastFen, spentAtMostFen].some((value) => value !== undefined)
  const orders = sql`left join (
      select customer_id, count(*) filter (where created_at >= ${ago(orderDays)}) as orders,
        sum(total_fen) filter (where created_at >= ${ago(spentDays)}) as spent
      from orders where tenant_id = app_tenant() and service_status = ${sql.lit(SERVICE_STATUS.billFiled)} and created_at >= ${ago(Math.max(orderDays, spentDays))}
      group by customer_id) o on o.customer_id = c.customer_id`
  return sql`select c.customer_id from customers c ${counts ? orders : sql``} where ${sql.join(conditions, sql` and `)}`
}

interface Preview {
  found: number
  coming: number
  going: number
  some: { customerId: string; name: string; phone: string }[]
}
/** Within the sight of whoever looks. */
export async function previewOf(db: TenantDb, rule: GroupRule, groupId: string | undefined): Promise<Preview> {
  const { rows } = await sql<Preview>`
    with found as materialized (${customersOf(rule)}),
      held as (select m.customer_id, m.source, m.excluded from customer_group_members m where m.group_id = ${groupId ?? null}::bigint),
      shown as (select c.customer_id, c.name, c.phone from found join customers c using (customer_id) order by c.last_order_at desc nulls last limit 10)
    select (select count(*)::int from found) as found,
      (select count(*)::int from found f where not exists (select from held h where h.customer_id = f.customer_id)) as coming,
      (select count(*)::int from held h where h.source = 'RULE' and not h.excluded and not exists (select from found f where f.customer_id = h.customer_id)) as going,
      (select coalesce(json_agg(json_build_object('customerId', customer_id::text, 'name', name, 'phone', phone)), '[]') from shown) as some`.execute(
    db,
  )
  return rows[0]!
}

/**
 * Lets a rule say anew who belongs to its group, of those in sight: whoever was put there by hand stays, whoever was taken out stays out.
 */
export async function applyRule(tx: TenantTx, groupId: string, rule: GroupRule): Promise<void> {
  await sql`
    with found as materialized (${customersOf(rule)}),
      gone as (delete from customer_group_members m where m.group_id = ${groupId} and m.source = 'RULE' and not m.excluded
        and not exists (select from found f where f.customer_id = m.customer_id) returning 1),
      come as (insert into customer_group_members (tenant_id, group_id, customer_id, source)
        select app_tenant(), ${groupId}::bigint, customer_id, 'RULE' from found on conflict do nothing returning 1)
    update customer_groups set rule_at = now(), members = members + (select count(*) from come) - (select count(*) from gone)
    where group_id = ${groupId}`.execute(tx)
}

/** There is no rule any more: nobody belongs by it. */
export async function forgetRule(tx: TenantTx, groupId: string): Promise<void> {
  await sql`
    with gone as (delete from customer_group_members where group_id = ${groupId} and source = 'RULE' and not excluded returning 1)
    update customer_groups set members = members - (select count(*) from gone) where group_id = ${groupId}`.execute(tx)
}
