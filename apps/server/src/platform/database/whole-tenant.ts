import { sql } from 'kysely'
import type { TenantTx } from './db.ts'
import { type Scope, scopeValues } from './scope.ts'

type Sight = Pick<Scope, 'cities' | 'orgs' | 'channel'>
const EVERYTHING: Sight = { cities: '*', orgs: '*', channel: '*' }
const seesAll = ({ cities, orgs, channel }: Sight) => cities === '*' && orgs === '*' && channel === '*'

/** What each transaction sees at the moment. */
export const sights = new WeakMap<TenantTx, Sight>()

/**
 * Runs `work` with the sight of the whole tenant and takes it back. An operator who cancels frees a driver of another fleet, whom that
 * operator may not see: the freeing is the platform's act. Nothing else of the transaction may run beside it.
 */
export async function withWholeTenant<T>(tx: TenantTx, work: () => Promise<T>): Promise<T> {
  const own = sights.get(tx)
  if (!own) throw new Error('Only a transaction of Database.write can look at the whole tenant.')
  if (seesAll(own)) return work()
  let result: T
  try {
    await look(tx, EVERYTHING)
    result = await work()
  } catch (error) {
    // After a failed statement the database takes no other until a savepoint from before it is gone back to, and with that to the own sight.
    await look(tx, own).catch(() => {})
    throw error
  }
  await look(tx, own)
  return result
}

/** Runs `work` with the sight of one user's own rows: whoever ends somebody's job tells that person's windows. Nothing else may run beside it. */
export async function withRowsOf<T>(tx: TenantTx, userId: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ before: string }>`select coalesce(current_setting('app.user', true), '') as before`.execute(tx)
  const see = (user: string) => sql`select set_config('app.user', ${user}, true)`.execute(tx)
  await see(userId)
  try {
    return await work()
  } finally {
    // A transaction in which a statement failed takes no other, and keeps nothing.
    await see(rows[0]!.before).catch(() => {})
  }
}

async function look(tx: TenantTx, sight: Sight): Promise<void> {
  const [, cities, orgs, channel] = scopeValues({ tenantId: '', phones: 'WHOLE', ...sight }, '', false)
  sights.set(tx, sight)
  await sql`select set_config('app.cities', ${cities}, true), set_config('app.orgs', ${orgs}, true), set_config('app.channel', ${channel}, true)`.execute(
    tx,
  )
}
