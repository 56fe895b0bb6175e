import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { scopeValues, type Scope, type WholeScope } from './scope.ts'
import { beginScoped, look, runScoped } from './scoped-query.ts'
import type { DB } from './tables.generated.ts'
import { type Sight, sights } from './whole-tenant.ts'

declare const tenant: unique symbol
declare const write: unique symbol
declare const platform: unique symbol
declare const everything: unique symbol
/** Reads under a tenant's scope: each statement runs in it, and cannot write. */
export type TenantDb = Kysely<DB> & { readonly [tenant]: true }
/** A transaction under a tenant's scope. */
export type TenantTx = TenantDb & { readonly [write]: true }
/** The same where all of the tenant is seen: what is asked of a narrower handle would be wrong, and does not compile. */
export type WholeDb = TenantDb & { readonly [everything]: true }
export type WholeTx = TenantTx & WholeDb
/** A transaction across tenants, as the platform role: for platform administrators, signing in, and the engine's list of work. */
export type PlatformDb = Kysely<DB> & { readonly [platform]: true }

export interface Database {
  /** For who needs a connection of their own, as the role that serves requests or as the one that crosses tenants. */
  urls: { runtime: string; platform: string }
  runtime: pg.Pool
  platform: pg.Pool
  /** As `platform`, for the bytes of files, of which there may be many at once: nobody waits behind them. */
  files: pg.Pool
  /** All of them, under their names. */
  pools: readonly { role: string; pool: pg.Pool }[]
  /**
   * Reads in `scope`. `caller` is a telephone whose owner is on the line, see the customers' policy; a statement that takes longer than
   * `withinMs` is given up (`isTimedOut`).
   */
  reader(scope: WholeScope, caller?: string, withinMs?: number): WholeDb
  reader(scope: Scope, caller?: string, withinMs?: number): TenantDb
  /**
   * Runs `work` in one transaction under `scope`. It commits when the promise fulfils; when it rejects, as with a refusal that is thrown,
   * nothing of it is kept. A statement given to `last` goes to the database together with the commit, which then waits for one
   * answer instead of two. The handle ends with the transaction: what is asked through it later fails.
   */
  write<T>(scope: WholeScope, work: (tx: WholeTx, last: Last) => Promise<T>): Promise<T>
  write<T>(scope: Scope, work: (tx: TenantTx, last: Last) => Promise<T>): Promise<T>
  /**
   * A `write` of its own beside one that the caller is in, for what a refusal must not take back. Its connections are its own too: a crowd who
   * each hold one of the others, and wait for a second, would wait for each other.
   */
  apart<T>(scope: WholeScope, work: (tx: WholeTx) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction across tenants; it ends as a `write` does. */
  acrossTenants<T>(work: (tx: PlatformDb) => Promise<T>): Promise<T>
  /**
   * The same for whoever signs in or proves again who they are: on connections of its own, since anybody may ask, and those who try one account
   * wait for one another.
   */
  signingIn<T>(work: (tx: PlatformDb) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type Last = (statement: Compilable) => void

/** What was begun with `Promise.all` goes on when one of it fails; on the connection there may be somebody else's work by then. */
class TransactionOver extends Error {
  override name = 'TransactionOver'
  override message = 'The transaction is over: this statement came after its end.'
}

export function connect(
  urls: { runtime: string; platform: string },
  size = { runtime: 20, apart: 4, platform: 6, signIn: 4, files: 4 },
): Database {
  const runtime = pool(urls.runtime, size.runtime)
  const apart = pool(urls.runtime, size.apart)
  const platformPool = pool(urls.platform, size.platform)
  const signIn = pool(urls.platform, size.signIn)
  const files = pool(urls.platform, size.files)
  return {
    urls,
    runtime,
    platform: platformPool,
    files,
    pools: [
      { role: 'runtime', pool: runtime },
      { role: 'apart', pool: apart },
      { role: 'platform', pool: platformPool },
      { role: 'signIn', pool: signIn },
      { role: 'files', pool: files },
    ],
    reader: (scope: Scope, caller = '', withinMs?: number) => {
      const values = scopeValues(scope, caller, true)
      return kyselyOver(async (query) => {
        const client = await runtime.connect()
        try {
          const result = await runScoped(client, values, named(query), withinMs)
          client.release()
          return result
        } catch (error) {
          client.release(isConnectionError(error))
          throw error
        }
      }) as WholeDb
    },
    write: <T>(scope: Scope, work: (tx: WholeTx, last: Last) => Promise<T>) => scoped(runtime, scope, work),
    apart: (scope, work) => scoped(apart, scope, work),
    acrossTenants: (work) => crossing(platformPool, work),
    signingIn: (work) => crossing(signIn, work),
    close: async () => {
      await Promise.all([runtime.end(), apart.end(), platformPool.end(), signIn.end(), files.end()])
    },
  }
}

/** A transaction whose handles each see what they see: the connection is told before a statement that sees otherwise than the one before. */
function scoped<T>(from: pg.Pool, scope: Scope, work: (tx: WholeTx, last: Last) => Promise<T>): Promise<T> {
  let seen: Sight | null = scope
  const asSeen =
    (sight: Sight): Ask =>
    (client, query) => {
      // Going back to a savepoint takes a sight back too, and is all that a transaction takes in which a statement failed.
      const goesBack = /^\s*rollback to/i.test(query.text)
      if (seen !== sight && !goesBack) look(client, sight)
      seen = goesBack ? null : sight
      const asked = client.query(query)
      asked.catch(() => (seen = null))
      return asked
    }
  return transaction(
    from,
    (client) => beginScoped(client, scopeValues(scope, '', false)),
    (handle, last) => {
      const seeing = (sight: Sight): TenantTx => {
        const tx = handle(asSeen(sight)) as TenantTx
        sights.set(tx, { sight, seeing })
        return tx
      }
      return work(seeing(scope) as WholeTx, last)
    },
    asSeen(scope),
  )
}
type NamedQuery = ReturnType<typeof named>
type Ask = (client: pg.PoolClient, query: NamedQuery) => Promise<pg.QueryResult>
const plainly: Ask = (client, query) => client.query(query)

const crossing = <T>(from: pg.Pool, work: (tx: PlatformDb) => Promise<T>): Promise<T> =>
  transaction(
    from,
    (client) => client.query('begin'),
    (handle) => work(handle(plainly) as PlatformDb),
  )

/** Shows the caller's own customer row in this transaction, whatever their home city. */
export async function withCaller(tx: TenantDb, phone: string) {
  await tx.selectNoFrom((eb) => eb.fn<string>('set_config', [eb.val('app.caller'), eb.val(phone), eb.lit(true)]).as('caller')).execute()
}

function pool(url: string, max: number) {
  const made = new pg.Pool({
    Client: DatabaseClient as unknown as new () => pg.ClientBase,
    connectionString: url,
    max,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  })
  // An idle connection that the database closed is replaced at the next use.
  made.on('error', () => {})
  // One that it closes while in use fails whatever is asked of it; unheard, its own word of that would end the process.
  made.on('connect', (client) => client.on('error', () => {}))
  return made
}

/**
 * Begins with the first statement: work that turns out to need none costs the database nothing. What is asked for in one turn (the beginning
 * with the first statement, statements side by side, the last one with the commit) goes out in one write.
 */
async function transaction<T>(
  from: pg.Pool,
  begin: (client: pg.PoolClient) => Promise<unknown>,
  work: (handle: (ask: Ask) => Kysely<DB>, last: Last) => Promise<T>,
  asOwn: Ask = plainly,
): Promise<T> {
  let client: pg.PoolClient | undefined
  let opening: Promise<pg.PoolClient> | undefined
  let begun: Promise<unknown> | undefined
  let broken = false
  let over = false
  const open = async () => {
    const connected = await from.connect()
    // The work ended while one of its statements still waited for a connection.
    if (over) {
      connected.release()
      throw new TransactionOver()
    }
    client = connected
    begun = begin(inTurn(client))
    // It is waited for with the first statement, which fails when it does.
    begun.catch(() => {})
    return client
  }
  const last: CompiledQuery[] = []
  try {
    const result = await work(
      (ask) =>
        kyselyOver(async (query) => {
          const connected = over ? undefined : await (opening ??= open())
          if (over || !connected) throw new TransactionOver()
          return ask(inTurn(connected), named(query))
        }),
      (statement) => void last.push(statement.compile()),
    )
    if (last.length) await (opening ??= open())
    over = true
    const closing = last.map((query) => client && asOwn(inTurn(client), named(query)))
    const [ended] = await Promise.all([client && inTurn(client).query('commit'), begun, ...closing])
    // After a failed statement PostgreSQL answers a commit by rolling back, without an error: that work is not done.
    if (ended && ended.command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.')
    return result
  } catch (error) {
    over = true
    // A refusal or a fault of ours leaves the connection in order.
    broken = error instanceof pg.DatabaseError && isConnectionError(error)
    if (!broken) await client?.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client?.release(broken)
  }
}

/** What is asked of the client in this turn of the event loop goes out together at its end. */
function inTurn(client: pg.PoolClient): pg.PoolClient {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client
}

/** No SQLSTATE: the fault came from the connection, not from a statement. */
const isConnectionError = (error: unknown) => !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '')

/** There is no room for what was to be written. */
export const isDiskFull = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '53100'

/** The database cannot be reached, is shutting down, or lacks disk, memory or connections: callers answer 503. */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(08|57P|53[0123]00)/.test(error.code ?? '')
    : error instanceof Error &&
      /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`,
      )

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && (constraint === undefined || error.constraint === constraint)

/** The statement took longer than it was given. */
export const isTimedOut = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'

/** A value that its column cannot hold, or a row that the table does not allow: the same again would fail again. */
export const isDataError = (error: unknown): boolean => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

/** Other rows still refer to what a statement would have removed. */
export const isForeignKeyViolation = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '23503'

let numbered = 0
const names = new Map<string, string>()
/** Statements are prepared under a name once they have shown up twice; shapes without end (lists of varying length) stay unnamed. */
export function prepared(text: string, values: unknown[]): { name?: string; text: string; values: unknown[] } {
  const known = names.get(text)
  if (known) return { name: known, text, values }
  if (known === '') names.set(text, `q${numbered++}`)
  else if (names.size < 2_000) names.set(text, '')
  return { text, values }
}
const named = ({ sql, parameters }: CompiledQuery) => prepared(sql, parameters as unknown[])

/** Statements of a query builder, run by what is given. */
export function kyselyOver(run: (query: CompiledQuery) => Promise<pg.QueryResult>): Kysely<DB> {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const result = await run(query)
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    streamQuery: () => {
      throw new Error('Streaming goes through a cursor of its own.')
    },
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => Promise.reject(new Error('Transactions are opened by Database.write.')),
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<DB>({ dialect })
}
