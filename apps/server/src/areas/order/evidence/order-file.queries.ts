import type { OrderFileKind } from '@chauffeur/contract/driver/app'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Photo } from '#platform/files/pictures'

export interface NewFile {
  tenantId: string
  orderId: string
  driverId: string
  kind: OrderFileKind
  photo: Omit<Photo, 'jpeg'>
  storedId: string
  /** As it was uploaded: the same picture sent again is known by them. */
  sha256: Buffer
}
/** Writes a picture down; null where the order has `most` already, and not `added` where it has this one. */
export async function addOrderFile(tx: TenantTx, file: NewFile, most: number): Promise<{ fileId: string; added: boolean } | null> {
  const known = await tx.selectFrom('order_files').select(['file_id', 'kind', 'sha256']).where('order_id', '=', file.orderId).execute()
  const same = known.find((row) => row.kind === file.kind && row.sha256.equals(file.sha256))
  if (same) return { fileId: same.file_id, added: false }
  if (known.length >= most) return null
  const { file_id } = await tx
    .insertInto('order_files')
    .values({
      tenant_id: file.tenantId,
      order_id: file.orderId,
      driver_id: file.driverId,
      kind: file.kind,
      stored_id: file.storedId,
      width: file.photo.width,
      height: file.photo.height,
      sha256: file.sha256,
    })
    .returning('file_id')
    .executeTakeFirstOrThrow()
  return { fileId: file_id, added: true }
}

const SHOWN = ['file_id', 'kind', 'extra_type', 'width', 'height', 'created_at'] as const
export const filesOfOrder = (db: TenantDb, orderId: string) =>
  db.selectFrom('order_files').select(SHOWN).where('order_id', '=', orderId).orderBy('file_id').execute()
export type OrderFileRow = Awaited<ReturnType<typeof filesOfOrder>>[number]

export const findOrderFile = (db: TenantDb, fileId: string) =>
  db.selectFrom('order_files').select(SHOWN).select('stored_id').where('file_id', '=', fileId).executeTakeFirst()

export async function countOrderFiles(db: TenantDb, orderId: string, kind: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from order_files where order_id = ${orderId}::bigint and kind = ${kind}`.execute(db)
  return rows[0]!.n
}

/** Receipts of an order that belong to no extra yet, of those named. */
export const openReceipts = async (db: TenantDb, orderId: string, fileIds: readonly string[]): Promise<Set<string>> =>
  fileIds.length === 0
    ? new Set()
    : new Set(
        (
          await db
            .selectFrom('order_files')
            .select('file_id')
            .where('order_id', '=', orderId)
            .where('kind', '=', 'RECEIPT')
            .where('extra_type', 'is', null)
            .where('file_id', '=', sql<string>`any (${fileIds as string[]}::bigint[])`)
            .execute()
        ).map(({ file_id }) => file_id),
      )

export const assignReceipts = (tx: TenantTx, orderId: string, extraType: string, fileIds: readonly string[]) =>
  tx
    .updateTable('order_files')
    .set({ extra_type: extraType })
    .where('order_id', '=', orderId)
    .where('file_id', '=', sql<string>`any (${fileIds as string[]}::bigint[])`)
    .execute()
