import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { DatabaseClient } from '../database/database-client.ts'
import { isDiskFull } from '../database/db.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url))
/** A database that has not answered by then is away. */
const ANSWER_MS = 3_000
/** However many ask, the database is looked at once in so long. */
const FRESH_MS = 1_000
/** The temporary table of a connection holds back what vacuum may freeze, so no connection gets old. */
const RENEW_MS = 10 * 60_000
const PROBED_KIB = 512

export interface Readiness {
  /** Why the process can serve nobody just now; null when it can. */
  hindrance(): Promise<string | null>
  close(): Promise<void>
}

/**
 * Whether the database takes what a request would write: it answers, is no standby, has the tables of this program and room on its disk. It is
 * asked over a connection of its own: requests that wait for theirs are no reason to send everybody to processes that wait as well.
 */
export function readinessOf(url: string): Readiness {
  const migrations = readdir(MIGRATIONS).then((files) => files.filter((file) => file.endsWith('.sql')))
  let connection: { client: DatabaseClient; until: number } | null = null
  let looking: Promise<string | null> | null = null
  let seen: { why: string | null; at: number } | null = null

  const letGo = async () => {
    const left = connection
    connection = null
    await left?.client.end().catch(() => {})
  }
  const connected = async () => {
    if (connection && connection.until < performance.now()) await letGo()
    if (!connection) {
      const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
      client.on('error', () => {})
      await client.connect()
      connection = { client, until: performance.now() + RENEW_MS }
    }
    return connection.client
  }
  const look = async (): Promise<string | null> => {
    try {
      const client = await connected()
      const { rows } = await client.query<{ read_only: boolean; missing: string[] }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only, missing_migrations($1) as missing`,
        [await migrations],
      )
      const { read_only, missing } = rows[0]!
      if (read_only) {
        // Of several servers another one may write by now.
        await letGo()
        return 'the database takes no writes: it is a standby, or read-only'
      }
      if (missing.length > 0)
        return `the database is older than this program: it lacks ${missing.length} of its migrations, first ${missing[0]}`
      await probeRoom(client)
      return null
    } catch (error) {
      if (isDiskFull(error)) return 'the disk of the database is full'
      await letGo()
      return `the database does not answer: ${(error as Error).message}`
    }
  }
  return {
    hindrance: async () => {
      if (seen && performance.now() - seen.at < FRESH_MS) return seen.why
      looking ??= look()
        .then((why) => {
          seen = { why, at: performance.now() }
          return why
        })
        .finally(() => (looking = null))
      return looking
    },
    close: letGo,
  }
}

/** A file has to grow for it: what fits into pages that are there says nothing about the disk. It is cut off again at the commit. */
async function probeRoom(client: pg.Client): Promise<void> {
  try {
    await client.query('create temporary table if not exists room_on_disk (filler text) on commit delete rows')
    await client.query(`insert into room_on_disk select repeat('x', 1000) from generate_series(1, ${PROBED_KIB})`)
  } catch (error) {
    // An installation where nobody makes temporary tables is not asked.
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
  }
}
