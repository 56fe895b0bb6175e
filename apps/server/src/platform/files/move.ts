import type pg from 'pg'
import { each } from '../jobs/each.ts'
import { type Files, type FileStores, type StoredFile, storeNamed } from './files.ts'

const STEP = 20

/**
 * Brings files that lie elsewhere to the current store: copied, read back and compared, then the row says so, and the old bytes are left over.
 * Several processes may do it at once; a file that is removed meanwhile is not brought back. Returns how many moved.
 */
export async function moveFiles(pool: pg.Pool, stores: FileStores, files: Pick<Files, 'read'>, stopped = () => false): Promise<number> {
  const elsewhere = Object.keys(stores.all).filter((name) => name !== stores.current)
  let moved = 0
  while (elsewhere.length > 0 && !stopped()) {
    const { rows } = await pool.query<Omit<StoredFile, 'bytes'> & { bytes: string }>(
      `update files set touched_at = now() where file_id in (select file_id from files
         where state = 'KEPT' and store = any ($2) and touched_at < now() - interval '10 minutes' order by touched_at limit $1 for update skip locked)
       returning tenant_id as "tenantId", file_id as "fileId", kind, name, content_type as "contentType", store, bytes, sha256`,
      [STEP, elsewhere],
    )
    await each(rows, async (row) => {
      if (await moveFile(pool, stores, files, { ...row, bytes: Number(row.bytes) })) moved++
    })
    if (rows.length < STEP) break
  }
  return moved
}

async function moveFile(pool: pg.Pool, stores: FileStores, files: Pick<Files, 'read'>, file: StoredFile): Promise<boolean> {
  await storeNamed(stores, stores.current).write(file, files.read(file))
  for await (const _ of files.read({ ...file, store: stores.current }));
  const { rowCount } = await pool.query(
    `with at as (update files set store = $3 where file_id = $2 and store = $4 returning 1)
     insert into file_leftovers (tenant_id, file_id, store) select $1, $2, $4 from at on conflict do nothing`,
    [file.tenantId, file.fileId, stores.current, file.store],
  )
  if (rowCount) return true
  // Removed meanwhile, or moved by another process: the copy stays only where the row says that it is there.
  await pool.query(
    `insert into file_leftovers (tenant_id, file_id, store) select $1, $2, $3 where not exists (select from files where file_id = $2) on conflict do nothing`,
    [file.tenantId, file.fileId, stores.current],
  )
  return false
}
