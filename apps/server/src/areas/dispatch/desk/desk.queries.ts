import { liveServiceStatuses } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { OrderRowDb } from '#areas/order/model'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'
import { listOf, literally } from '#platform/database/sql-text'
import { phoneFound } from '#platform/list/phone-search'
import type { Scope } from '#platform/database/scope'

/** A driver within the operator's scope. */
export const driverInScope = (db: TenantDb, driverId: string) =>
  db.selectFrom('drivers').select(['driver_id', 'city_id']).where('driver_id', '=', driverId).executeTakeFirst()

/** Drivers within the scope, of these or, with a keyword, of a city: number, name or telephone begins or ends so. */
export const driversToShow = (
  db: TenantDb,
  of: { ids: readonly string[] } | { cityId: string; keyword: string; scope: Scope },
  limit: number,
) => {
  const drivers = db.selectFrom('drivers').select(['driver_id', 'driver_no', 'name', 'level', 'work_status']).limit(limit)
  if ('ids' in of) return drivers.where('driver_id', '=', sql<string>`any (${of.ids}::bigint[])`).execute()
  const word = literally(of.keyword)
  return drivers
    .where('city_id', '=', of.cityId)
    .where((eb) =>
      eb.or([eb('driver_no', 'ilike', `${word}%`), eb('name', 'like', `%${word}%`), phoneFound('phone', of.keyword, of.scope, 'end')]),
    )
    .orderBy('driver_no')
    .execute()
}

/** The driver's row, locked: the last of the rows an assignment locks. */
export const lockForOrder = (tx: WholeTx, driverId: string) =>
  tx
    .selectFrom('drivers')
    .select(['driver_id', 'org_id', 'work_status', 'name'])
    .where('driver_id', '=', driverId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** An assignment stands beside the offers of the order, as one that was accepted at once. */
export const insertAssigned = (
  tx: WholeTx,
  order: OrderRowDb,
  of: { searchId: string; round: number; driverId: string; distanceM: number; etaS: number },
) =>
  tx
    .insertInto('offers')
    .values({
      tenant_id: order.tenant_id,
      search_id: of.searchId,
      booking_id: order.booking_id,
      order_id: order.order_id,
      round: of.round,
      driver_id: of.driverId,
      sent_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`clock_timestamp()`,
      answered_at: sql<Date>`clock_timestamp()`,
      result: 'ACCEPTED',
      distance_m: of.distanceM,
      eta_s: of.etaS,
    })
    .execute()

/** What stands against another attempt at an order: one that was made already, or another live order of the customer. */
export async function againstNextAttempt(
  tx: TenantTx,
  order: OrderRowDb,
): Promise<{ nextOrderId: string | null; liveOrderId: string | null }> {
  const { rows } = await sql<{ nextOrderId: string | null; liveOrderId: string | null }>`
    select (select order_id::text from orders where booking_id = ${order.booking_id} and attempt = ${order.attempt + 1} and split_part(order_no, '-', 1) = split_part(${order.order_no}, '-', 1)) as "nextOrderId",
      (select min(order_id)::text from orders where customer_id = ${order.customer_id} and booking_id <> ${order.booking_id} and service_status in ${listOf(liveServiceStatuses)}) as "liveOrderId"`.execute(
    tx,
  )
  return rows[0]!
}
