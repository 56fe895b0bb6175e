import { english } from '@chauffeur/contract/words'
import type { Column } from './columns.ts'

/** What stands in a cell: a text, a number (with its places behind the point), or a moment as a clock shows it, in milliseconds. */
export type Cell = string | { number: number; places: 0 | 2 } | { clock: number } | null

export interface Reader {
  english: boolean
  /** Of the reader's clock, for rows that have none of their own. */
  utcOffsetMinutes: number
}

const UNITS: Partial<Record<Column<unknown>['kind'], { zh: string; en: string }>> = {
  fen: { zh: '（元）', en: ' (CNY)' },
  metres: { zh: '（米）', en: ' (m)' },
  seconds: { zh: '（秒）', en: ' (s)' },
  percent: { zh: '（%）', en: ' (%)' },
}
/** A column's title, with the unit of its numbers, and the clock where it is the reader's. */
export function titleOf(column: Column<unknown>, reader: Reader, ownClock: boolean): string {
  const unit = UNITS[column.kind]?.[reader.english ? 'en' : 'zh'] ?? ''
  const clock = column.kind === 'instant' && !ownClock ? ` ${offsetText(reader.utcOffsetMinutes)}` : ''
  return `${reader.english ? column.en : column.zh}${unit}${clock}`
}
function offsetText(minutes: number): string {
  const [h, m] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`
}

export function cellOf(column: Column<unknown>, field: unknown, row: object, reader: Reader): Cell {
  if (column.unless && (row as Record<string, unknown>)[column.unless.field]) return said(column.unless.words, reader)
  const value = column.of ? column.of(field) : field
  if (value === null || value === undefined || value === '') return null
  switch (column.kind) {
    case 'number':
    case 'metres':
    case 'seconds':
      return { number: Number(value), places: 0 }
    case 'fen':
    case 'percent':
      return { number: Number(value) / 100, places: 2 }
    case 'instant': {
      const { utcOffsetMinutes = reader.utcOffsetMinutes } = row as { utcOffsetMinutes?: number }
      return { clock: Date.parse(String(value)) + utcOffsetMinutes * 60_000 }
    }
    case 'flag':
      return said(value === true ? '是' : '否', reader)
    case 'text':
      return column.words ? said(column.words[String(value)] ?? String(value), reader) : String(value)
  }
}
const said = (chinese: string, reader: Reader) => (reader.english ? (english[chinese] ?? chinese) : chinese)

/** A program that opens the file would take such a text for a formula, or for what goes into the next cell. */
export const looksLikeFormula = (text: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(text)

/** A moment as `2026-11-22 08:05:09`. */
export const clockText = (clock: number): string => new Date(clock).toISOString().slice(0, 19).replace('T', ' ')
