import type { OrderRowDb } from './transition.queries.ts'
import type { TenantDb } from '#platform/database/db'
import { lastEvent } from './order.queries.ts'

export type Changed = {
  refusal: 'order.versionConflict'
  detail: { version: number; serviceStatus: number; event: string; actorName: string; at: string }
}

export type WrongState = { refusal: 'order.wrongState'; detail: { serviceStatus: number } }

export const wrongState = (order: OrderRowDb): WrongState => ({
  refusal: 'order.wrongState',
  detail: { serviceStatus: order.service_status },
})

/** Null where the operator looked at the order as it is; otherwise who changed it since, and how. */
export async function changedSince(db: TenantDb, order: OrderRowDb, seen: number | undefined): Promise<Changed | null> {
  if (seen === undefined || seen === order.version) return null
  const last = await lastEvent(db, order.order_id)
  return {
    refusal: 'order.versionConflict',
    detail: {
      version: order.version,
      serviceStatus: order.service_status,
      event: last?.event ?? '',
      actorName: last?.actor_name ?? '',
      at: (last?.at ?? order.updated_at).toISOString(),
    },
  }
}
