import { listenRangeCalls, type ListenRangeRow } from '@chauffeur/contract/driver/listen-range'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { defineImport } from '#kit/import/import-button.tsx'
import { TemplateButton } from '#kit/import/template-button.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { Shown } from '#kit/list/define.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { distanceText } from '#ui/show/measure.view.ts'
import { datedFilters, periodColumns, whoseColumns } from '#shared/dated/dated.list.tsx'

const ListenRangeForm = lazyPiece(() => import('./listen-range.form.tsx'))

const Import = defineImport<ListenRangeRow>(() => ({
  kind: 'driver.listenRange',
  title: t('听单范围'),
  may: listenRangeCalls.import,
  hint: t('每行一条：工号、听单半径（米）、开始、截止、原因。与已有的期间重叠的行不会导入。'),
  example: t('HZ0001，3000，2026-12-24 18:00，2026-12-25，平安夜运力集中'),
  refreshes: [listenRangeCalls.list],
}))

const Buttons = (shown: Shown<ListenRangeRow>) => (
  <>
    <TemplateButton call={listenRangeCalls.downloadHead} />
    <Import {...shown} />
  </>
)

/** From how far drivers are asked for a time, in place of their own setting. */
export default defineList(listenRangeCalls.list, ({ c, f, a }) => ({
  name: 'driver.listenRanges',
  title: t('听单范围'),
  extra: t('在期间内代替司机自己的听单半径，到期自动恢复'),
  rowKey: (row) => row.rangeId,
  rowName: (row) => `${row.driverName} ${row.driverNo}`,
  open: ['edit'],
  fills: t('还没有个人听单范围，司机按各自设置的半径接单。'),
  Buttons,
  add: { may: listenRangeCalls.update, label: t('新建听单范围'), Dialog: ListenRangeForm },
  filters: [...datedFilters(f)],
  columns: [
    ...whoseColumns(),
    c.two(
      'radiusM',
      t('听单半径'),
      (row) => distanceText(row.radiusM),
      (row) => t('平时 {radius}', { radius: distanceText(row.ownRadiusM) }),
      [t('平时 {radius}', { radius: distanceText(20_000) })],
      { shows: ['radiusM', 'ownRadiusM'] },
    ),
    ...periodColumns(),
  ],
  actions: [
    a.edit(ListenRangeForm),
    a.remove({
      text: ({ driverName, state }) =>
        state === 'CURRENT'
          ? t('立即结束 {name} 的听单范围，恢复为司机自己的听单半径。', { name: driverName })
          : t('删除 {name} 未开始的听单范围。', { name: driverName }),
      send: ({ rangeId, version }) => sendCall(listenRangeCalls.delete, { rangeId, version }),
    }),
  ],
}))
