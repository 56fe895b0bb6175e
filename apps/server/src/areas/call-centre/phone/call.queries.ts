import type { CallDirection, WrapUpCode } from '@chauffeur/contract/call-centre/phone'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { CallState } from './call.rules.ts'

/** Orders of this number, or whose number ends so. */
export const ordersNumbered = (number: string) => sql<string>`(
  select order_id from orders where order_no = ${number.toUpperCase()} union all select order_id from orders where no_tail = ${number})`
export const callsOf = (orders: RawBuilder<string>) => sql<string>`(select call_id from phone_call_orders where order_id in ${orders})`

/** Callers of the last day whom the agent missed, and nobody has spoken to or called back since. */
export const missedCallers = async (db: TenantDb, agentId: string): Promise<number> =>
  (
    await db
      .selectFrom('phone_calls as c')
      .select(sql<number>`count(distinct c.phone)::int`.as('n'))
      .where('c.agent_id', '=', agentId)
      .where('c.result', '=', 'MISSED')
      .where('c.wrap_up', 'is', null)
      .where('c.phone', '<>', '')
      .where('c.started_at', '>', sql<Date>`now() - interval '1 day'`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('phone_calls as later')
              .select('later.call_id')
              .whereRef('later.tenant_id', '=', 'c.tenant_id')
              .whereRef('later.phone', '=', 'c.phone')
              .whereRef('later.started_at', '>', 'c.started_at')
              .where((eb) => eb.or([eb('later.direction', '=', 'OUT'), eb('later.result', '=', 'CONNECTED')])),
          ),
        ),
      )
      .executeTakeFirstOrThrow()
  ).n

export const lockByRef = (tx: TenantTx, agentId: string, clientRef: string) =>
  tx
    .selectFrom('phone_calls')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('client_ref', '=', clientRef)
    .forUpdate()
    .executeTakeFirst()
export type PhoneCallDb = NonNullable<Awaited<ReturnType<typeof lockByRef>>>

export const lockOwnCall = (tx: TenantTx, agentId: string, callId: string) =>
  tx.selectFrom('phone_calls').selectAll().where('agent_id', '=', agentId).where('call_id', '=', callId).forUpdate().executeTakeFirst()

const columnsOf = (call: CallState) => ({
  phone: call.phone,
  started_at: call.startedAt,
  answered_at: call.answeredAt,
  ended_at: call.endedAt,
  result: call.result,
  record_file: call.recordFile,
  end_presumed: call.endPresumed,
})

/** Undefined when another report of the same call was a moment faster. */
export const insertCall = (
  tx: TenantTx,
  call: CallState,
  of: { tenant_id: string; client_ref: string; direction: CallDirection; line_no: number; agent_id: string; agent_name: string },
) =>
  tx
    .insertInto('phone_calls')
    .values({ ...of, ...columnsOf(call) })
    .onConflict((on) => on.columns(['tenant_id', 'agent_id', 'client_ref']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateCall = (
  tx: TenantTx,
  callId: string,
  call: CallState,
  customer: { customer_id: string | null; customer_name: string; city_id: string | null },
) =>
  tx
    .updateTable('phone_calls')
    .set({ ...columnsOf(call), ...customer, updated_at: sql<Date>`now()` })
    .where('call_id', '=', callId)
    .execute()

export const customerOf = (tx: TenantTx, phone: string) =>
  tx
    .selectFrom('customers')
    .select(['customer_id', 'name', 'city_id'])
    .where('phone', '=', sql<string>`(select main_phone(${phone}))`)
    .executeTakeFirst()

export const setWrapUp = (tx: TenantTx, callId: string, wrapUp: WrapUpCode, note: string) =>
  tx
    .updateTable('phone_calls')
    .set({ wrap_up: wrapUp, note, wrapped_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('call_id', '=', callId)
    .execute()

/** Ties the orders of a booking to a call; the call then belongs to their city, and so does its recording. */
export async function tieOrders(tx: TenantTx, callId: string, bookingId: string): Promise<void> {
  await sql`
    insert into phone_call_orders (tenant_id, call_id, order_id)
    select o.tenant_id, ${callId}, o.order_id from orders o where o.booking_id = ${bookingId} on conflict do nothing`.execute(tx)
  await sql`
    update phone_calls c set customer_id = o.customer_id, customer_name = o.customer_name, city_id = o.city_id, updated_at = now()
    from (select customer_id, customer_name, city_id from orders where booking_id = ${bookingId} order by order_id limit 1) o
    where c.call_id = ${callId}`.execute(tx)
  await sql`
    update sound_records r set city_id = o.city_id, org_id = o.org_id
    from (select city_id, org_id from orders where booking_id = ${bookingId} order by order_id limit 1) o
    where r.call_id = ${callId}`.execute(tx)
}

/** The cities a call belongs to: those of its orders, else that of its customer. Each decides whether its sound is kept. */
export async function citiesOfCall(tx: TenantTx, callId: string): Promise<{ cityIds: string[]; startedAt: Date }> {
  const { rows } = await sql<{ cityIds: string[]; startedAt: Date }>`
    select array(select distinct coalesce(o.city_id, c.city_id) from (select 1) one
        left join phone_call_orders p on p.tenant_id = c.tenant_id and p.call_id = c.call_id left join orders o on o.tenant_id = p.tenant_id and o.order_id = p.order_id
        where coalesce(o.city_id, c.city_id) is not null)::text[] as "cityIds", c.started_at as "startedAt"
    from phone_calls c where c.call_id = ${callId}`.execute(tx)
  return rows[0]!
}
/** No sound of a call is kept: what there is goes with the next round, but for what somebody keeps for a reason. */
export async function dropSound(tx: TenantTx, callId: string): Promise<void> {
  await sql`update phone_calls set sound_off = true where call_id = ${callId}`.execute(tx)
  await sql`update sound_records set expire_at = now() where call_id = ${callId} and expire_at > now() and keep_reason = ''`.execute(tx)
}

export const orderNumbers = (db: TenantDb, orderId: string) =>
  db
    .selectFrom('orders as o')
    .leftJoin('bookings as b', (join) => join.onRef('b.tenant_id', '=', 'o.tenant_id').onRef('b.booking_id', '=', 'o.booking_id'))
    .leftJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'o.tenant_id').onRef('d.driver_id', '=', 'o.driver_id'))
    .select(['o.contact_phone', 'o.customer_name', 'b.caller_phone', 'd.phone as driver_phone', 'd.name as driver_name'])
    .where('o.order_id', '=', orderId)
    .executeTakeFirst()
export const driverNumber = (db: TenantDb, driverId: string) =>
  db.selectFrom('drivers').select(['phone', 'name']).where('driver_id', '=', driverId).executeTakeFirst()
export const callNumber = (db: TenantDb, callId: string) =>
  db.selectFrom('phone_calls').select(['phone', 'customer_name', 'agent_id']).where('call_id', '=', callId).executeTakeFirst()
