import { webhookTypeOf } from '@chauffeur/contract/partner/webhook'
import type { Selectable } from 'kysely'
import type { TenantTx } from '#platform/database/db'
import type { Besides } from '#platform/database/events'
import type { Orders } from '#platform/database/tables.generated'

/**
 * What the partner of an order is to be told of an event, one row for each of its addresses; null where it is told nothing. Written with the
 * event, so that the partner hears of exactly what happened; each says how the order stood, since the order goes on.
 */
export function partnerNews(tx: TenantTx, order: Selectable<Orders>, event: string): Besides | null {
  const type = webhookTypeOf[event as keyof typeof webhookTypeOf]
  if (order.channel_id === null || type === undefined) return null
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
        ])
        .where('tenant_id', '=', order.tenant_id)
        .where('channel_id', '=', order.channel_id)
        .where('enabled', '=', true),
    ) as unknown as Besides
}
