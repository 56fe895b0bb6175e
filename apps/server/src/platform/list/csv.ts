import { Readable } from 'node:stream'
import { type Cell, clockText, looksLikeFormula } from './cells.ts'

/** Programs take a file without it for one in the code page of their country. */
const BOM = '\ufeff'

/** A text that would be a formula gets the sign that makes it a text. */
const guarded = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text)
function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return guarded(cell)
  return 'clock' in cell ? clockText(cell.clock) : cell.number.toFixed(cell.places)
}
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const lines = (rows: readonly (readonly string[])[]) => rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')

/** Rows that come in batches as comma-separated text, written as they come; null: without titles. */
export function csvOf(titles: readonly string[] | null, batches: AsyncIterator<readonly Cell[][]>): Readable {
  async function* text(): AsyncGenerator<string> {
    yield BOM + (titles ? lines([titles.map(guarded)]) : '')
    for (let next = await batches.next(); !next.done; next = await batches.next()) yield lines(next.value.map((row) => row.map(written)))
  }
  return Readable.from(text(), { objectMode: false })
}
