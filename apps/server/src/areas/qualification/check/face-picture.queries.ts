import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

export const insertPicture = (tx: TenantTx, of: { tenantId: string; driverId: string; checkId: string }, sealed: string) =>
  tx.insertInto('driver_face_pictures').values({ tenant_id: of.tenantId, driver_id: of.driverId, check_id: of.checkId, sealed }).execute()
export const findPicture = (db: TenantDb, checkId: string, days: number) =>
  db
    .selectFrom('driver_face_pictures')
    .select(['tenant_id', 'check_id', 'driver_id', 'sealed', 'at'])
    .where('check_id', '=', checkId)
    .where('at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst()
/** All of a driver's. */
export const removePictures = (tx: TenantTx, driverId: string) =>
  tx.deleteFrom('driver_face_pictures').where('driver_id', '=', driverId).execute()

/** Two who decide for one driver wait for each other. */
export const holdConsent = (tx: TenantTx, driverId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('driver-face-consent', ${driverId}::bigint))`.execute(tx)
/** What the driver agreed to is agreed to no more; false where they agreed to nothing. */
export async function endConsent(tx: TenantTx, driverId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('driver_face_consents')
    .set({ withdrawn_at: sql<Date>`clock_timestamp()` })
    .where('driver_id', '=', driverId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
export const giveConsent = (tx: TenantTx, tenantId: string, driverId: string, version: number) =>
  tx.insertInto('driver_face_consents').values({ tenant_id: tenantId, driver_id: driverId, words_version: version }).execute()
