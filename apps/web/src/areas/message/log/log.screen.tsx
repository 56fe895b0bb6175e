import { messageEventText } from '@chauffeur/contract/message/event'
import { messageLogCalls, messageLogWayText, messageStateText } from '@chauffeur/contract/message/log'
import { noticeKindText } from '@chauffeur/contract/operations/notice'
import { smsProviderText } from '@chauffeur/contract/message/sending'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { costText, eventWords, messageTone, reasonWords, serviceWords, stateWords } from './log.view.ts'

const MessageDrawer = lazyPiece(() => import('./message.drawer.tsx'))

/** Where each message is: for whoever asks why nothing came. */
export default defineList(messageLogCalls.list, ({ c, f, a }) => ({
  name: 'message.log',
  title: t('消息发送记录'),
  rowKey: (row) => row.messageId,
  rowName: (row) => `${eventWords(row)} ${row.phone || row.toName}`,
  open: ['look'],
  fills: t('向客户和司机发出的短信、司机端消息和后台通知会列在这里，保留 30 天；发给客户的正文请在订单里查看。'),
  filters: [
    f.text('phone', t('手机号'), { placeholder: t('完整手机号') }),
    f.text('orderNo', t('订单号')),
    f.word('way', t('方式'), messageLogWayText),
    f.word('event', t('事件'), messageEventText),
    f.word('notice', t('后台通知'), noticeKindText, { more: true }),
    f.word('state', t('状态'), messageStateText),
    f.word('provider', t('服务商'), smsProviderText),
    f.city(),
    f.days('at', t('时间')),
  ],
  columns: [
    c.time('at', t('时间')),
    c.opener('event' as 'phone', t('事件'), {
      like: letters(12),
      words: eventWords,
      under: ({ orderNo }) => orderNo,
      shows: ['event', 'notice', 'orderNo'],
    }),
    c.of('state', t('状态'), (row) => <Tag tone={messageTone[row.state]}>{stateWords(row)}</Tag>, tr(messageStateText.SENT), {
      shows: ['state', 'way', 'readAt'],
    }),
    c.text('way', t('方式'), ({ way }) => tr(messageLogWayText[way]), { like: letters(5) }),
    c.text('phone', t('手机号'), ({ phone, toName }) => phone || toName, { like: '138****0000', shows: ['phone', 'toName'] }),
    c.city(),
    c.text('provider', t('服务商'), serviceWords, { like: letters(7), shows: ['provider', 'serviceName'] }),
    c.text('reason', t('原因'), ({ reason, failure }) => reasonWords(reason, failure), { shows: ['reason', 'failure'] }),
    c.of(
      'costFenX100',
      t('费用'),
      ({ costFenX100, way }) => (way === 'APP' || way === 'NOTICE' ? '—' : costText(costFenX100)),
      '¥00.0000',
      { align: 'right' },
    ),
    c.count('attempts', t('发送次数'), { optional: true }),
    c.of('segments', t('计费条数'), ({ segments }) => segments || '—', '00', { align: 'right', optional: true }),
    c.time('sentAt', t('发出时间'), { optional: true }),
    c.time('resultAt', t('结果时间'), { optional: true }),
    c.time('readAt', t('阅读时间'), { optional: true }),
  ],
  actions: [a.look(MessageDrawer)],
}))
