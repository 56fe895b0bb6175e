import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

/** Those of the drivers who are on duty and within the scope. */
export const driversByIds = (db: TenantDb, driverIds: string[]) =>
  db
    .selectFrom('drivers')
    .select(['driver_id', 'driver_no', 'name', 'level', 'work_status'])
    .where('driver_id', '=', sql<string>`any (${driverIds}::bigint[])`)
    .where('work_status', '<>', 'OFFLINE')
    .execute()
export type NearDriver = Awaited<ReturnType<typeof driversByIds>>[number]
