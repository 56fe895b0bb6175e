import { PAY_STATUS } from '@chauffeur/contract/order/model'
import type { PaymentWay } from '@chauffeur/contract/order/bill'
import { sql } from 'kysely'
import type { Database, TenantDb, TenantTx, WholeDb } from '#platform/database/db'

export interface NewPayment {
  tenantId: string
  orderId: string
  way: PaymentWay
  amountFen: number
  reference: string
  paidAt: Date
  note: string
  by: { userId: string; realName: string }
}
/** False where a payment of this number stands already, also in the same moment. */
export async function insertPayment(tx: TenantTx, made: NewPayment): Promise<boolean> {
  const done = await tx
    .insertInto('order_payments')
    .values({
      tenant_id: made.tenantId,
      order_id: made.orderId,
      way: made.way,
      amount_fen: made.amountFen,
      reference: made.reference,
      paid_at: made.paidAt,
      note: made.note,
      created_by: made.by.userId,
      created_by_name: made.by.realName,
    })
    .onConflict((on) => on.columns(['tenant_id', 'way', 'reference']).doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

/** Whether a payment of this number was entered before its order was dispatched. */
export async function isPrepaid(db: WholeDb, way: PaymentWay, reference: string): Promise<boolean> {
  const found = db.selectFrom('order_prepayments').select('prepayment_id').where('way', '=', way).where('reference', '=', reference)
  return (await found.executeTakeFirst()) !== undefined
}

export interface Due {
  tenantId: string
  orderId: string
}
/** Bills that have been open for so many days, those that have been so longest first. */
export async function longUnpaid(db: Database, days: number, except: string[], limit: number): Promise<Due[]> {
  const { rows } = await db.platform.query<Due>({
    name: 'long-unpaid',
    text: `
      select tenant_id as "tenantId", order_id as "orderId" from orders
      where pay_status = ${PAY_STATUS.unpaid} and coalesce(filed_at, cancelled_at) < now() - make_interval(days => $1)
        and order_id <> all ($2::bigint[])
      order by coalesce(filed_at, cancelled_at) limit $3`,
    values: [days, except, limit],
  })
  return rows
}

/**
 * Bills open for longer than `afterS` and not yet for a day, whose customer was not reminded, in cities where it is now within the hours
 * (minutes of the local day) in which customers are written to; not in those that are `quiet`.
 */
export async function unreminded(
  db: Database,
  {
    afterS,
    fromMinute,
    toMinute,
    quiet,
  }: { afterS: number; fromMinute: number; toMinute: number; quiet: { tenantIds: string[]; cityIds: string[] } },
  except: string[],
  limit: number,
): Promise<Due[]> {
  const { rows } = await db.platform.query<Due>({
    name: 'unreminded',
    text: `
      select o.tenant_id as "tenantId", o.order_id as "orderId" from orders o join cities c on c.city_id = o.city_id
      where o.pay_status = ${PAY_STATUS.unpaid} and coalesce(o.filed_at, o.cancelled_at) between now() - interval '24 h' and now() - make_interval(secs => $1)
        and mod(extract(epoch from now())::bigint / 60 + c.utc_offset_minutes, 1440) between $2 and $3 - 1
        and not exists (select from order_messages m where m.tenant_id = o.tenant_id and m.order_id = o.order_id and m.kind = 'UNPAID')
        and not exists (select from unnest($6::bigint[], $7::bigint[]) as q (tenant_id, city_id) where q.tenant_id = o.tenant_id and q.city_id = o.city_id)
        and o.order_id <> all ($4::bigint[])
      order by coalesce(o.filed_at, o.cancelled_at) limit $5`,
    values: [afterS, fromMinute, toMinute, except, limit, quiet.tenantIds, quiet.cityIds],
  })
  return rows
}

/** Whether the customer of an order was reminded, by whomever. */
export async function wasReminded(db: TenantDb, orderId: string): Promise<boolean> {
  const { rows } = await sql`select from order_messages where order_id = ${orderId} and kind = 'UNPAID' limit 1`.execute(db)
  return rows.length > 0
}
