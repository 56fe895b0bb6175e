import type { PaymentWay } from '@chauffeur/contract/order/bill'
import type { ActorType } from '@chauffeur/contract/order/model'
import { type Selectable, sql } from 'kysely'
import type { TenantDb, TenantTx, WholeDb } from '#platform/database/db'
import type { OrderPrepayments } from '#platform/database/tables.generated'
import { type Actor, movesOf } from '#platform/machine/moves'
import { prepaymentMachine } from './prepayment.rules.ts'

export type PrepaymentDb = Selectable<OrderPrepayments>
export type PrepaymentActor = Actor<ActorType>

export const prepaymentMoves = movesOf({
  machine: prepaymentMachine,
  table: 'order_prepayments',
  key: 'prepayment_id',
  state: 'state',
  history: { table: 'order_prepayment_events', from: 'from_state', to: 'to_state' },
})

export const prepaymentOf = (db: TenantDb, orderId: string): Promise<PrepaymentDb | undefined> =>
  db.selectFrom('order_prepayments').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/** The same as far as the viewer sees it: a partner sees nothing of it. */
export const prepaymentSeen = (db: TenantDb, orderId: string): Promise<PrepaymentDb | undefined> =>
  db
    .selectFrom('order_prepayments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where(sql<boolean>`current_setting('app.channel') = '*'`)
    .executeTakeFirst()

/** Whether money that a customer paid ahead is held, for an order or to be returned. */
export const holdsPrepayment = async (db: WholeDb, customerId: string): Promise<boolean> =>
  (await db
    .selectFrom('order_prepayments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.order_id', '=', 'p.order_id'))
    .select('p.prepayment_id')
    .where('o.customer_id', '=', customerId)
    .where('p.state', 'in', ['HELD', 'RETURN_DUE'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The order is locked before it. */
export const lockPrepaymentOf = (tx: TenantTx, orderId: string): Promise<PrepaymentDb | undefined> =>
  tx.selectFrom('order_prepayments').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirst()

export interface NewPrepayment {
  tenantId: string
  orderId: string
  way: PaymentWay
  amountFen: number
  reference: string
  paidAt: Date
  note: string
  by: { userId: string; realName: string }
}
/** Undefined where a payment of this number, or one of this order, stands already, also in the same moment. */
export const insertPrepayment = (tx: TenantTx, made: NewPrepayment): Promise<PrepaymentDb | undefined> =>
  tx
    .insertInto('order_prepayments')
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
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()

/**
 * A number stands for one payment, of a bill or ahead of one, which are kept in two tables: who enters it holds it until the end of the
 * transaction, and looks in both. The order is locked before it.
 */
export const lockPaymentNumber = (tx: TenantTx, tenantId: string, way: PaymentWay, reference: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`payment/${tenantId}/${way}/${reference}`}, 0))`.execute(tx)
