import { messageEvent, messageEventText } from '@chauffeur/contract/message/event'
import { messageLogCalls, messageStateText } from '@chauffeur/contract/message/log'
import { sql } from 'kysely'
import { phonePrint } from '#platform/provider/sms'
import { instant, number, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { inState, listed, messages } from './log.queries.ts'

export const messageLog = defineList(messageLogCalls.list, {
  from: ({ db }) => messages(db),
  filters: {
    // Numbers are not kept: who sees none whole cannot try them out, since the call says what it looks up by.
    phone: (typed, { platform, operator }) => sql<boolean>`s.phone_print = ${phonePrint(platform.vault, operator.tenantId, typed)}`,
    event: is('s.event'),
    cityId: is('s.city_id'),
    state: inState,
    orderNo: is('o.order_no'),
    atFrom: isFrom('s.created_at'),
    atTo: isBefore('s.created_at'),
  },
  key: 's.sms_id',
  order: [desc('s.created_at')],
  select: listed,
  file: {
    module: import.meta.url,
    zh: '短信发送记录',
    en: 'Messages',
    columns: {
      at: instant('时间', 'Time'),
      event: words('事件', 'Event', messageEventText),
      cityName: text('城市', 'City'),
      phone: text('手机号', 'Telephone'),
      orderNo: text('订单号', 'Order no.'),
      segments: number('计费条数', 'Segments'),
      state: words('状态', 'Status', messageStateText),
      attempts: number('发送次数', 'Attempts'),
      failure: text('失败原因', 'Why it failed'),
      sentAt: instant('发出时间', 'Sent'),
    },
  },
  view: (row) => {
    const event = messageEvent.safeParse(row.event)
    return {
      messageId: row.sms_id,
      event: event.success ? event.data : null,
      way: row.purpose === 'ORDER_VOICE' ? ('VOICE' as const) : ('TEXT' as const),
      cityId: row.city_id,
      cityName: row.city_name ?? '',
      phone: row.phone_shown,
      orderId: row.order_id,
      orderNo: row.order_no ?? '',
      segments: row.segments,
      state: row.state,
      attempts: row.attempts,
      failure: row.last_error,
      at: row.created_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
    }
  },
})
