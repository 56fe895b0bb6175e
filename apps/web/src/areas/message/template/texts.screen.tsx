import { messageEventText, messageWayText } from '@chauffeur/contract/message/event'
import { messageLanguageText } from '@chauffeur/contract/kernel/language'
import { messageTextCalls, type MessageTextRow, messageTextStateText } from '@chauffeur/contract/message/text'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { NoMessageService } from '#shared/message/no-message-service.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { placeWords, saysWords, textTone } from './text.view.ts'

const TextForm = lazyPiece(() => import('./text.form.tsx'))
const TextDrawer = lazyPiece(() => import('./text.drawer.tsx'))
const DecideDialog = lazyPiece(() => import('./decide.dialog.tsx'))
const FollowDialog = lazyPiece(() => import('./follow.dialog.tsx'))

/** What customers and drivers are told, by event, city and partner channel, and which versions wait for another person. */
export default defineList(messageTextCalls.list, ({ c, f, a }) => ({
  name: 'message.texts',
  title: t('消息模板'),
  rowKey: (row) => row.textId,
  rowName: (row) => tr(messageEventText[row.event]),
  open: ['look'],
  fills: t('为城市或渠道新建自己的消息内容，经另一人审核后用于之后的消息。'),
  Extra: NoMessageService,
  add: { may: messageTextCalls.add, label: t('新建消息模板'), Dialog: TextForm },
  filters: [
    f.keyword(t('内容、签名或原因')),
    f.word('way', t('方式'), messageWayText),
    f.word('event', t('事件'), messageEventText),
    f.city(),
    f.pick('channel'),
    f.word('language', t('语言'), messageLanguageText),
    f.word('state', t('状态'), messageTextStateText),
  ],
  columns: [
    c.opener('event', t('事件'), {
      words: (row) => tr(messageEventText[row.event]),
      like: letters(14),
      // What is not said is a text message.
      under: (row) => (row.way === 'SMS' ? placeWords(row) : `${tr(messageWayText[row.way])} · ${placeWords(row)}`),
      shows: ['event', 'way', 'cityName', 'channelName'],
    }),
    c.word('language', t('语言'), messageLanguageText),
    c.status('state', t('状态'), messageTextStateText, textTone),
    c.text('says', t('内容'), saysWords, { shows: ['effect', 'body'] }),
    c.of('segments', t('计费条数'), ({ segments }) => segments || '—', '00', { align: 'right' }),
    c.count('number', t('版本')),
    c.text('reason', t('修改原因'), undefined, { optional: true }),
    c.text('proposedByName', t('提交人'), undefined, { like: letters(5) }),
    c.time('proposedAt', t('提交时间')),
    c.text('decidedByName', t('审核人'), undefined, { optional: true }),
  ],
  actions: [
    a.look(TextDrawer),
    a.edit(TextForm),
    { key: 'approve', label: t('审核'), letter: 'A', Dialog: DecideDialog },
    {
      key: 'withdraw',
      label: t('撤回'),
      confirm: {
        send: ({ textId, version }: MessageTextRow) => sendCall(messageTextCalls.withdraw, { textId, version }),
        text: (row) => t('撤回后 {name} 的这一版不再等待审核。', { name: tr(messageEventText[row.event]) }),
        done: t('已撤回'),
        refreshes: [messageTextCalls.details],
      },
    },
    { key: 'follow', label: t('恢复沿用上级'), danger: true, Dialog: FollowDialog },
  ],
}))
