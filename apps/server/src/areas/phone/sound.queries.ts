import type { TenantDb, TenantTx } from '#platform/db'

/** Sound is stored in pieces of this size, 16 seconds of 8 kHz 16-bit. */
export const PIECE_BYTES = 262_144

export const findSound = (db: TenantDb, recordId: string) =>
  db.selectFrom('sound_records').selectAll().where('record_id', '=', recordId).executeTakeFirst()
export const lockSound = (tx: TenantTx, recordId: string) =>
  tx.selectFrom('sound_records').selectAll().where('record_id', '=', recordId).forUpdate().executeTakeFirst()
export type SoundDb = NonNullable<Awaited<ReturnType<typeof findSound>>>

export const noteAccess = (
  tx: TenantTx,
  of: { tenant_id: string; record_id: string; action: string; user_id: string; user_name: string; reason: string },
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
    source: string
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
    expire_at: Date
    created_by: string
  },
) => tx.insertInto('sound_records').values(values).returning(['record_id']).executeTakeFirstOrThrow()

export async function insertPieces(tx: TenantTx, tenantId: string, recordId: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  let seq = 0
  for await (const bytes of pieces)
    await tx.insertInto('sound_pieces').values({ tenant_id: tenantId, record_id: recordId, seq: seq++, bytes }).execute()
}
export const readPiece = async (db: TenantDb, recordId: string, seq: number): Promise<Buffer> =>
  (await db.selectFrom('sound_pieces').select('bytes').where('record_id', '=', recordId).where('seq', '=', seq).executeTakeFirstOrThrow())
    .bytes

export const keepSound = (tx: TenantTx, recordId: string, expireAt: Date, reason: string) =>
  tx.updateTable('sound_records').set({ expire_at: expireAt, keep_reason: reason }).where('record_id', '=', recordId).execute()
