import { sql } from 'kysely'
import type { TenantTx } from '#platform/database/db'

interface NewDevice {
  tenantId: string
  driverId: string
  sessionId: string
  service: string
  print: Buffer
  sealed: string
  english: boolean
}

/** A session has one device: what it says last holds. Whoever had the same telephone before has it no more. */
export async function keepDevice(tx: TenantTx, device: NewDevice): Promise<void> {
  const { tenantId, driverId, sessionId, service, print, sealed, english } = device
  await tx.deleteFrom('push_devices').where('endpoint_print', '=', print).where('session_id', '<>', sessionId).execute()
  await tx
    .insertInto('push_devices')
    .values({ tenant_id: tenantId, driver_id: driverId, session_id: sessionId, service, endpoint_print: print, sealed, english })
    .onConflict((had) =>
      had.column('session_id').doUpdateSet({ service, endpoint_print: print, sealed, english, seen_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Of a driver's devices only those last seen stay. */
export const keepNewest = (tx: TenantTx, driverId: string, most: number) =>
  sql`delete from push_devices where driver_id = ${driverId}::bigint and device_id not in
    (select device_id from push_devices where driver_id = ${driverId}::bigint order by seen_at desc, device_id desc limit ${most})`.execute(
    tx,
  )

export const removeDevice = (tx: TenantTx, sessionId: string) => tx.deleteFrom('push_devices').where('session_id', '=', sessionId).execute()
