import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DatabaseClient } from './database-client.ts'
import { type Scope, scopeValues } from './scope.ts'
import { beginScoped } from './scoped-query.ts'

const STATEMENT_LIMIT = '15min'
/** So much of the database's memory may one sort take. */
const SORT_MEMORY = '64MB'

export interface LongWrite {
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<{ rows: R[]; rowCount: number }>
  /** Rows of a COPY statement, as text, as they come. */
  copyIn(statement: string, rows: AsyncIterable<string>): Promise<void>
}

/**
 * One transaction of minutes on a connection of its own, so that it holds none of those that requests wait for. It commits when `work` fulfils; an
 * abort ends the connection, and with it what the database is at.
 */
export async function longWrite<T>(url: string, scope: Scope, signal: AbortSignal, work: (tx: LongWrite) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ connectionString: url }) as unknown as pg.PoolClient & pg.Client
  client.on('error', () => {})
  const end = () => client.end().catch(() => {})
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    await client.connect()
    await beginScoped(client, scopeValues(scope, '', false))
    await client.query(`set local statement_timeout = '${STATEMENT_LIMIT}'; set local work_mem = '${SORT_MEMORY}'`)
    const done = await work({
      query: async <R extends object>(text: string, values: readonly unknown[] = []) => {
        const { rows, rowCount } = await client.query<R>(text, [...values])
        return { rows, rowCount: rowCount ?? 0 }
      },
      copyIn: (statement, rows) => pipeline(Readable.from(rows, { objectMode: false }), client.query(copyFrom(statement))),
    })
    await client.query('commit')
    return done
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
    // Whatever was not committed is gone with the connection.
    await end()
  }
}
