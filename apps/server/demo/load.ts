import { once } from 'node:events'
import type { Insertable } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DB } from '#platform/tables.generated'

export type Row<T extends keyof DB> = Insertable<DB[T]>

/** Rows on their way to a table, already as COPY text, which takes a fraction of the objects' memory. */
export interface Batch<T extends keyof DB> {
  table: T
  add: (...rows: Row<T>[]) => void
  size: () => number
  /** Writes what was added, in the client's transaction, and forgets it. */
  flush: (client: pg.ClientBase) => Promise<void>
}

/** Every row has the columns of the first. jsonb columns are given as JSON text. */
export function batch<T extends keyof DB>(table: T): Batch<T> {
  let columns: string[] | undefined
  let lines: string[] = []
  return {
    table,
    add: (...rows) => {
      for (const row of rows) {
        columns ??= Object.keys(row)
        const values = row as Record<string, unknown>
        lines.push(columns.map((column) => copyText(values[column])).join('\t'))
      }
    },
    size: () => lines.length,
    flush: async (client) => {
      if (!columns || lines.length === 0) return
      const text = lines
      lines = []
      await write(client, table, columns, text)
    },
  }
}

/** Loads rows at once, for tables with few of them. */
export async function load<T extends keyof DB>(client: pg.ClientBase, table: T, rows: readonly Row<T>[]): Promise<void> {
  const all = batch(table)
  all.add(...rows)
  await all.flush(client)
}

// PostgreSQL refuses COPY into a table under row level security, so the rows arrive in a temporary one and are inserted from there.
async function write(client: pg.ClientBase, table: string, columns: readonly string[], lines: readonly string[]) {
  const target = pg.escapeIdentifier(table)
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  await client.query(`create temporary table arriving on commit drop as select ${list} from ${target} with no data`)
  const stream = client.query(copyFrom('copy arriving from stdin'))
  const finished = once(stream, 'finish')
  for (let at = 0; at < lines.length; at += 1000) {
    if (!stream.write(`${lines.slice(at, at + 1000).join('\n')}\n`)) await Promise.race([once(stream, 'drain'), finished])
  }
  stream.end()
  await finished
  await client.query(`insert into ${target} (${list}) select ${list} from arriving`)
  await client.query('drop table arriving')
}

function copyText(value: unknown): string {
  if (value === null || value === undefined) return String.raw`\N`
  if (value instanceof Date) return value.toISOString()
  const text = Array.isArray(value) ? arrayText(value) : String(value)
  return text.replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
}

const ESCAPES: Record<string, string> = { '\\': String.raw`\\`, '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }

const arrayText = (items: readonly unknown[]) =>
  `{${items.map((item) => `"${String(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
