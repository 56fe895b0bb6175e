import { driverLevelWhiteCalls } from '@chauffeur/contract/driver/level-driver'
import { whiteEffectText } from '@chauffeur/contract/driver/level-model'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { datedFilters, periodColumns, whoseColumns } from '#shared/dated/dated.list.tsx'

const WhiteForm = lazyPiece(() => import('./white.form.tsx'))

/** Who is spared from falling, or has a level whatever they did, until an end. */
export default defineList(driverLevelWhiteCalls.list, ({ c, f, a }) => ({
  name: 'driver.levelWhites',
  title: t('等级白名单'),
  extra: t('到期后按等级规则重新评定'),
  rowKey: (row) => row.whiteId,
  rowName: (row) => `${row.driverName} ${row.driverNo}`,
  open: ['edit'],
  fills: t('还没有司机在等级白名单中。'),
  add: { may: driverLevelWhiteCalls.save, label: t('加入等级白名单'), Dialog: WhiteForm },
  filters: [...datedFilters(f), f.word('effect', t('效果'), whiteEffectText)],
  columns: [
    ...whoseColumns(),
    c.two(
      'effect',
      t('效果'),
      (row) => tr(whiteEffectText[row.effect]),
      (row) => tr(row.levelName),
      Object.values(whiteEffectText).map(tr),
      { shows: ['effect', 'levelName'] },
    ),
    c.of('presentName', t('当前等级'), (row) => tr(row.presentName), letters(4)),
    ...periodColumns(),
  ],
  actions: [
    a.edit(WhiteForm),
    a.remove({
      text: ({ driverName, state }) =>
        state === 'CURRENT'
          ? t('立即结束 {name} 的白名单，之后按等级规则评定。', { name: driverName })
          : t('删除 {name} 未开始的白名单。', { name: driverName }),
      send: ({ whiteId, version }) => sendCall(driverLevelWhiteCalls.delete, { whiteId, version }),
    }),
  ],
}))
