import { lockOrder, type OrderRowDb } from './transition.queries.ts'
import type { TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import type { DriverSession } from '#platform/identity/session'

export type Refusal<F extends string> = { refusal: F; detail?: object }

export interface TripStep {
  platform: Platform
  driver: DriverSession
  orderId: string
  requestId: string
}

export const driverWrongState = (order: OrderRowDb): Refusal<'driver.wrongState'> => ({
  refusal: 'driver.wrongState',
  detail: { serviceStatus: order.service_status },
})

/** The driver's own order, locked. */
export async function lockOwnOrder(tx: TenantTx, orderId: string, driver: DriverSession): Promise<OrderRowDb | null> {
  const order = await lockOrder(tx, orderId)
  return order?.driver_id === driver.driverId ? order : null
}
