import pg from 'pg'
import type { World } from './world.ts'

/** Holds these orders, so that who works on them waits; gives the way to let go of them. */
export async function held(world: World, orderIds: readonly string[]): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: world.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from orders where order_id = any ($1) for update', [orderIds])
  return () => holder.end()
}
