import { lockOrder, type OrderRowDb } from './transition.queries.ts'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import type { DriverSession } from '#platform/identity/session'

/** A driver's step on their own order, and what it may be refused for besides the order itself. */
export interface TripStep<F extends string = never> {
  platform: Platform
  driver: DriverSession
  orderId: string
  requestId: string
  fail: Fail<'driver.orderNotFound' | 'driver.wrongState' | F>
}

export const driverWrongState = (order: OrderRowDb, { fail }: Pick<TripStep, 'fail'>): never =>
  fail('driver.wrongState', { serviceStatus: order.service_status })

/** The driver's own order, locked. */
export async function lockOwnOrder(tx: TenantTx, { orderId, driver, fail }: TripStep): Promise<OrderRowDb> {
  const order = await lockOrder(tx, orderId)
  return order?.driver_id === driver.driverId ? order : fail('driver.orderNotFound')
}
