import type pg from 'pg'
import type { FileStore } from './store.ts'

/** A file lies in pieces of this size, the last one shorter: so much of it is in memory at a time, and a range reads what it needs. */
export const PIECE_BYTES = 262_144

/** Files in the database itself: every process sees them, and a backup of the database holds them. Each piece is a transaction of its own. */
export const databaseStore = (pool: pg.Pool): FileStore => ({
  write: async ({ tenantId, fileId }, body) => {
    let seq = 0
    for await (const piece of inPieces(body))
      await pool.query({
        name: 'file-piece-write',
        text: `insert into file_pieces (tenant_id, file_id, seq, bytes) values ($1, $2, $3, $4)
               on conflict (tenant_id, file_id, seq) do update set bytes = excluded.bytes`,
        values: [tenantId, fileId, seq++, piece],
      })
  },
  read: async function* ({ tenantId, fileId }, from, to) {
    for (let at = from; at < to; ) {
      const seq = Math.floor(at / PIECE_BYTES)
      const { rows } = await pool.query<{ base64: string }>({
        name: 'file-piece-read',
        // The driver takes bytes as text: in hex they come twice as large, and are read more slowly.
        text: `select encode(bytes, 'base64') as base64 from file_pieces where tenant_id = $1 and file_id = $2 and seq = $3`,
        values: [tenantId, fileId, seq],
      })
      const start = at - seq * PIECE_BYTES
      const part = Buffer.from(rows[0]?.base64 ?? '', 'base64').subarray(start, Math.min(PIECE_BYTES, to - seq * PIECE_BYTES))
      if (part.length === 0) throw new Error(`Piece ${seq} of file ${fileId} is not there.`)
      yield part
      at += part.length
    }
  },
  has: async ({ tenantId, fileId }) =>
    (await pool.query('select from file_pieces where tenant_id = $1 and file_id = $2 limit 1', [tenantId, fileId])).rowCount === 1,
  remove: async ({ tenantId, fileId }) =>
    void (await pool.query('delete from file_pieces where tenant_id = $1 and file_id = $2', [tenantId, fileId])),
})

export async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let piece = Buffer.allocUnsafe(PIECE_BYTES)
  let filled = 0
  for await (const chunk of body)
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(PIECE_BYTES - filled, chunk.length - at)
      piece.set(chunk.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled < PIECE_BYTES) continue
      yield piece
      piece = Buffer.allocUnsafe(PIECE_BYTES)
      filled = 0
    }
  if (filled > 0) yield piece.subarray(0, filled)
}
