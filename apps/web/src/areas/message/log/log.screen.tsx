import { messageEventText } from '@chauffeur/contract/message/event'
import { messageLogCalls, type MessageState, messageStateText } from '@chauffeur/contract/message/log'
import { orderMessageWayText } from '@chauffeur/contract/order/edit'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

const tone: Record<MessageState, Tone> = { WAITING: 'wait', SENT: 'done', GIVEN_UP: 'off' }

/** Where each message is: for whoever asks why nothing came. */
export default defineList(messageLogCalls.list, ({ c, f }) => ({
  name: 'message.log',
  title: t('短信发送记录'),
  rowKey: (row) => row.messageId,
  rowName: ({ event, phone }) => `${event === null ? t('短信') : tr(messageEventText[event])} ${phone}`,
  fills: t('向客户和司机发出的短信会列在这里，保留 30 天；短信正文请在订单里查看。'),
  filters: [
    f.text('phone', t('手机号'), { placeholder: t('完整手机号') }),
    f.text('orderNo', t('订单号')),
    f.word('event', t('事件'), messageEventText),
    f.word('state', t('状态'), messageStateText),
    f.city(),
    f.days('at', t('时间')),
  ],
  columns: [
    c.time('at', t('时间')),
    c.two(
      'event',
      t('事件'),
      ({ event }) => (event === null ? t('短信') : tr(messageEventText[event])),
      ({ orderNo }) => orderNo,
      [letters(12), 'D0000000000000-0'],
      { shows: ['event', 'orderNo'] },
    ),
    c.status('state', t('状态'), messageStateText, tone),
    c.text('phone', t('手机号'), undefined, { like: '138****0000' }),
    c.text('cityName', t('城市'), undefined, { like: letters(4) }),
    c.text('way', t('方式'), ({ way }) => tr(orderMessageWayText[way]), { like: letters(3), optional: true }),
    c.count('segments', t('计费条数')),
    c.count('attempts', t('发送次数')),
    c.text('failure', t('失败原因')),
    c.time('sentAt', t('发出时间')),
  ],
}))
