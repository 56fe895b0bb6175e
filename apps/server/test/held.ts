import pg from 'pg'
import type { World } from './world.ts'

/** Holds these orders, or customers, so that who works on them waits; gives the way to let go of them. */
export async function held(world: World, ids: readonly string[], of: 'order' | 'customer' = 'order'): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: world.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`select from ${of}s where ${of}_id = any ($1) for update`, [ids])
  return () => holder.end()
}

/**
 * How many connections of this world wait for a lock, `on` a table where one is named. Other databases of the server are other tests'. A
 * wait for a transaction names no database, but who waits holds other locks that do; `pg_stat_activity` would stand still within the
 * transaction of whoever looks.
 */
export async function lockWaits(world: World, on?: string): Promise<number> {
  const { rows } = await world.owner.query<{ waits: number }>(
    `with here as (select pid, granted, relation from pg_locks l
        where exists (select from pg_locks o join pg_database d on d.oid = o.database where o.pid = l.pid and d.datname = current_database()))
     select count(*)::int as waits from here where not granted and ($1::text is null or relation = $1::regclass)`,
    [on ?? null],
  )
  return rows[0]!.waits
}
