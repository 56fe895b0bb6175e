import type { OrderMessageKind } from '@chauffeur/contract/order/edit'
import { sql } from 'kysely'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'

export const orderOfNo = (db: TenantDb, orderNo: string) =>
  db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst()

export interface SentMessage {
  message_id: string
  kind: string
  way: string
  body: string
  created_at: Date
  created_by: string | null
  created_by_name: string
  sent_at: Date | null
  given_up: boolean
}
/** Messages of an order, newest first, with what became of them in the outbox. */
export const messagesOf = async (db: TenantDb, orderId: string): Promise<SentMessage[]> =>
  (
    await sql<SentMessage>`
      select m.message_id::text, m.kind, m.way, m.body, m.created_at, m.created_by::text, m.created_by_name, s.sent_at,
        (s.sent_at is null and s.send_before < now() and s.attempts > 0) as given_up
      from order_messages m left join sms_outbox s on s.tenant_id = m.tenant_id and s.sms_id = m.sms_id
      where m.order_id = ${orderId} order by m.message_id desc limit 100`.execute(db)
  ).rows

/** The same kind went to the same order this lately; null when it did not. */
export async function secondsSinceSame(db: TenantDb, orderId: string, kind: OrderMessageKind, body: string): Promise<number | null> {
  const { rows } = await sql<{ s: number }>`
    select extract(epoch from now() - created_at)::int as s from order_messages
    where order_id = ${orderId} and kind = ${kind} and body = ${body} order by message_id desc limit 1`.execute(db)
  return rows[0]?.s ?? null
}

export interface SentBefore {
  orderId: string
  /** Seconds ago. */
  s: number
}
/** Messages that operators sent to a customer for any order, newest first. Those who send to one customer come one after the other. */
export async function sentWithin(tx: WholeTx, order: { tenant_id: string; customer_id: string }, seconds: number): Promise<SentBefore[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('order_messages/' || ${order.tenant_id}::text || '/' || ${order.customer_id}::text, 0))`.execute(
    tx,
  )
  const { rows } = await sql<SentBefore>`
    select m.order_id::text as "orderId", extract(epoch from clock_timestamp() - m.created_at)::int as s
    from orders o join order_messages m on m.tenant_id = o.tenant_id and m.order_id = o.order_id
    where o.customer_id = ${order.customer_id} and m.created_by is not null and m.created_at > now() - make_interval(secs => ${seconds})
    order by m.message_id desc limit 50`.execute(tx)
  return rows
}

export const insertMessage = (
  tx: TenantTx,
  message: {
    tenantId: string
    orderId: string
    kind: OrderMessageKind
    way: 'TEXT' | 'VOICE'
    body: string
    smsId: string
    /** The clock has no id. */
    by: { id: string | null; name: string }
  },
) =>
  tx
    .insertInto('order_messages')
    .values({
      tenant_id: message.tenantId,
      order_id: message.orderId,
      kind: message.kind,
      way: message.way,
      body: message.body,
      sms_id: message.smsId,
      created_by: message.by.id,
      created_by_name: message.by.name,
    })
    .returning(['message_id', 'created_at'])
    .executeTakeFirstOrThrow()

/** Minutes by which the clock of a city is ahead of UTC. */
export const offsetOfCity = async (db: TenantDb, cityId: string): Promise<number> =>
  (await db.selectFrom('cities').select('utc_offset_minutes').where('city_id', '=', cityId).executeTakeFirstOrThrow()).utc_offset_minutes
