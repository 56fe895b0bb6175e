import { parse } from 'csv-parse/sync'
import { zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import yauzl from 'yauzl'
import { looksLikeFormula } from '../list/cells.ts'

/** What can be read from a file or a pasted text; more is not taken in. */
export const BOUNDS = { rows: 100_000, columns: 60, cell: 2_000, unpackedBytes: 192 * 1_048_576, parts: 500 } as const

export type TableProblem = 'EMPTY' | 'TOO_MANY_ROWS' | 'TOO_LARGE' | 'NOT_A_TABLE' | 'OLD_WORKBOOK'
export type TableRead = { rows: string[][] } | { problem: TableProblem }

/** Without the sign that keeps a sheet from reading a cell as a formula, as our own files have it. */
const unguarded = (cell: string): string => (cell.startsWith("'") && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell)

class Refused extends Error {
  readonly problem: TableProblem
  constructor(problem: TableProblem) {
    super(problem)
    this.problem = problem
  }
}

/** The first sheet of a workbook, or a text of lines whose cells stand between tabs, commas, semicolons or spaces. Rows without a cell are left out. */
export async function readTable(bytes: Uint8Array): Promise<TableRead> {
  try {
    const rows = startsWith(bytes, [0x50, 0x4b]) ? await workbookRows(bytes) : textRows(bytes)
    const filled = rows.map((row) => row.map((cell) => unguarded(cell.trim()))).filter((row) => row.some((cell) => cell !== ''))
    if (filled.length === 0) throw new Refused('EMPTY')
    // One more, which may name the columns.
    if (filled.length > BOUNDS.rows + 1) throw new Refused('TOO_MANY_ROWS')
    const width = Math.max(...filled.slice(0, 50).map((row) => row.length))
    if (width > BOUNDS.columns || filled.some((row) => row.some((cell) => cell.length > BOUNDS.cell))) throw new Refused('TOO_LARGE')
    return { rows: filled.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? '')) }
  } catch (error) {
    if (error instanceof Refused) return { problem: error.problem }
    return { problem: 'NOT_A_TABLE' }
  }
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)

/**
 * Its parts are unpacked here, counted as they come out, and handed on packed anew: what a head of a zip says of sizes need not be so, and two
 * readers need not find the same parts in one.
 */
async function workbookRows(bytes: Uint8Array): Promise<string[][]> {
  const parts = await unpacked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!Object.keys(parts).some((name) => name.startsWith('xl/worksheets/'))) throw new Refused('NOT_A_TABLE')
  const whole = zipSync(parts, { level: 0 })
  const rows = await readSheet(whole.buffer)
  return rows.map((row) => row.map((cell) => textOf(cell as Cell)))
}

const PARTS_READ =
  /^(xl\/(workbook|styles|sharedStrings)\.xml|xl\/worksheets\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels|\[Content_Types\]\.xml|_rels\/\.rels)$/

function unpacked(zip: Buffer): Promise<Record<string, Uint8Array>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, Uint8Array>>()
  yauzl.fromBuffer(zip, { lazyEntries: true, validateEntrySizes: true }, (fault, file) => {
    if (fault) return reject(fault)
    const parts: Record<string, Uint8Array> = {}
    let bytes = 0
    const stop = (error: Error) => {
      file.close()
      reject(error)
    }
    if (file.entryCount > BOUNDS.parts) return stop(new Refused('TOO_LARGE'))
    file.on('error', stop)
    file.on('end', () => resolve(parts))
    file.on('entry', (entry: yauzl.Entry) => {
      if (!PARTS_READ.test(entry.fileName)) return file.readEntry()
      if (entry.fileName in parts) return stop(new Refused('NOT_A_TABLE'))
      file.openReadStream(entry, (unreadable, stream) => {
        if (unreadable) return stop(unreadable)
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          chunks.push(chunk)
          if (bytes > BOUNDS.unpackedBytes) {
            stream.destroy()
            stop(new Refused('TOO_LARGE'))
          }
        })
        stream.on('error', stop)
        stream.on('end', () => {
          parts[entry.fileName] = Buffer.concat(chunks)
          file.readEntry()
        })
      })
    })
    file.readEntry()
  })
  return promise
}

type Cell = string | number | boolean | Date | null

/** A day has no clock in a sheet; what a clock says stands behind it. A sheet counts in parts of a day, which may lie just before the second. */
function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date)
    return new Date(Math.round(cell.getTime() / 1000) * 1000)
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/^(.{10})T(.{5}).*$/, '$1 $2')
  return String(cell)
}

function textRows(bytes: Uint8Array): string[][] {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new Refused('OLD_WORKBOOK')
  const text = decoded(bytes)
  if (text.includes('\0')) throw new Refused('NOT_A_TABLE')
  return parse(text, {
    delimiter: delimiterOf(text.slice(0, text.search(/[\r\n]|$/))),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: BOUNDS.rows + 2,
    max_record_size: BOUNDS.columns * BOUNDS.cell,
  })
}

/** What Excel saves as CSV in China is GB 18030; other programs write UTF-8. Text of the one is hardly ever right in the other. */
function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes)
  }
}

/**
 * Cells copied out of a sheet are parted by tabs; of what is typed or saved the comma or the semicolon; spaces where there is none of them. A
 * Chinese comma parts what somebody typed with such ones; where the first line has commas, as a saved file has, it is a sign within a cell.
 */
function delimiterOf(firstLine: string): string[] {
  if (firstLine.includes('\t')) return ['\t']
  if (firstLine.includes(',')) return [',']
  if (firstLine.includes('，')) return [',', '，']
  return firstLine.includes(';') ? [';'] : firstLine.includes(' ') ? [' '] : [',', '，']
}
