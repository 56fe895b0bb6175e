import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { kyselyOver, type TenantDb } from './db.ts'
import { type Scope, scopeValues } from './scope.ts'
import { runScoped } from './scoped-query.ts'

/** A statement over millions of rows may sort them all before it gives the first; who takes them may keep it waiting. */
const STATEMENT_LIMIT = '15min'
const WAITING_LIMIT = '5min'
/** A server that can tell ends the statement of a process that is gone. */
const LOOK_FOR_CLIENT = `do $$ begin perform set_config('client_connection_check_interval', '5s', true); exception when others then null; end $$`

/** The database as it was at one moment, whatever is written meanwhile. One statement after the other. */
export interface Snapshot {
  reader(scope: Scope): TenantDb
  /** The rows of a statement, so many at a time; one such statement a snapshot. */
  rows<R>(scope: Scope, query: CompiledQuery, atOnce: number): AsyncGenerator<R[]>
  close(): Promise<void>
}

export async function openSnapshot(url: string): Promise<Snapshot> {
  // In the pool's stead: it is one connection, for one piece of work.
  const client = new DatabaseClient({ connectionString: url }) as unknown as pg.PoolClient
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin isolation level repeatable read read only; set local statement_timeout = '${STATEMENT_LIMIT}';
    set local idle_in_transaction_session_timeout = '${WAITING_LIMIT}'; set local cursor_tuple_fraction = 1; ${LOOK_FOR_CLIENT}`)
  const run = (scope: Scope, text: string, values: readonly unknown[] = []) =>
    runScoped(client, scopeValues(scope, '', true), { text, values: [...values] })
  return {
    reader: (scope) => kyselyOver((query) => run(scope, query.sql, query.parameters)) as TenantDb,
    rows: async function* <R>(scope: Scope, query: CompiledQuery, atOnce: number) {
      await run(scope, `declare every no scroll cursor for ${query.sql}`, query.parameters)
      const fetched = () => {
        const asked = run(scope, `fetch ${atOnce} from every`)
        // Nobody may wait for it any more when it fails.
        asked.catch(() => {})
        return asked
      }
      // The next ones are on their way while these are made use of.
      for (let next = fetched(); ; ) {
        const { rows } = await next
        const over = rows.length < atOnce
        if (!over) next = fetched()
        if (rows.length > 0) yield rows as R[]
        if (over) return
      }
    },
    close: () => (client as unknown as pg.Client).end(),
  }
}
