import { type PayStatus, PAY_STATUS, SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { PlatformDb, TenantTx, WholeTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { CHINA_MINUTES } from '#platform/values/local-clock'

/** Of an order, what its points go by. */
interface PaidOrder {
  tenant_id: string
  order_id: string
  order_no: string
  customer_id: string
  city_id: string
  service_status: number
  pay_status: PayStatus | number
}

/**
 * Notes that an order was finished and paid, in the transaction in which that became so; what it gives is counted soon after. The fee of a
 * cancellation gives nothing, nor does a trip for which nobody had to pay.
 */
export async function noteOrderPaid(tx: TenantTx, order: PaidOrder, paidFen: number): Promise<void> {
  if (order.service_status !== SERVICE_STATUS.billFiled || order.pay_status !== PAY_STATUS.paid) return
  await sql`
    insert into point_dues (tenant_id, event, ref, customer_id, city_id, order_id, about, amount_fen, at)
    values (${order.tenant_id}, 'ORDER_PAID', ${order.order_id}, ${order.customer_id}, ${order.city_id}, ${order.order_id}, ${order.order_no}, ${paidFen}, now())
    on conflict (tenant_id, event, ref) do nothing`.execute(whole(tx))
}

/** Notes that what an order gave is taken back, or given again; `time` tells the first from a later one. */
export async function noteOrderJudged(
  tx: TenantTx,
  order: Pick<PaidOrder, 'tenant_id' | 'order_id' | 'order_no' | 'customer_id' | 'city_id'>,
  event: 'ORDER_REVERSED' | 'ORDER_RESTORED',
  time: number,
): Promise<void> {
  await sql`
    insert into point_dues (tenant_id, event, ref, customer_id, city_id, order_id, about, at)
    values (${order.tenant_id}, ${event}, ${`${order.order_id}:${time}`}, ${order.customer_id}, ${order.city_id}, ${order.order_id}, ${order.order_no}, now())
    on conflict (tenant_id, event, ref) do nothing`.execute(whole(tx))
}

/** Notes that the customer of an order praised its driver. */
export async function notePraise(tx: TenantTx, { orderId, remarkId }: { orderId: string; remarkId: string }): Promise<void> {
  await sql`
    insert into point_dues (tenant_id, event, ref, customer_id, city_id, order_id, about, at)
    select tenant_id, 'PRAISE', ${remarkId}, customer_id, city_id, order_id, order_no, now() from orders where order_id = ${orderId}
    on conflict (tenant_id, event, ref) do nothing`.execute(whole(tx))
}

/** Notes the birthdays of today, of customers of tenants of which a rule names them; each once a year. */
export async function noteBirthdays(db: PlatformDb, days: readonly string[]): Promise<void> {
  await sql`
    insert into point_dues (tenant_id, event, ref, customer_id, city_id, about, at)
    select p.tenant_id, 'BIRTHDAY', p.customer_id || ':' || to_char(d.today, 'YYYY'), p.customer_id, p.city_id, '', now()
    from (select distinct tenant_id from setting_versions where kind = 'pointTerms' and effective_from <= now()
        and content @? '$.rules[*] ? (@.event == "BIRTHDAY")') s
      join customers p on p.tenant_id = s.tenant_id and p.birthday = any (${days}::text[]) and p.merged_into is null and p.erased_at is null
      left join cities t on t.city_id = p.city_id
      cross join lateral (select (now() at time zone 'UTC' + make_interval(mins => coalesce(t.utc_offset_minutes, ${CHINA_MINUTES})))::date as today) d
    where (p.birthday = to_char(d.today, 'MM-DD') or (p.birthday = '02-29' and to_char(d.today, 'MM-DD') = '02-28' and to_char(d.today + 1, 'MM-DD') = '03-01'))
      and not exists (select from point_dues o where o.tenant_id = p.tenant_id and o.event = 'BIRTHDAY' and o.ref = p.customer_id || ':' || to_char(d.today, 'YYYY'))
    on conflict (tenant_id, event, ref) do nothing`.execute(db)
}

export interface Due {
  dueId: string
  tenantId: string
  event: 'ORDER_PAID' | 'ORDER_REVERSED' | 'ORDER_RESTORED' | 'BIRTHDAY' | 'PRAISE'
  ref: string
  customerId: string
  cityId: string | null
  orderId: string | null
  about: string
  amountFen: number
  at: Date
}
const dueColumns = sql.raw(
  `due_id as "dueId", tenant_id as "tenantId", event, ref, customer_id as "customerId", city_id as "cityId", order_id as "orderId", about, amount_fen as "amountFen", at`,
)
/** What was noted and not counted yet, of all tenants, in its order. */
export const openDues = async (db: PlatformDb, except: readonly string[], limit: number): Promise<Due[]> =>
  (
    await sql<Due>`select ${dueColumns} from point_dues where counted_at is null and due_id <> all (${except}::bigint[]) order by due_id limit ${limit}`.execute(
      db,
    )
  ).rows
/** Undefined where somebody else has counted it, or something that came before it is not counted yet. */
export const lockDue = async (tx: WholeTx, dueId: string): Promise<Due | undefined> =>
  (
    await sql<Due>`select ${dueColumns} from point_dues d where due_id = ${dueId} and counted_at is null and (order_id is null or not exists
        (select from point_dues o where o.tenant_id = d.tenant_id and o.order_id = d.order_id and o.counted_at is null and o.due_id < d.due_id)) for update`.execute(
      tx,
    )
  ).rows[0]
export const dueCounted = (tx: WholeTx, dueId: string, points: number) =>
  sql`update point_dues set counted_at = now(), points = ${points} where due_id = ${dueId}`.execute(tx)

/** Whose points they are by now: of whoever a customer was merged into; undefined of a person who was erased. */
export const holderOf = async (tx: WholeTx, customerId: string): Promise<string | undefined> =>
  (
    await sql<{ id: string }>`
      select k.customer_id as id from customers c join customers k on k.tenant_id = c.tenant_id and k.customer_id = coalesce(c.merged_into, c.customer_id)
      where c.customer_id = ${customerId} and k.erased_at is null`.execute(tx)
  ).rows[0]?.id

/** What a customer was given for an event on a day of the city. */
export const givenOn = async (tx: WholeTx, customerId: string, event: string, day: string): Promise<number> =>
  (
    await sql<{ points: number }>`
      select coalesce(sum(delta), 0)::int as points from point_records where customer_id = ${customerId} and event = ${event} and day = ${day}::date`.execute(
      tx,
    )
  ).rows[0]!.points

/** Whether an order is the first of a customer that has a bill. */
export const isFirst = async (tx: WholeTx, customerId: string, orderId: string): Promise<boolean> =>
  (
    await sql<{ orderId: string }>`
      select order_id as "orderId" from orders where customer_id = ${customerId} and service_status = ${sql.lit(SERVICE_STATUS.billFiled)}
      order by filed_at, order_id limit 1`.execute(tx)
  ).rows[0]?.orderId === orderId

/** What an order gave in all so far, less what was taken back; and when that ends. */
export async function ofOrder(tx: WholeTx, orderId: string): Promise<{ points: number; expiresAt: Date | null }> {
  const { rows } = await sql<{ points: number; expiresAt: Date | null }>`
    select coalesce(sum(r.delta), 0)::int as points,
      (select case when max(l.expires_at) < 'infinity' then max(l.expires_at) end from point_lots l join point_records x on x.tenant_id = l.tenant_id and x.record_id = l.record_id
        where x.order_id = ${orderId} and x.event in ('ORDER', 'AMOUNT', 'FIRST_ORDER')) as "expiresAt"
    from point_records r where r.order_id = ${orderId} and r.event in ('ORDER', 'AMOUNT', 'FIRST_ORDER', 'REVERSED', 'RESTORED')`.execute(
    tx,
  )
  return rows[0]!
}
