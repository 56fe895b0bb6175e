import type { ActorType, ServiceStatus } from '@chauffeur/contract/order/model'
import type { LiveOrder } from '@chauffeur/contract/operations/live'
import type { Selectable, Updateable } from 'kysely'
import type { TenantTx } from '#platform/database/db'
import type { Orders } from '#platform/database/tables.generated'
import { type Actor as ActorOf, type MoveDetail, movesOf } from '#platform/machine/moves'
import { partnerNews } from './partner-news.queries.ts'
import { dispatchStatusIn, momentColumn, orderMachine } from './order.rules.ts'

export type OrderRowDb = Selectable<Orders>
export type OrderSet = Updateable<Orders>
export type Actor = ActorOf<ActorType>
export interface EventDetail extends MoveDetail<ActorType> {
  clientAt?: Date
  point?: { lat: number; lng: number }
  payload?: object
}

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

export const orderMoves = movesOf({
  machine: orderMachine,
  table: 'orders',
  key: 'order_id',
  state: 'service_status',
  history: {
    table: 'order_events',
    from: 'from_status',
    to: 'to_status',
    more: ({ clientAt, point, payload }: EventDetail) => ({
      client_at: clientAt ?? null,
      lat: point?.lat ?? null,
      lng: point?.lng ?? null,
      payload: payload ? JSON.stringify(payload) : null,
    }),
  },
  sets: (to) => {
    const now = new Date()
    const moment = momentColumn[to]
    return { dispatch_status: dispatchStatusIn(to), status_since: now, ...(moment && { [moment]: now }) }
  },
  news: (order, event) => newsOf(order, event, order.updated_at),
  outbox: partnerNews,
})

export const lockOrder = (tx: TenantTx, orderId: string): Promise<OrderRowDb | undefined> => orderMoves.lock(tx, orderId)

/** The event row of an order that was just made and, for live streams, the news of it. */
export const recordEvent = (
  tx: TenantTx,
  order: OrderRowDb,
  event: string,
  from: ServiceStatus | null,
  detail: EventDetail,
): Promise<void> => orderMoves.record(tx, order, event, from, detail)
