import { messageEventText } from '@chauffeur/contract/message/event'
import { messageLogCalls, messageLogWayText, messageStateText } from '@chauffeur/contract/message/log'
import { noticeKindText } from '@chauffeur/contract/operations/notice'
import { smsProviderText, smsReasonText } from '@chauffeur/contract/message/sending'
import { sql } from 'kysely'
import { phonePrint } from '#platform/provider/sms'
import { instant, number, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { goesBy, inState, listed, messages } from './log.queries.ts'
import { messageView } from './log.view.ts'

export const messageLog = defineList(messageLogCalls.list, {
  from: ({ db }) => messages(db),
  filters: {
    // Numbers are not kept: who sees none whole cannot try them out, since the call says what it looks up by.
    phone: (typed, { platform, operator }) => sql<boolean>`s.phone_print = ${phonePrint(platform.vault, operator.tenantId, typed)}`,
    event: is('s.event'),
    notice: (kind) => sql<boolean>`s.channel = 'NOTICE' and s.event = ${kind}`,
    way: goesBy,
    cityId: is('s.city_id'),
    provider: is('s.provider'),
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
    zh: '消息发送记录',
    en: 'Messages',
    columns: {
      at: instant('时间', 'Time'),
      event: words('事件', 'Event', messageEventText),
      notice: words('后台通知', 'Console notice', noticeKindText),
      way: words('方式', 'By', messageLogWayText),
      cityName: text('城市', 'City'),
      phone: text('手机号', 'Telephone'),
      toName: text('接收人', 'Recipient'),
      orderNo: text('订单号', 'Order no.'),
      segments: number('计费条数', 'Segments'),
      state: words('状态', 'Status', messageStateText),
      serviceName: text('服务商名称', 'Provider’s name'),
      provider: words('服务商', 'Provider', smsProviderText),
      costFenX100: number('费用（0.01分）', 'Cost (1/100 fen)'),
      attempts: number('发送次数', 'Attempts'),
      reason: words('原因', 'Reason', smsReasonText),
      failure: text('服务商返回', 'Provider’s words'),
      sentAt: instant('发出时间', 'Sent'),
      resultAt: instant('结果时间', 'Result known'),
      readAt: instant('阅读时间', 'Read at'),
    },
  },
  view: messageView,
})
