import { sql } from 'kysely'
import type { TenantTx } from './db.ts'

/**
 * Runs `work` with the sight of the whole tenant and takes it back. An operator who cancels frees a driver of another fleet, whom that
 * operator may not see: the freeing is the platform's act.
 */
export async function withWholeTenant<T>(tx: TenantTx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ cities: string; orgs: string; channel: string }>`
    select current_setting('app.cities') as cities, current_setting('app.orgs') as orgs, current_setting('app.channel') as channel`.execute(
    tx,
  )
  const own = rows[0]!
  const look = (cities: string, orgs: string, channel: string) =>
    sql`select set_config('app.cities', ${cities}, true), set_config('app.orgs', ${orgs}, true), set_config('app.channel', ${channel}, true)`.execute(
      tx,
    )
  const narrow = own.cities !== '*' || own.orgs !== '*' || own.channel !== '*'
  if (narrow) await look('*', '*', '*')
  const result = await work()
  if (narrow) await look(own.cities, own.orgs, own.channel)
  return result
}
