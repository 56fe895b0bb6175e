import { inHandServiceStatuses, type WorkStatus } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb, TenantTx, WholeDb } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { effectsOfDrivers, isLevelOf } from '../standing/index.ts'

/** What the candidate filters ask of drivers. */
export async function statesOf(db: WholeDb, tenantId: string, driverIds: readonly string[]) {
  const { rows } = await sql<{
    driver_id: string
    work_status: WorkStatus
    qualification: number
    service_types: string[]
    /** Their own with what their level adds, or what an operator gave them for now. */
    listen_radius_m: number
    /** Of a hundred: how much their level brings them forward. */
    dispatch_weight: number
    idle_since: Date | null
    wallet_fen: number
  }>`
    select d.driver_id, d.work_status, case when d.disabled_reason = '' then d.qualification else 0 end as qualification, d.service_types,
      coalesce((select r.radius_m from driver_listen_ranges r where r.tenant_id = d.tenant_id and r.driver_id = d.driver_id
        and r.valid_from <= clock_timestamp() and r.valid_until > clock_timestamp()), d.listen_radius_m + coalesce(e."rangeBonusM", 0)) as listen_radius_m,
      coalesce(e."dispatchWeight", 100) as dispatch_weight,
      greatest(d.last_order_at, d.online_since) as idle_since, coalesce(a.balance_fen, 0)::float8 as wallet_fen
    from drivers d left join ledger_accounts a on a.tenant_id = d.tenant_id and a.owner_type = 'DRIVER' and a.owner_id = d.driver_id and a.kind = 'DRIVER_AVAILABLE' and a.currency = 'CNY'
      left join ${effectsOfDrivers(sql`${tenantId}::bigint`, sql`${driverIds}::bigint[]`)} e on ${isLevelOf}
    where d.tenant_id = ${tenantId}::bigint and d.driver_id = any (${driverIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.driver_id, row]))
}

/** How long the papers of a driver hold, and which day it is in their city. */
const papersOf = [
  sql<string | null>`drivers.licence_expire::text`.as('licence_expire'),
  sql<string | null>`drivers.id_card_expire::text`.as('id_card_expire'),
  sql<string>`(select (now() at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date::text from cities c where c.city_id = drivers.city_id)`.as(
    'today',
  ),
]

export const lockDriver = (tx: TenantTx, driverId: string) =>
  tx
    .selectFrom('drivers')
    .select(['driver_id', 'work_status', 'qualification', 'disabled_reason'])
    .select(papersOf)
    .where('driver_id', '=', driverId)
    .forUpdate()
    .executeTakeFirst()

export const findDriver = (db: TenantDb, driverId: string) =>
  db
    .selectFrom('drivers')
    .select(['driver_id', 'driver_no', 'name', 'city_id', 'work_status'])
    .where('driver_id', '=', driverId)
    .executeTakeFirst()

/** The order a driver has in hand. */
export const orderInHand = (db: TenantDb, driverId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('driver_id', '=', driverId)
    .where('service_status', 'in', inHandServiceStatuses)
    .executeTakeFirst()

/*
 * Where a driver stands, and what an order counted for, is written by the platform: an operator of another fleet or a partner may not see
 * the driver, and the customer may live in another city. A change that reached no row is a fault.
 */

export async function setWorkStatus(own: TenantTx, driverId: string, status: WorkStatus): Promise<void> {
  const tx = whole(own)
  const done = await tx
    .updateTable('drivers')
    .set({ work_status: status, updated_at: sql<Date>`now()` })
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new Error(`Driver ${driverId} is not there to become ${status}.`)
}

export const setOnline = (tx: TenantTx, driverId: string) =>
  tx
    .updateTable('drivers')
    .set({ work_status: 'ONLINE_IDLE', online_since: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('driver_id', '=', driverId)
    .execute()
/** False for a driver who is being asked or has an order. */
export async function setOffline(tx: TenantTx, driverId: string): Promise<boolean> {
  const done = await tx
    .updateTable('drivers')
    .set({ work_status: 'OFFLINE', online_since: null, updated_at: sql<Date>`now()` })
    .where('driver_id', '=', driverId)
    .where('work_status', 'in', ['ONLINE_IDLE', 'PAUSED', 'OFFLINE'])
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** What a transaction does from here on can be taken back by itself, and the rows that it locked for it are free again. */
export const beginTry = (tx: TenantTx) => sql`savepoint try`.execute(tx)
export const undoTry = (tx: TenantTx) => sql`rollback to savepoint try`.execute(tx)

/** A driver whose order is gone takes orders again. */
export const freeDriver = (tx: TenantTx, driverId: string) =>
  whole(tx)
    .updateTable('drivers')
    .set({ work_status: 'ONLINE_IDLE', updated_at: sql<Date>`now()` })
    .where('driver_id', '=', driverId)
    .where('work_status', 'in', ['OFFERED', 'TO_PICKUP', 'WAITING', 'DRIVING', 'FILING'])
    .execute()

/** A served order counts for driver and customer, and the driver takes orders again. */
export async function countServed(own: TenantTx, driverId: string, customerId: string): Promise<void> {
  const tx = whole(own)
  const { numAffectedRows } = await sql`
    with driver as (update drivers set work_status = 'ONLINE_IDLE', order_count = order_count + 1, last_order_at = now(), updated_at = now() where driver_id = ${driverId} returning driver_id)
    update customers set order_count = order_count + 1, last_order_at = now(), updated_at = now() where customer_id = ${customerId} and exists (select from driver)`.execute(
    tx,
  )
  if (numAffectedRows !== 1n) throw new Error(`An order of driver ${driverId} and customer ${customerId} counted for nobody.`)
}

/** Whether the tenant lets drivers go on duty now. */
export const isDutyOpen = async (db: TenantDb) =>
  (await db.selectFrom('tenants').select('driver_online_enabled').executeTakeFirst())?.driver_online_enabled ?? false
