import type pg from 'pg'
import type { World } from '../world.ts'

export interface Watched {
  /** What was asked since it began, in its order. */
  texts(): string[]
  /** Of the transaction that says this, from its beginning to its end. */
  transactionWith(words: string): string[]
  stop(): void
}
const textOf = (query: unknown): string => (typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? ''))

/** Every statement of this world's process from now on that serves a request: what goes on behind and across tenants has pools of its own. */
export function watchStatements(world: World): Watched {
  const asked: { by: pg.PoolClient; text: string }[] = []
  const watched = new Set<pg.PoolClient>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    watched.add(client)
    const ask = client.query
    client.query = ((...of: unknown[]) => {
      asked.push({ by: client, text: textOf(of[0]) })
      return (ask as (...of: unknown[]) => unknown).apply(client, of)
    }) as typeof client.query
  }
  const { runtime } = world.app.platform.db
  runtime.on('acquire', watch)
  return {
    texts: () => asked.map(({ text }) => text),
    transactionWith: (words) => {
      const found = asked.find(({ text }) => text.includes(words))
      if (!found) throw new Error(`Nothing said ${words}.`)
      const own = asked.filter(({ by }) => by === found.by)
      const at = own.indexOf(found)
      const from = own.findLastIndex(({ text }, index) => index < at && text.startsWith('begin'))
      const to = own.findIndex(({ text }, index) => index > at && text === 'commit')
      return own.slice(from, to + 1).map(({ text }) => text)
    },
    stop: () => {
      runtime.off('acquire', watch)
      // What stood on the client itself hid what all clients have.
      for (const client of watched) Reflect.deleteProperty(client, 'query')
    },
  }
}

/** Tables that these statements name, read or written; `writes`: those that they change, by functions of the database too. */
export async function tablesIn(world: World, texts: readonly string[], of: 'reads' | 'writes'): Promise<Set<string>> {
  const called = new Set(texts.flatMap((text) => [...text.matchAll(/\b([a-z_]+)\(/g)].map(([, name]) => name!)))
  const { rows } = await world.owner.query<{ body: string }>(
    `select prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and proname = any ($1)`,
    [[...called]],
  )
  const named = of === 'reads' ? /\b(?:from|join)\s+"?([a-z_]+)/gi : /\b(?:update|delete from|insert into)\s+"?([a-z_]+)/gi
  return new Set([...texts, ...rows.map(({ body }) => body)].flatMap((text) => [...text.matchAll(named)].map(([, table]) => table!)))
}

/** Tables with a column of such a name, and which; of what is cut into parts by time the whole. */
export async function tablesWith(world: World, column: RegExp): Promise<Map<string, string[]>> {
  const { rows } = await world.owner.query<{ table: string; columns: string[] }>(
    `select c.relname::text as table, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.atttypid <> 'boolean'::regtype and a.attname ~ $1
     group by c.relname order by c.relname`,
    [column.source],
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}
