import { createHash, randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A body that was written to disk as it arrived. */
export interface SetAside {
  bytes: number
  sha256: Buffer
  /** The bytes in pieces of this size, the last one shorter. */
  pieces(size: number): AsyncIterable<Buffer>
  remove(): Promise<void>
}

/** A small body that is in memory anyway. */
export const inMemory = (body: Uint8Array): SetAside => ({
  bytes: body.length,
  sha256: createHash('sha256').update(body).digest(),
  pieces: async function* (size) {
    for (let at = 0; at < body.length; at += size) yield Buffer.from(body.buffer, body.byteOffset + at, Math.min(size, body.length - at))
  },
  remove: async () => {},
})

/** Writes a body to disk piece by piece: of one that comes slowly, or is large, only what is being written is in memory. */
export async function setAside(body: AsyncIterable<Uint8Array>): Promise<SetAside> {
  const path = join(tmpdir(), `chauffeur-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    // It has no name from here on, so that nothing stays behind whatever becomes of this process.
    await unlink(path)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of body) {
      hash.update(chunk)
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at, chunk.length - at, bytes + at)).bytesWritten
      bytes += chunk.length
    }
    return {
      bytes,
      sha256: hash.digest(),
      pieces: async function* (size) {
        for (let at = 0; at < bytes; at += size) {
          const piece = Buffer.alloc(Math.min(size, bytes - at))
          for (let read = 0; read < piece.length; ) read += (await file.read(piece, read, piece.length - read, at + read)).bytesRead
          yield piece
        }
      },
      remove: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}
