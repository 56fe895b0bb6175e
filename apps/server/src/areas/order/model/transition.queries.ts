import type { ServiceStatus, ActorType } from '@chauffeur/contract/order/model'
import type { LiveOrder } from '@chauffeur/contract/operations/live'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { TenantTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import type { Orders } from '#platform/database/tables.generated'

export type OrderRowDb = Selectable<Orders>
export type OrderSet = Updateable<Orders>
export interface Actor {
  type: ActorType
  id: string | null
  name: string
}
export interface EventDetail {
  actor: Actor
  reason?: string
  clientAt?: Date
  point?: { lat: number; lng: number }
  payload?: object
  requestId?: string
}

export const lockOrder = (tx: TenantTx, orderId: string): Promise<OrderRowDb | undefined> =>
  tx.selectFrom('orders').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirst()

/** Writes the changed columns; the caller has the row lock and has asked the rules. */
export const updateOrder = (tx: TenantTx, order: OrderRowDb, set: OrderSet): Promise<OrderRowDb> =>
  tx
    .updateTable('orders')
    .set({ ...set, version: order.version + 1, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', order.tenant_id)
    .where('order_id', '=', order.order_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** What live streams are told of an order. */
export function newsOf(order: OrderRowDb, event: string, at: Date) {
  const news: LiveOrder = {
    orderId: order.order_id,
    orderNo: order.order_no,
    bookingId: order.booking_id,
    cityId: order.city_id,
    serviceStatus: order.service_status,
    event,
    version: order.version,
    at: at.toISOString(),
  }
  return {
    tenantId: order.tenant_id,
    topic: 'orders' as const,
    cityId: order.city_id,
    orgId: order.org_id,
    channelId: order.channel_id,
    payload: news,
  }
}

/** The event row of a change and, for live streams, the news of it. */
export async function recordEvent(
  tx: TenantTx,
  order: OrderRowDb,
  event: string,
  from: ServiceStatus | null,
  detail: EventDetail,
): Promise<void> {
  const recorded = tx.insertInto('order_events').values({
    tenant_id: order.tenant_id,
    order_id: order.order_id,
    seq: order.version,
    event,
    from_status: from,
    to_status: order.service_status,
    actor_type: detail.actor.type,
    actor_id: detail.actor.id,
    actor_name: detail.actor.name,
    client_at: detail.clientAt ?? null,
    lat: detail.point?.lat ?? null,
    lng: detail.point?.lng ?? null,
    reason: detail.reason ?? '',
    payload: detail.payload ? JSON.stringify(detail.payload) : null,
    request_id: detail.requestId ?? '',
  })
  await emitEvent(tx, newsOf(order, event, order.updated_at), recorded)
}
