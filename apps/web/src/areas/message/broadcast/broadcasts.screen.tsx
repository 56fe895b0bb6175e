import { broadcastStateText, broadcastWhomText } from '@chauffeur/contract/message/broadcast-model'
import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { NoMessageService } from '#shared/message/no-message-service.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { audienceWords, broadcastPath, stateTone } from './broadcast.view.ts'

const BroadcastForm = lazyPiece(() => import('./broadcast.form.tsx'))
const count = (n: number) => (n === 0 ? '' : countText(n))

/** Texts that go to many, and how far they are. */
export default defineList(broadcastCalls.list, ({ c, f, a }) => ({
  name: 'message.broadcasts',
  title: t('营销群发'),
  rowKey: (row) => row.broadcastId,
  rowName: (row) => row.name,
  open: (row) => broadcastPath(row.broadcastId),
  fills: t('写一条短信发给一批客户或司机；由另一位人员批准后发送，随时可以停止。'),
  Extra: NoMessageService,
  add: { may: broadcastCalls.save, label: t('新建群发'), Dialog: BroadcastForm },
  filters: [
    f.keyword(t('名称或内容')),
    f.word('state', t('状态'), broadcastStateText),
    f.word('whom', t('发给'), broadcastWhomText),
    f.city(),
  ],
  columns: [
    c.link('name', t('名称'), (row) => broadcastPath(row.broadcastId), { like: letters(12) }),
    c.status('state', t('状态'), broadcastStateText, stateTone),
    c.two('whom', t('发给'), (row) => tr(broadcastWhomText[row.whom]), audienceWords, [letters(2), letters(12)], {
      shows: ['whom', 'audience', 'groupNames'],
    }),
    c.cities((row) => row.cityIds),
    c.of('recipients', t('接收人数'), ({ recipients }) => count(recipients), '200,000', { align: 'right' }),
    c.two(
      'sent',
      t('已提交 / 已送达'),
      ({ sent }) => count(sent),
      ({ delivered }) => count(delivered),
      ['200,000'],
      { shows: ['sent', 'delivered'], align: 'right' },
    ),
    c.two(
      'failed',
      t('失败 / 不明'),
      ({ failed }) => count(failed),
      ({ unknown }) => count(unknown),
      ['20,000'],
      { shows: ['failed', 'unknown'], align: 'right' },
    ),
    c.of('leftOut', t('发送时排除'), ({ leftOut }) => count(leftOut), '20,000', { align: 'right', optional: true }),
    c.time('nextAt', t('下一次发送')),
    c.two(
      'authorName',
      t('编写 / 批准'),
      ({ authorName }) => authorName,
      ({ decidedByName }) => decidedByName,
      [letters(4)],
      { shows: ['authorName', 'decidedByName'] },
    ),
    c.time('createdAt', t('编写时间'), { optional: true }),
  ],
  pollS: (rows) => ({
    live: rows.some(({ state }) => state === 'SENDING') ? 2 : 15,
    otherwise: rows.some(({ state }) => state === 'SENDING') ? 2 : 15,
  }),
  actions: [
    a.edit(BroadcastForm),
    {
      key: 'stop',
      label: t('停止发送'),
      letter: 'S',
      danger: true,
      may: broadcastCalls.stop,
      // At once: what it means is asked afterwards, when nothing leaves any more.
      confirm: {
        send: ({ broadcastId }) => sendCall(broadcastCalls.stop, { broadcastId }),
        done: t('已停止，未提交的不再发送；可以继续或结束'),
        refreshes: [broadcastCalls.detail, broadcastCalls.recipients],
      },
    },
  ],
}))
