import { sql } from 'kysely'
import type { PlatformDb, TenantTx } from '#platform/database/db'

/** False where it is known already. */
export const noteLock = async (
  tx: TenantTx,
  { tenantId, driverId, until }: { tenantId: string; driverId: string; until: Date },
): Promise<boolean> =>
  (
    await tx
      .insertInto('driver_face_locks')
      .values({ tenant_id: tenantId, driver_id: driverId, locked_until: until })
      .onConflict((on) => on.columns(['tenant_id', 'driver_id', 'locked_until']).doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n

export interface OverLock {
  tenant_id: string
  driver_id: string
  locked_until: string
}
/** Whose time is over and whose drivers do not know yet. */
export const locksOver = async (tx: PlatformDb, except: readonly string[], limit: number): Promise<OverLock[]> =>
  (
    await sql<OverLock>`
      select tenant_id, driver_id, locked_until::text from driver_face_locks
      where ended_at is null and locked_until <= clock_timestamp() and driver_id <> all (${[...except]}::bigint[])
      order by locked_until limit ${limit}`.execute(tx)
  ).rows
/** False where another process was quicker; `late`: so long after it that it is no news. */
export const endLock = async (tx: TenantTx, { driver_id, locked_until }: OverLock): Promise<{ late: boolean } | null> =>
  (
    await sql<{ late: boolean }>`
      update driver_face_locks set ended_at = clock_timestamp()
      where driver_id = ${driver_id}::bigint and locked_until = ${locked_until}::timestamptz and ended_at is null
      returning locked_until < clock_timestamp() - interval '12 hours' as late`.execute(tx)
  ).rows[0] ?? null
