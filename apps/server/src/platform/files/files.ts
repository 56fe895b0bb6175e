import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type pg from 'pg'
import type { PlatformDb, TenantDb, TenantTx } from '../database/db.ts'
import { type FileKind, HEAD_BYTES, kindOf, typeOf } from './kinds.ts'
import type { FileKey, FileStore, StoreName } from './store.ts'

export interface StoredFile extends FileKey {
  kind: FileKind
  /** What who downloads it calls it. */
  name: string
  contentType: string
  store: StoreName
  bytes: number
  sha256: Buffer
}

export interface NewFile {
  tenantId: string
  kind: FileKind
  /** Whose alone it is. */
  userId?: string
  name?: string
  /** What the sender says that the bytes come to. */
  sha256?: Buffer
}

/** What was sent is not what may be kept; nothing of it stays. */
export class FileRefused extends Error {
  override name = 'FileRefused'
  readonly reason: 'EMPTY' | 'TOO_LARGE' | 'WRONG_TYPE' | 'WRONG_DIGEST'
  /** Where nobody says it in better words. */
  readonly statusCode: number

  constructor(reason: FileRefused['reason']) {
    super(`The file is refused: ${reason}`)
    this.reason = reason
    this.statusCode = reason === 'TOO_LARGE' ? 413 : 400
  }
}

/**
 * Keeps files. A row and its bytes never disagree: the row comes first (WRITING), then the bytes, then what they are (WRITTEN); `keep` makes it
 * somebody's in the transaction that writes whose it is. Whatever ends before that is removed by `sweep`, row first, bytes after.
 */
export interface Files {
  /** Takes a body in, in constant memory and outside any transaction of the caller's; checks its size, its sort and its digest. */
  put(file: NewFile, body: AsyncIterable<Uint8Array> | Uint8Array): Promise<StoredFile>
  /** In the transaction that writes what the file belongs to, and after that row. */
  keep(tx: TenantTx | PlatformDb, fileId: string, expireAt?: Date): Promise<void>
  /** In the transaction in which it stops belonging to anything, and before that is written. */
  remove(tx: TenantTx | PlatformDb, fileIds: readonly string[]): Promise<void>
  /** A kept file, where the reader may see it. */
  find(db: TenantDb | PlatformDb, fileId: string): Promise<StoredFile | null>
  /** Whether its bytes are where they were put: somebody else may have removed them from the store. */
  isThere(file: StoredFile): Promise<boolean>
  /** Bytes from `from` to before `to`. Of a whole file the last of them come only if all of them are what was stored. */
  read(file: StoredFile, range?: { from: number; to: number }): Readable
  /** The same into memory, of what is small by its kind. */
  readAll(file: StoredFile, range?: { from: number; to: number }): Promise<Buffer>
}

export interface FileStores {
  current: StoreName
  /** Those there are: what lies in another than the current one is read there until it has moved. */
  all: Partial<Record<StoreName, FileStore>>
}
export const storeNamed = ({ all }: FileStores, name: StoreName): FileStore => {
  const store = all[name]
  if (!store) throw new Error(`A file lies in ${name}, which is not set.`)
  return store
}

const TOUCH_MS = 60_000

export function filesIn(pool: pg.Pool, stores: FileStores): Files {
  const read: Files['read'] = (file, { from, to } = { from: 0, to: file.bytes }) => {
    const bytes = storeNamed(stores, file.store).read(file, from, to)
    return Readable.from(from === 0 && to === file.bytes ? proven(bytes, file) : bytes, { objectMode: false })
  }
  return {
    put: async ({ tenantId, kind, userId, name = '', sha256 }, body) => {
      const { rows } = await pool.query<{ file_id: string }>(
        'insert into files (tenant_id, kind, user_id, name, store) values ($1, $2, $3, $4, $5) returning file_id',
        [tenantId, kind, userId ?? null, name, stores.current],
      )
      const key = { tenantId, fileId: rows[0]!.file_id }
      const touching = setInterval(() => {
        pool.query('update files set touched_at = now() where file_id = $1', [key.fileId]).catch(() => {})
      }, TOUCH_MS)
      try {
        const seen = meter(kind)
        await storeNamed(stores, stores.current).write(key, seen.of(body instanceof Uint8Array ? Readable.from([body]) : body))
        const digest = seen.digest()
        if (sha256 && !sha256.equals(digest)) throw new FileRefused('WRONG_DIGEST')
        const { rowCount } = await pool.query(
          `update files set state = 'WRITTEN', content_type = $2, bytes = $3, sha256 = $4, touched_at = now() where file_id = $1 and state = 'WRITING'`,
          [key.fileId, seen.type(), seen.bytes(), digest],
        )
        if (rowCount !== 1) throw new Error(`File ${key.fileId} was given up while it came in.`)
        return { ...key, kind, name, contentType: seen.type(), store: stores.current, bytes: seen.bytes(), sha256: digest }
      } catch (error) {
        // Not reached, or it fails: the sweep does it.
        await pool
          .query(
            `with gone as (delete from files where file_id = $2)
             insert into file_leftovers (tenant_id, file_id, store) values ($1, $2, $3) on conflict do nothing`,
            [tenantId, key.fileId, stores.current],
          )
          .catch(() => {})
        throw error
      } finally {
        clearInterval(touching)
      }
    },
    keep: async (tx, fileId, expireAt) => {
      const { rows } = await sql<{ kind: FileKind }>`
        update files set state = 'KEPT' where file_id = ${fileId}::uuid and state = 'WRITTEN' returning kind`.execute(tx)
      const kept = rows[0]
      if (!kept) throw new Error(`File ${fileId} cannot be kept: it is not all there, or out of sight.`)
      const { days } = kindOf(kept.kind)
      if (expireAt ?? days)
        await sql`update files set expire_at = coalesce(${expireAt ?? null}::timestamptz, now() + make_interval(days => ${days ?? 0}))
                  where file_id = ${fileId}::uuid`.execute(tx)
    },
    remove: async (tx, fileIds) => void (await sql`select remove_files(${fileIds}::uuid[])`.execute(tx)),
    find: async (db, fileId) => {
      const { rows } = await sql<Omit<StoredFile, 'bytes'> & { bytes: string }>`
        select tenant_id as "tenantId", file_id as "fileId", kind, name, content_type as "contentType", store, bytes, sha256
        from files where file_id = ${fileId}::uuid and state = 'KEPT' and (expire_at is null or expire_at > now())`.execute(db)
      return rows[0] ? { ...rows[0], bytes: Number(rows[0].bytes) } : null
    },
    isThere: (file) => storeNamed(stores, file.store).has(file),
    read,
    readAll: async (file, range) => {
      const parts: Buffer[] = []
      for await (const part of read(file, range)) parts.push(part as Buffer)
      return Buffer.concat(parts)
    },
  }
}

/** Counts, bounds, digests and looks at what passes; nothing passes before it is known what it is. */
function meter(kind: FileKind) {
  const hash = createHash('sha256')
  let bytes = 0
  let type: string | null = null
  const known = async (head: Buffer) => {
    if (head.length === 0) throw new FileRefused('EMPTY')
    type = await typeOf(head, kind)
    if (type === null) throw new FileRefused('WRONG_TYPE')
    return head
  }
  const of = async function* (body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let head: Uint8Array[] | null = []
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > kindOf(kind).most) throw new FileRefused('TOO_LARGE')
      hash.update(chunk)
      if (!head) {
        yield chunk
        continue
      }
      head.push(chunk)
      if (bytes < HEAD_BYTES) continue
      yield await known(Buffer.concat(head))
      head = null
    }
    if (head) yield await known(Buffer.concat(head))
  }
  return { of, bytes: () => bytes, type: () => type!, digest: () => hash.digest() }
}

/** The last chunk waits until the digest of all is known: who gets fewer bytes than were announced knows that something is wrong. */
async function* proven(bytes: AsyncIterable<Buffer>, file: StoredFile): AsyncIterable<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | null = null
  for await (const chunk of bytes) {
    hash.update(chunk)
    if (last) yield last
    last = chunk
  }
  if (!hash.digest().equals(file.sha256)) throw new Error(`File ${file.fileId} is not what was stored.`)
  if (last) yield last
}
