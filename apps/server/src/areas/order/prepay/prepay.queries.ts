import type { PaymentWay } from '@chauffeur/contract/order/bill'
import { type ServiceStatus, SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { Database, TenantDb, TenantTx, WholeDb } from '#platform/database/db'

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
/** So near its end a customer who is told what to pay can no longer do so. */
const TOO_LATE = '1 minute'
/** Orders whose customers do not know yet what they are to pay ahead, as long as they still can; those that end soonest first. */
export const untold = async (db: Database, except: string[], limit: number): Promise<Lapsed[]> =>
  (
    await db.platform.query<Lapsed>({
      name: 'untold-prepayments',
      text: `select o.tenant_id as "tenantId", o.order_id as "orderId" from orders o
        where o.service_status = ${SERVICE_STATUS.created} and o.prepay_until > now() + interval '${TOO_LATE}' and o.prepay_told_at is null
          and o.order_id <> all ($1::bigint[]) order by o.prepay_until limit $2`,
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
/** It was said, or it is not to be said there: nobody looks at the order again for that. */
export const noteTold = (tx: TenantTx, orderId: string) =>
  tx.updateTable('orders').set({ prepay_told_at: new Date() }).where('order_id', '=', orderId).execute()
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
