import pg from 'pg'
import { SCOPE_SETTINGS } from './scope.ts'

/** What a query needs of the driver's connection; the driver types none of it. */
interface WireConnection {
  bind(options: { portal: string; statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(options: { portal: string; rows?: number }): void
}
interface WireQuery {
  prepare(connection: WireConnection): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: WireConnection): void
  requiresPreparation(): boolean
}

const SCOPE_STATEMENT = 'scope'
const SCOPE_SQL = `select ${SCOPE_SETTINGS.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`
const Base = pg.Query as unknown as new (
  config: object,
  values: unknown,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => WireQuery

/**
 * One statement and the scope it runs in, sent in one network write and run as one implicit transaction: the scope is
 * gone when the statement is. Costs nothing measurable over the bare statement, where BEGIN … COMMIT costs nearly half.
 */
class ScopedQuery extends Base {
  #scope: string[]
  #scopeDone = false

  constructor(scope: string[], config: object, callback: (error: Error | null, result: pg.QueryResult) => void) {
    super(config, undefined, callback)
    this.#scope = scope
  }

  override requiresPreparation() {
    return true
  }

  override prepare(connection: WireConnection) {
    connection.bind({ portal: '', statement: SCOPE_STATEMENT, values: this.#scope, valueMapper: (value) => value })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }

  override handleDataRow(message: unknown) {
    if (this.#scopeDone) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: WireConnection) {
    if (this.#scopeDone) super.handleCommandComplete(message, connection)
    this.#scopeDone = true
  }
}

const prepared = new WeakSet<pg.PoolClient>()

export async function runScoped(
  client: pg.PoolClient,
  scope: string[],
  query: { name?: string; text: string; values: unknown[] },
): Promise<pg.QueryResult> {
  if (!prepared.has(client)) {
    await client.query({ name: SCOPE_STATEMENT, text: SCOPE_SQL, values: scope })
    prepared.add(client)
  }
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  client.query(new ScopedQuery(scope, query, (error, result) => (error ? reject(error) : resolve(result))) as unknown as pg.Submittable)
  return promise
}

/** Opens a transaction and puts the scope on it, in one round trip. */
export const beginScoped = (client: pg.PoolClient, scope: string[]) =>
  client.query(
    `begin; select ${SCOPE_SETTINGS.map((name, index) => `set_config('${name}', ${pg.escapeLiteral(scope[index]!)}, true)`).join(', ')}`,
  )
