import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mapFileName } from '@chauffeur/contract/operations/ground'

export interface MapFileFound {
  name: string
  bytes: number
  changedAt: Date
  fault: 'OTHER' | 'CUT' | 'UNREADABLE' | null
}

/** The map files of the installation by name; none where it has no folder for them, or the folder is gone. */
export async function mapFilesIn(folder: string | null): Promise<MapFileFound[]> {
  if (folder === null) return []
  const names = await readdir(folder).catch(() => [])
  const found = names.filter((name) => mapFileName.safeParse(name).success).map((name) => look(folder, name))
  return (await Promise.all(found)).filter((file) => file !== null).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

async function look(folder: string, name: string): Promise<MapFileFound | null> {
  const path = join(folder, name)
  const state = await stat(path).catch(() => null)
  if (!state?.isFile()) return null
  return { name, bytes: state.size, changedAt: state.mtime, fault: await faultOf(path, state.size) }
}

/** A PMTiles file begins with its name and the version that browsers read. */
const BEGINNING = Buffer.from('PMTiles\u0003', 'latin1')
const HEADER_BYTES = 127
/** Where the header says of each part (directory, metadata, directories below, tiles) at which byte it begins, and behind it how long it is. */
const PARTS_AT = [8, 24, 40, 56]

async function faultOf(path: string, bytes: number): Promise<MapFileFound['fault']> {
  try {
    const file = await open(path)
    try {
      const { buffer: header } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
      if (!header.subarray(0, BEGINNING.length).equals(BEGINNING)) return 'OTHER'
      const ends = PARTS_AT.map((at) => header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8))
      return bytes < HEADER_BYTES || ends.some((end) => end > bytes) ? 'CUT' : null
    } finally {
      await file.close()
    }
  } catch {
    return 'UNREADABLE'
  }
}
