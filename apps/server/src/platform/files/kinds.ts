import { fileTypeFromBuffer } from 'file-type'
import { isSealed } from '../identity/vault.ts'

interface Kind {
  /** Bytes at most. */
  most: number
  /** What it may be, as its bytes say. */
  types: readonly string[]
  /** So long after it was kept; without, as long as what it belongs to. */
  days?: number
}

const MiB = 1_048_576
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CSV = 'text/csv'
const ZIP = 'application/zip'
/** Bytes that the vault sealed. */
const SEALED = 'application/octet-stream'

/** Every sort of file. Who sees one is said by the policy of the table `files`, for each. */
export const fileKinds = {
  LOGO: { most: 2 * MiB, types: ['image/png'] },
  ORDER_PICTURE: { most: 8 * MiB, types: ['image/jpeg'] },
  /** A small one of it, for walls of thousands. */
  ORDER_THUMB: { most: MiB / 32, types: ['image/webp'] },
  /** As the camera made it, with all that stands in it, sealed: nothing but the vault says what it is. */
  ORDER_ORIGINAL: { most: 9 * MiB, types: [SEALED] },
  /** Of a payment made by hand. */
  VOUCHER: { most: 8 * MiB, types: ['image/jpeg'] },
  /** Of a claim on a driver's insurance. */
  CLAIM: { most: 8 * MiB, types: ['image/jpeg'] },
  /** An hour of 8 kHz 16-bit sound. */
  RECORDING: { most: 64 * MiB, types: ['audio/wav'] },
  /** What somebody had made of a list; theirs alone. */
  EXPORT: { most: 8_192 * MiB, types: [XLSX, CSV, ZIP], days: 7 },
  /** What a channel says that it moved in a day, as it came: part of the books. */
  STATEMENT: { most: 2_048 * MiB, types: [CSV] },
  /** Rows of an import that were refused; theirs alone who brought them. */
  IMPORT: { most: 64 * MiB, types: [CSV], days: 7 },
} as const satisfies Record<string, Kind>
export type FileKind = keyof typeof fileKinds
export const kindOf = (kind: FileKind): Kind => fileKinds[kind]

/** All that tells what a file is stands within so much of its beginning. */
export const HEAD_BYTES = 65_536

/** What the beginning of a file says that it is, of what its kind may be; null for anything else, whatever its name says. */
export async function typeOf(head: Uint8Array, kind: FileKind): Promise<string | null> {
  const { types } = kindOf(kind)
  if (types.includes(SEALED)) return isSealed(head) ? SEALED : null
  const found = (await fileTypeFromBuffer(head))?.mime
  if (found === undefined) return types.includes(CSV) && !head.includes(0) ? CSV : null
  // A workbook is a zip whose parts may come in any order: the one that tells may lie behind the beginning.
  if (found === ZIP && types.includes(XLSX)) return types.includes(ZIP) && !holdsWorkbook(head) ? ZIP : XLSX
  return types.includes(found) ? found : null
}
const holdsWorkbook = (head: Uint8Array) => /\[Content_Types\]\.xml|xl\/|_rels\/|docProps\//.test(Buffer.from(head).toString('latin1'))
