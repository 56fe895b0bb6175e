import type { OrderFileKind } from '@chauffeur/contract/quality/photo-model'
import { type Selectable, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { OrderFiles } from '#platform/database/tables.generated'
import type { Print } from '#platform/pictures/print.rules'
import { bandsOf } from '#platform/pictures/print.rules'
import type { MoveDetail } from '#platform/machine/moves'
import { movesOf } from '#platform/machine/moves'
import { photoMachine } from './photo.rules.ts'

export type OrderPhotoRow = Selectable<OrderFiles>

/** What becomes of a picture, each step with its row of what happened. */
export const photos = movesOf({
  machine: photoMachine,
  table: 'order_files',
  key: 'file_id',
  state: 'verdict',
  history: { table: 'order_file_events', from: 'from_verdict', to: 'to_verdict' },
  sets: (to) => (to === 'RETAKE' ? {} : { retake_until: null }),
})

export interface NewFile {
  tenantId: string
  orderId: string
  driverId: string
  kind: OrderFileKind
  size: { width: number; height: number }
  storedId: string
  thumbId: string
  originalId: string
  originalName: string
  print: Print | null
  /** As it was uploaded: the same picture sent again is known by them. */
  sha256: Buffer
  taken: { at: Date | null; lat: number | null; lng: number | null; accuracyM: number | null; source: 'CAMERA' | 'APP' | null }
  replaces: string | null
}
/** Pictures of an order, as few columns of them as it takes to tell them apart. */
export const knownFiles = (db: TenantDb, orderId: string) =>
  db.selectFrom('order_files').select(['file_id', 'kind', 'sha256', 'width', 'height']).where('order_id', '=', orderId).execute()

/** Writes a picture down, and by what it is found again. */
export async function addOrderFile(tx: TenantTx, file: NewFile, by: MoveDetail): Promise<string> {
  const row = await tx
    .insertInto('order_files')
    .values({
      tenant_id: file.tenantId,
      order_id: file.orderId,
      driver_id: file.driverId,
      kind: file.kind,
      stored_id: file.storedId,
      thumb_id: file.thumbId,
      original_id: file.originalId,
      original_name: file.originalName,
      print: file.print?.bits ?? null,
      width: file.size.width,
      height: file.size.height,
      sha256: file.sha256,
      taken_at: file.taken.at,
      lat: file.taken.lat,
      lng: file.taken.lng,
      accuracy_m: file.taken.accuracyM,
      source: file.taken.source,
      replaces: file.replaces,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (file.print) await keepBands(tx, file.tenantId, row.file_id, file.print.hash)
  await photos.record(tx, row, 'upload', null, by as never)
  return row.file_id
}
export const keepBands = (tx: TenantTx, tenantId: string, fileId: string, hash: bigint) =>
  sql`insert into order_photo_bands (tenant_id, band, hash, file_id)
      select ${tenantId}::bigint, band, ${String(hash)}::bigint, ${fileId}::bigint from unnest(${bandsOf(hash)}::integer[]) band on conflict do nothing`.execute(
    tx,
  )

/** A picture that this driver was asked to take again and still may, held. */
export const lockRetake = (tx: TenantTx, fileId: string, driverId: string): Promise<OrderPhotoRow | undefined> =>
  tx
    .selectFrom('order_files')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('driver_id', '=', driverId)
    .where('verdict', '=', 'RETAKE')
    .where('retake_until', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()

/** How far the clock of a city is from UTC. */
export const offsetOfCity = async (db: TenantDb, cityId: string): Promise<number> =>
  (await db.selectFrom('cities').select('utc_offset_minutes').where('city_id', '=', cityId).executeTakeFirst())?.utc_offset_minutes ?? 480

const SHOWN = ['file_id', 'kind', 'extra_type', 'width', 'height', 'created_at'] as const
export const filesOfOrder = (db: TenantDb, orderId: string) =>
  db.selectFrom('order_files').select(SHOWN).where('order_id', '=', orderId).orderBy('file_id').execute()
export type OrderFileRow = Awaited<ReturnType<typeof filesOfOrder>>[number]

export const findOrderFile = (db: TenantDb, fileId: string) =>
  db.selectFrom('order_files').select(SHOWN).select('stored_id').where('file_id', '=', fileId).executeTakeFirst()

export async function countOrderFiles(db: TenantDb, orderId: string, kinds: readonly OrderFileKind[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from order_files where order_id = ${orderId}::bigint and kind = any (${kinds as string[]}::text[])`.execute(
    db,
  )
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
