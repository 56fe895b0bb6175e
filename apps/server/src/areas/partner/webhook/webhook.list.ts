import {
  type WebhookFailure,
  type WebhookRow,
  type WebhookState,
  type WebhookType,
  webhookCalls,
  webhookFailureText,
  webhookStateText,
  webhookTypeText,
} from '@chauffeur/contract/partner/webhook'
import { sql } from 'kysely'
import type { OperatorSession } from '#platform/identity/session'
import { instant, number, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { deliveries, type DeliveryRow, listed } from './webhook.queries.ts'

export const webhookView = (row: DeliveryRow, { operator }: { operator: OperatorSession }): WebhookRow => ({
  deliveryId: row.delivery_id,
  channelId: row.channel_id,
  channelName: row.channel_name,
  orderId: row.order_id,
  orderNo: row.order_no,
  partnerBookingId: row.partner_booking_id,
  type: row.type as WebhookType,
  seq: row.seq,
  at: row.at.toISOString(),
  url: row.url,
  state: row.state as WebhookState,
  attempts: row.attempts,
  nextAttemptAt: row.state === 'WAITING' ? row.next_attempt_at.toISOString() : null,
  doneAt: row.done_at?.toISOString() ?? null,
  lastStatus: row.last_status,
  lastFailure: row.last_failure as WebhookFailure,
  allowedActions: row.state !== 'WAITING' && operator.authorities.has('webhook.replay') ? ['replay'] : [],
})

/** The whole number of an order, ours or the partner's. */
const ofOrder = (typed: string) => sql<boolean>`d.order_id in (select order_id from orders where order_no = ${typed}
  union all select order_id from orders where booking_id in (select booking_id from bookings where partner_booking_id = ${typed}))`

export const webhookList = defineList(webhookCalls.list, {
  from: ({ db }) => deliveries(db),
  filters: {
    keyword: ofOrder,
    channelId: is('d.channel_id'),
    state: is('d.state'),
    type: is('d.type'),
    atFrom: isFrom('d.at'),
    atTo: isBefore('d.at'),
  },
  key: 'd.delivery_id',
  order: [desc('d.delivery_id')],
  select: listed,
  file: {
    module: import.meta.url,
    zh: '推送记录',
    en: 'Messages to partners',
    columns: {
      at: instant('发生时间', 'Happened'),
      channelName: text('合作渠道', 'Partner channel'),
      orderNo: text('订单号', 'Order no.'),
      partnerBookingId: text('渠道订单号', "Partner's number"),
      type: words('事件', 'Event', webhookTypeText),
      seq: number('序号', 'No.'),
      url: text('回调地址', 'Callback address'),
      state: words('状态', 'Status', webhookStateText),
      attempts: number('发送次数', 'Attempts'),
      lastStatus: number('HTTP 状态', 'HTTP status'),
      lastFailure: words('结果', 'Result', webhookFailureText),
      doneAt: instant('了结时间', 'Concluded'),
    },
  },
  view: webhookView,
})
