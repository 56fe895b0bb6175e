import type { OrderRowDb } from './transition.queries.ts'
import type { TenantDb } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { lastEvent } from './order.queries.ts'

export const wrongState = (order: OrderRowDb, fail: Fail<'order.wrongState'>): never =>
  fail('order.wrongState', { serviceStatus: order.service_status })

/** Goes on where the operator looked at the order as it is; otherwise says who changed it since, and how. */
export async function asSeen(
  db: TenantDb,
  order: OrderRowDb,
  seen: number | undefined,
  fail: Fail<'order.versionConflict'>,
): Promise<void> {
  if (seen === undefined || seen === order.version) return
  const last = await lastEvent(db, order.order_id)
  fail('order.versionConflict', {
    version: order.version,
    serviceStatus: order.service_status,
    event: last?.event ?? '',
    actorName: last?.actor_name ?? '',
    at: (last?.at ?? order.updated_at).toISOString(),
  })
}
