import { sql } from 'kysely'
import type { OrderPhotoRow } from '#areas/order/evidence'
import type { TenantTx } from '#platform/database/db'
import { distanceOf, FOUND_BITS, type Print, probesOf, SAME_BITS } from '#platform/pictures/print.rules'

interface Candidate {
  file_id: string
  order_id: string
  driver_id: string
  print: Buffer
  sha256: Buffer
  replaces: string | null
}
export interface Found {
  /** The later one of the two. */
  fileId: string
  otherId: string
  distance: number
  sameBytes: boolean
  sameOrder: boolean
  sameDriver: boolean
}
/** A picture that is shown in so many others is that of a template: the nearest say it. */
const MOST_MATCHES = 20

/**
 * Pictures of the whole tenant that show the same. By the index of pieces some thousands of ten million are looked at, and of those that differ in
 * at most seven bits of 64 all 256 are compared. The same bytes are found by their digest, also where a picture shows nothing.
 */
export async function matchesOf(tx: TenantTx, file: OrderPhotoRow, print: Print | null): Promise<Found[]> {
  const columns = sql`f.file_id, f.order_id, f.driver_id, f.print, f.sha256, f.replaces`
  const near = print
    ? sql`select ${columns} from order_files f where f.file_id in (
        select b.file_id from order_photo_bands b where b.tenant_id = ${file.tenant_id}::bigint and b.band = any (${probesOf(print.hash)}::integer[])
          and bit_count((b.hash # ${String(print.hash)}::bigint)::bit(64)) <= ${FOUND_BITS})
        and f.file_id <> ${file.file_id}::bigint and f.print is not null union `
    : sql``
  const { rows } = await sql<Candidate>`${near}
    select ${columns} from order_files f where f.tenant_id = ${file.tenant_id}::bigint and f.sha256 = ${file.sha256} and f.file_id <> ${file.file_id}::bigint
    limit 2000`.execute(tx)
  const isLater = (other: Candidate) => BigInt(other.file_id) > BigInt(file.file_id)
  return rows
    .map((other) => ({
      other,
      sameBytes: other.sha256.equals(file.sha256),
      distance: print && other.print ? distanceOf(print.bits, other.print) : 0,
    }))
    .filter(
      ({ other, sameBytes, distance }) =>
        (sameBytes || distance <= SAME_BITS) && other.replaces !== file.file_id && file.replaces !== other.file_id,
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_MATCHES)
    .map(({ other, sameBytes, distance }) => ({
      fileId: isLater(other) ? other.file_id : file.file_id,
      otherId: isLater(other) ? file.file_id : other.file_id,
      distance,
      sameBytes,
      sameOrder: other.order_id === file.order_id,
      sameDriver: other.driver_id === file.driver_id,
    }))
}

export const keepMatches = async (tx: TenantTx, tenantId: string, found: readonly Found[]): Promise<void> => {
  if (found.length > 0)
    await sql`
      insert into order_photo_matches (tenant_id, file_id, other_id, distance, same_bytes, same_order, same_driver)
      select ${tenantId}::bigint, r.* from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        r ("fileId" bigint, "otherId" bigint, distance smallint, "sameBytes" boolean, "sameOrder" boolean, "sameDriver" boolean)
      on conflict do nothing`.execute(tx)
}
