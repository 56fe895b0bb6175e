import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { DatabaseClient } from '../database/database-client.ts'
import { ensureRoles } from '../database/database-roles.ts'
import { syncFunctions } from './functions.ts'
import { addNewMenus } from './menus.ts'
import { statementsOf } from '../database/sql-statements.ts'

export { type RuntimeUrls, runtimeUrls } from '../database/database-roles.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url))
/** Any fixed number: two processes starting together migrate one after the other. */
const MIGRATION_LOCK = 7_208_117
/** A file whose first line this is runs statement by statement, so that it can build indexes `concurrently`. */
export const OUTSIDE = '-- outside a transaction'
/** Behind a lock that somebody holds, everybody else's statements would queue behind ours: it lets go, and tries again later. */
const LOCK_TIMEOUT = '2s'
const TRIES = 60

export interface MigrateOptions {
  log?: (line: string) => void
  /** Where the files are, for a test. */
  folder?: string
}

/**
 * Brings the database to this program's schema, as its owner. Files run once each, in order of name; a file that changed after it ran is
 * refused. Then the contract's functions, its new menu entries and the partitions of the coming months are there.
 */
export async function migrate(
  ownerUrl: string,
  { log = () => {}, folder = MIGRATIONS }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  return alone(ownerUrl, log, async (client) => {
    await ensureRoles(client)
    await client.query('create schema if not exists private')
    await client.query(
      'create table if not exists private.migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
    )
    const applied: string[] = []
    for (const file of await outstanding(client, folder)) {
      try {
        if (file.text.startsWith(OUTSIDE)) await stepByStep(client, file.text)
        else await inTransaction(client, file, log)
      } catch (error) {
        throw new Error(`Migration ${file.name} failed: ${(error as Error).message}`, { cause: error })
      }
      if (file.text.startsWith(OUTSIDE)) await client.query(DONE, [file.name, file.sha256])
      applied.push(file.name)
    }
    await syncFunctions(client)
    await addNewMenus(client)
    // The daily job does it too: a start never fails for it.
    await client
      .query('call private.extend_operation_logs()')
      .catch((error: Error) => log(`The operation log’s partitions were not extended: ${error.message}`))
    return { applied }
  })
}

/** Past a pooler in front of the database of `DATABASE_URL`, where one is named. */
export const directUrl = (ownerUrl: string): string =>
  (process.env.DATABASE_URL === ownerUrl && process.env.DATABASE_DIRECT_URL) || ownerUrl

/** At a start: migrates, or with `MIGRATE=off`, for who runs `npm run migrate` apart, refuses to serve an older schema than the program's. */
export async function migrateAtStart(ownerUrl: string, log?: (line: string) => void): Promise<void> {
  const url = directUrl(ownerUrl)
  const wish = process.env.MIGRATE || 'on'
  if (wish !== 'on' && wish !== 'off') throw new Error(`MIGRATE must be on or off, not "${wish}".`)
  if (wish === 'off') {
    const missing = await missingMigrations(url)
    if (missing.length > 0) throw new Error(`The database lacks ${missing.length} migrations (${missing[0]} …): npm run migrate`)
    return
  }
  const { applied } = await migrate(url, { ...(log && { log }) })
  if (applied.length) log?.(`Database brought up to date (${applied.length} migrations).`)
}

/** Migrations that this program has and the database has not. */
export async function missingMigrations(ownerUrl: string): Promise<string[]> {
  const client = await connected(ownerUrl)
  try {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('private.migrations') is not null as there`)
    return (rows[0]!.there ? await outstanding(client, MIGRATIONS) : await filesIn(MIGRATIONS)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

interface File {
  name: string
  text: string
  sha256: string
}
const DONE = 'insert into private.migrations (name, sha256) values ($1, $2)'

async function filesIn(folder: string): Promise<File[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(folder + name, 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function outstanding(client: pg.Client, folder: string): Promise<File[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from private.migrations')
  const done = new Map(rows.map((row) => [row.name, row.sha256]))
  const files = await filesIn(folder)
  const changed = files.find((file) => done.has(file.name) && done.get(file.name) !== file.sha256)
  if (changed) throw new Error(`Migration ${changed.name} changed after it was applied; add a new file instead.`)
  return files.filter((file) => !done.has(file.name))
}

async function inTransaction(client: pg.Client, { name, text, sha256 }: File, log: (line: string) => void) {
  for (let tried = 1; ; tried++) {
    await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
    try {
      await client.query(text)
      await client.query('reset role')
      await client.query(DONE, [name, sha256])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const waits = error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
      if (!waits || tried === TRIES) throw error
      if (tried === 1) log(`Migration ${name} waits for a lock that somebody else holds, and is tried again.`)
      await sleep(Math.min(5_000, 250 * tried) * (0.5 + Math.random()))
    }
  }
}

async function stepByStep(client: pg.Client, text: string) {
  for (const statement of statementsOf(text)) {
    // A build that was cut off left an index that is not used and stands in the way.
    const built = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(statement)?.[1]
    if (built) {
      const { rowCount } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [built])
      if (rowCount) await client.query(`drop index concurrently ${pg.escapeIdentifier(built)}`)
    }
    await client.query(statement)
  }
}

/**
 * One process at a time. The lock lives in an open transaction of a connection of its own: it ends with it, also behind a pooler, and
 * a transaction that only holds it keeps neither an index from being built nor live events from being read. It is asked for again and again
 * rather than waited for, as a statement that waits would keep `concurrently` waiting.
 */
async function alone<T>(ownerUrl: string, log: (line: string) => void, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const guard = await connected(ownerUrl)
  const client = await connected(ownerUrl).catch(async (error: unknown) => {
    await guard.end()
    throw error
  })
  try {
    for (let waited = 0; ; waited++) {
      await guard.query('begin; set local idle_in_transaction_session_timeout = 0')
      // Without parameters: the portal of a statement that has some stays open, and its snapshot too.
      const { rows } = await guard.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as mine`)
      if (rows[0]!.mine) break
      await guard.query('rollback')
      if (waited === 10) log('Another process brings the database up to date; waiting for it.')
      await sleep(200)
    }
    return await work(client)
  } finally {
    await Promise.all([client.end(), guard.end()])
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new DatabaseClient({ connectionString: url })
  // What is asked of a connection that has gone fails; its own word of it must not end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
