import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Insertable } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DB } from '#platform/database/tables.generated'

export type Row<T extends keyof DB> = Insertable<DB[T]>

/** Rows of one table on their way to it, already as COPY text, which takes a fraction of the objects' memory. */
export interface Batch<T extends keyof DB> {
  add: (...rows: Row<T>[]) => void
  size: () => number
  /** What was added so far, to be written; the batch begins anew. */
  take: () => Parcel
}
export interface Parcel {
  table: string
  columns: readonly string[]
  lines: readonly string[]
}

/** Every row has the columns of the first. jsonb columns are given as JSON text. */
export function batch<T extends keyof DB>(table: T): Batch<T> {
  let columns: string[] = []
  let lines: string[] = []
  return {
    add: (...rows) => {
      for (const row of rows) {
        if (columns.length === 0) columns = Object.keys(row)
        const values = row as Record<string, unknown>
        lines.push(columns.map((column) => copyText(values[column])).join('\t'))
      }
    },
    size: () => lines.length,
    take: () => {
      const parcel = { table, columns, lines }
      lines = []
      return parcel
    },
  }
}

/** Loads rows at once, for tables with few of them. */
export async function load<T extends keyof DB>(client: pg.ClientBase, table: T, rows: readonly Row<T>[]): Promise<void> {
  const all = batch(table)
  all.add(...rows)
  await write(client, all.take())
}

/**
 * Writes rows in the client's transaction. PostgreSQL refuses COPY into a table under row level security, so they arrive in a temporary one
 * and are inserted from there.
 */
export async function write(client: pg.ClientBase, { table, columns, lines }: Parcel): Promise<void> {
  if (lines.length === 0) return
  const target = pg.escapeIdentifier(table)
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  await client.query(`create temporary table arriving on commit drop as select ${list} from ${target} with no data`)
  await pipeline(Readable.from(chunksOf(lines)), client.query(copyFrom('copy arriving from stdin')))
  await client.query(`insert into ${target} (${list}) select ${list} from arriving`)
  await client.query('drop table arriving')
}

function* chunksOf(lines: readonly string[]) {
  for (let at = 0; at < lines.length; at += 1000) yield `${lines.slice(at, at + 1000).join('\n')}\n`
}

function copyText(value: unknown): string {
  if (value === null || value === undefined) return String.raw`\N`
  if (typeof value === 'number') return `${value}`
  if (value instanceof Date) return value.toISOString()
  const text = Array.isArray(value) ? arrayText(value) : String(value)
  return SPECIAL.test(text) ? text.replaceAll(EVERY_SPECIAL, (character) => ESCAPES[character] ?? character) : text
}

const SPECIAL = /[\\\n\r\t]/
const EVERY_SPECIAL = /[\\\n\r\t]/g
const ESCAPES: Record<string, string> = { '\\': String.raw`\\`, '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }

const arrayText = (items: readonly unknown[]) =>
  `{${items.map((item) => `"${String(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
