import type { OrderFileKind } from '@chauffeur/contract/quality/photo-model'
import { type Selectable, sql } from 'kysely'
import type { Taken } from '../evidence/index.ts'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import type { OrderUploads } from '#platform/database/tables.generated'

export type UploadRow = Selectable<OrderUploads>

interface NewUpload {
  tenantId: string
  orderId: string
  driverId: string
  kind: OrderFileKind
  sha256: Buffer
  bytes: number
  taken: Taken
  replaces: string | null
}
/** The upload of this picture, which may have begun before; what is said of it last holds. */
export async function openUpload(
  tx: TenantTx,
  { tenantId, orderId, driverId, kind, sha256, bytes, taken, replaces }: NewUpload,
): Promise<UploadRow> {
  const { rows } = await sql<UploadRow>`
    insert into order_uploads (tenant_id, order_id, driver_id, kind, sha256, bytes, taken, replaces)
    values (${tenantId}::bigint, ${orderId}::bigint, ${driverId}::bigint, ${kind}, ${sha256}, ${bytes}, ${JSON.stringify(taken)}::jsonb, ${replaces}::bigint)
    on conflict (tenant_id, order_id, driver_id, kind, sha256) do update set touched_at = now(), taken = excluded.taken, replaces = excluded.replaces
    returning *`.execute(tx)
  return rows[0]!
}
/** Of a driver's pictures so many are on their way at once: those that were gone on with longest ago give way, and begin again where they are missed. */
const ON_THE_WAY = 12
export const dropCrowding = (tx: TenantTx, { upload_id, driver_id }: UploadRow) =>
  sql`delete from order_uploads where upload_id in (
        select upload_id from order_uploads where driver_id = ${driver_id}::bigint and upload_id <> ${upload_id}::uuid
        order by touched_at desc offset ${sql.lit(ON_THE_WAY - 1)} for update skip locked)`.execute(tx)
/** This driver's own, held. */
export const lockUpload = (tx: TenantTx, uploadId: string, driverId: string): Promise<UploadRow | undefined> =>
  tx
    .selectFrom('order_uploads')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('driver_id', '=', driverId)
    .forUpdate()
    .executeTakeFirst()

export async function addPart(tx: TenantTx, upload: UploadRow, bytes: Uint8Array): Promise<number> {
  const received = upload.received + bytes.length
  await tx
    .insertInto('order_upload_parts')
    .values({ tenant_id: upload.tenant_id, upload_id: upload.upload_id, from_byte: upload.received, bytes: Buffer.from(bytes) })
    .execute()
  await tx.updateTable('order_uploads').set({ received, touched_at: sql<Date>`now()` }).where('upload_id', '=', upload.upload_id).execute()
  return received
}
export async function wholeOf(tx: TenantTx, uploadId: string): Promise<Buffer> {
  const parts = await tx.selectFrom('order_upload_parts').select('bytes').where('upload_id', '=', uploadId).orderBy('from_byte').execute()
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}
export async function beginAgain(tx: TenantTx, uploadId: string): Promise<void> {
  await tx.deleteFrom('order_upload_parts').where('upload_id', '=', uploadId).execute()
  await tx.updateTable('order_uploads').set({ received: 0 }).where('upload_id', '=', uploadId).execute()
}
export const endUpload = (tx: TenantTx, uploadId: string) => tx.deleteFrom('order_uploads').where('upload_id', '=', uploadId).execute()

/** Of pictures whose driver did not come back for so long nothing is kept. */
const KEPT_HOURS = 72
export const dropOldUploads = (tx: PlatformDb) =>
  sql`delete from order_uploads where touched_at < now() - make_interval(hours => ${sql.lit(KEPT_HOURS)})`.execute(tx)

/** A driver's pictures that have to be taken again, then those that were found wanting of late. */
export const verdictsOfDriver = async (db: TenantDb, driverId: string) =>
  (
    await sql<{
      file_id: string
      order_id: string
      order_no: string
      kind: OrderFileKind
      verdict: 'BAD' | 'RETAKE'
      verdict_reason: string | null
      verdict_note: string
      updated_at: Date
      reviewed_at: Date | null
      retake_until: Date | null
    }>`
      select f.file_id, f.order_id, o.order_no, f.kind, f.verdict, f.verdict_reason, f.verdict_note, f.updated_at, f.reviewed_at, f.retake_until
      from order_files f join orders o on o.tenant_id = f.tenant_id and o.order_id = f.order_id
      where f.driver_id = ${driverId}::bigint and f.verdict in ('BAD', 'RETAKE') and f.updated_at > now() - interval '60 days' and (f.verdict = 'RETAKE' and f.retake_until > now() or f.verdict = 'BAD' and f.reviewed_at > now() - interval '30 days')
      order by f.verdict desc, coalesce(f.retake_until, '-infinity'), f.reviewed_at desc limit 50`.execute(db)
  ).rows
