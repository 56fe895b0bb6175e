import type { ActorType, ServiceStatus } from '@chauffeur/contract/order/model'
import type { LiveOrder } from '@chauffeur/contract/operations/live'
import { webhookTypeOf } from '@chauffeur/contract/partner/webhook'
import type { Selectable, Updateable } from 'kysely'
import type { TenantTx } from '#platform/database/db'
import type { Besides } from '#platform/database/events'
import type { Orders } from '#platform/database/tables.generated'
import { type Actor as ActorOf, type MoveDetail, movesOf } from '#platform/machine/moves'
import { awaitsPrepayment, dispatchStatusIn, endReasonOf, momentColumn, orderMachine } from './order.rules.ts'

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

/**
 * What the partner of an order is to be told of an event, one row for each of its addresses; null where it is told nothing. Written with the
 * event, so that the partner hears of exactly what happened; each says how the order stood, since the order goes on.
 */
function partnerNews(tx: TenantTx, order: OrderRowDb, event: string): Besides | null {
  const type = webhookTypeOf[event as keyof typeof webhookTypeOf]
  if (order.channel_id === null || type === undefined) return null
  const waits = awaitsPrepayment(order)
  return tx
    .insertInto('webhook_deliveries')
    .columns([
      'tenant_id',
      'channel_id',
      'callback_id',
      'order_id',
      'seq',
      'type',
      'service_status',
      'pay_status',
      'total_fen',
      'cancel_fee_fen',
      'prepay_due_fen',
      'prepay_until',
      'end_reason',
    ])
    .expression((eb) =>
      eb
        .selectFrom('channel_callbacks')
        .select((c) => [
          'tenant_id',
          'channel_id',
          'callback_id',
          c.cast<string>(c.val(order.order_id), 'bigint').as('order_id'),
          c.cast<number>(c.val(order.version), 'integer').as('seq'),
          c.cast<string>(c.val(type), 'text').as('type'),
          c.cast<number>(c.val(order.service_status), 'int2').as('service_status'),
          c.cast<number>(c.val(order.pay_status), 'int2').as('pay_status'),
          c.cast<number>(c.val(order.total_fen), 'integer').as('total_fen'),
          c.cast<number>(c.val(order.cancel_fee_fen), 'integer').as('cancel_fee_fen'),
          c.cast<number | null>(c.val(waits ? order.prepay_fen : null), 'integer').as('prepay_due_fen'),
          c.cast<Date | null>(c.val(waits ? order.prepay_until : null), 'timestamptz').as('prepay_until'),
          c.cast<string | null>(c.val(endReasonOf(order)), 'text').as('end_reason'),
        ])
        .where('tenant_id', '=', order.tenant_id)
        .where('channel_id', '=', order.channel_id)
        .where('enabled', '=', true),
    ) as unknown as Besides
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
