import { bulletinCalls, bulletinStateText } from '@chauffeur/contract/message/bulletin'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { bulletinPath, readShare, readWords, stateTone } from './bulletin.view.ts'

const BulletinForm = lazyPiece(() => import('./bulletin.form.tsx'))
const WithdrawDialog = lazyPiece(() => import('./withdraw.dialog.tsx'))

/** What drivers were told on their telephones, and how many have read it. */
export default defineList(bulletinCalls.list, ({ c, f, a }) => ({
  name: 'message.bulletins',
  title: t('司机公告'),
  rowKey: (row) => row.bulletinId,
  rowName: (row) => row.title,
  open: (row) => bulletinPath(row.bulletinId),
  fills: t('发布后，司机在司机端看到公告，这里显示多少人已读。'),
  add: { may: bulletinCalls.save, label: t('发布公告'), Dialog: BulletinForm },
  filters: [
    f.keyword(t('标题或内容')),
    f.city(),
    f.word('state', t('状态'), bulletinStateText),
    f.flag('important', t('重要程度'), t('重要'), t('一般')),
  ],
  columns: [
    c.link('title', t('标题'), (row) => bulletinPath(row.bulletinId), { like: letters(16) }),
    c.status('state', t('状态'), bulletinStateText, stateTone),
    c.of('important', t('重要程度'), (row) => (row.important ? t('重要') : t('一般')), t('重要')),
    c.cities((row) => row.cityIds),
    c.two('read', t('已读'), readWords, readShare, ['50,000 / 50,000'], { shows: ['read', 'drivers'] }),
    c.time('from', t('开始')),
    c.time('until', t('结束')),
    c.text('createdByName', t('发布人'), undefined, { like: letters(4) }),
    c.text('body', t('内容'), undefined, { optional: true }),
  ],
  actions: [a.edit(BulletinForm), { key: 'withdraw', label: t('撤回'), letter: 'W', danger: true, Dialog: WithdrawDialog }],
}))
