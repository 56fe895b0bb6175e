import type { SoundAction, SoundSource } from '@chauffeur/contract/order/sound'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'

export const findSound = (db: TenantDb, recordId: string) =>
  db.selectFrom('sound_records').selectAll().where('record_id', '=', recordId).executeTakeFirst()
export const lockSound = (tx: TenantTx, recordId: string) =>
  tx.selectFrom('sound_records').selectAll().where('record_id', '=', recordId).forUpdate().executeTakeFirst()
export type SoundDb = NonNullable<Awaited<ReturnType<typeof findSound>>>

export const noteAccess = (
  tx: TenantTx,
  of: { tenant_id: string; record_id: string; action: SoundAction; user_id: string | null; user_name: string; reason: string },
) => tx.insertInto('sound_access_logs').values(of).execute()

export const callOfSound = (tx: TenantTx, callId: string) =>
  tx.selectFrom('phone_calls').selectAll().where('call_id', '=', callId).forUpdate().executeTakeFirst()
export const soundOfCall = (tx: TenantTx, callId: string) =>
  tx.selectFrom('sound_records').select('record_id').where('call_id', '=', callId).executeTakeFirst()
export const firstOrderOf = (tx: TenantTx, callId: string) =>
  tx
    .selectFrom('phone_call_orders as p')
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.order_id', '=', 'p.order_id'))
    .select(['o.city_id', 'o.org_id'])
    .where('p.call_id', '=', callId)
    .orderBy('o.order_id')
    .executeTakeFirst()
export const orderOfSound = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('orders')
    .select(['order_id', 'city_id', 'org_id', 'contact_phone', 'created_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()

export const insertSound = (
  tx: TenantTx,
  values: {
    tenant_id: string
    source: SoundSource
    call_id: string | null
    order_id: string | null
    city_id: string | null
    org_id: string | null
    agent_id: string | null
    from_party: string
    to_party: string
    started_at: Date
    seconds: number
    bytes: number
    sha256: Buffer
    stored_id: string
    expire_at: Date
    created_by: string | null
  },
) => tx.insertInto('sound_records').values(values).returning(['record_id']).executeTakeFirstOrThrow()

export const keepSound = (tx: TenantTx, recordId: string, expireAt: Date, reason: string) =>
  tx.updateTable('sound_records').set({ expire_at: expireAt, keep_reason: reason }).where('record_id', '=', recordId).execute()

/** Marks recordings whose time is over; gives the files they had. */
export async function purgeExpired(tx: PlatformDb, most: number): Promise<{ stored_id: string | null }[]> {
  const { rows } = await sql<{ stored_id: string | null }>`
    with due as materialized (
        select tenant_id, record_id, stored_id from sound_records where storage = 'STORED' and expire_at <= now()
        order by expire_at limit ${most}::int for update skip locked),
      noted as (insert into sound_access_logs (tenant_id, record_id, action, user_name) select tenant_id, record_id, 'PURGE', '系统' from due),
      unmoved as (delete from sound_pieces p using due where p.tenant_id = due.tenant_id and p.record_id = due.record_id)
    update sound_records r set storage = 'PURGED', stored_id = null from due
    where r.tenant_id = due.tenant_id and r.record_id = due.record_id returning due.stored_id`.execute(tx)
  return rows
}
