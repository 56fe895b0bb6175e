import type { PaymentWay } from '@chauffeur/contract/order/bill'
import { type ServiceStatus, SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { Database, TenantDb, WholeDb } from '#platform/database/db'

/** A partner sees nothing of what came in, whatever its people may. */
export const prepayments = (db: TenantDb) =>
  db
    .selectFrom('order_prepayments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.order_id', '=', 'p.order_id'))
    .innerJoin('cities as c', 'c.city_id', 'o.city_id')
    .where(sql<boolean>`current_setting('app.channel') = '*'`)
export const listed = (rows: ReturnType<typeof prepayments>) =>
  rows
    .selectAll('p')
    .select(['o.order_no', 'o.city_id', 'c.name as city_name', 'c.utc_offset_minutes', 'o.customer_name', 'o.contact_phone'])
    .select(sql<ServiceStatus>`o.service_status`.as('service_status'))
export const listedPrepayment = (db: TenantDb, prepaymentId: string) =>
  listed(prepayments(db)).where('p.prepayment_id', '=', prepaymentId).executeTakeFirst()
export type ListedPrepayment = NonNullable<Awaited<ReturnType<typeof listedPrepayment>>>

/** Whether a payment of this number was entered for a bill. */
export const isBillPaid = async (db: WholeDb, way: PaymentWay, reference: string): Promise<boolean> =>
  (await db
    .selectFrom('order_payments')
    .select('payment_id')
    .where('way', '=', way)
    .where('reference', '=', reference)
    .executeTakeFirst()) !== undefined

export interface Lapsed {
  tenantId: string
  orderId: string
}
/** Orders whose customers do not know yet what they are to pay ahead. One that could not be told within five minutes, or shall not be, is let be. */
export const untold = async (db: Database, except: string[], limit: number): Promise<Lapsed[]> =>
  (
    await db.platform.query<Lapsed>({
      name: 'untold-prepayments',
      text: `select o.tenant_id as "tenantId", o.order_id as "orderId" from orders o
        where o.service_status = ${SERVICE_STATUS.created} and o.prepay_until > now() and o.created_at > now() - interval '5 minutes'
          and not exists (select from order_messages m where m.tenant_id = o.tenant_id and m.order_id = o.order_id and m.kind = 'PREPAY')
          and o.order_id <> all ($1::bigint[]) order by o.created_at desc limit $2`,
      values: [except, limit],
    })
  ).rows
/** Whether the customer of an order was told what they are to pay ahead, by whomever. */
export const wasTold = async (db: TenantDb, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom('order_messages')
    .select('message_id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'PREPAY')
    .limit(1)
    .executeTakeFirst()) !== undefined
/** Orders that were not paid ahead in time, across tenants. */
export const lapsedOrders = async (db: Database, except: string[], limit: number): Promise<Lapsed[]> =>
  (
    await db.platform.query<Lapsed>({
      name: 'lapsed-prepayments',
      text: `select tenant_id as "tenantId", order_id as "orderId" from orders
        where service_status = ${SERVICE_STATUS.created} and prepay_until <= now() and order_id <> all ($1::bigint[]) order by prepay_until limit $2`,
      values: [except, limit],
    })
  ).rows
