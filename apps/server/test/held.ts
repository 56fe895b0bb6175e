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
