import { type DatedRow, datedStateText } from '@chauffeur/contract/kernel/dated'
import { columnsOf, letters } from '#kit/list/columns.tsx'
import { filterKit } from '#kit/list/filters.ts'
import { t, tr } from '#platform/text/text.ts'

// Lists of what holds for one driver from a time until another.

export const datedFilters = (f: typeof filterKit) => [
  f.keyword(t('工号、姓名或电话')),
  f.city(),
  f.word('state', t('状态'), datedStateText),
]
/** Whose it is, and whether it holds. */
export function whoseColumns() {
  const c = columnsOf<DatedRow>()
  return [
    c.opener('driverNo', t('司机'), {
      like: letters(8),
      words: (row) => row.driverName,
      under: (row) => row.driverNo,
      shows: ['driverNo', 'driverName'],
    }),
    c.of('cityName', t('城市'), (row) => tr(row.cityName), letters(5)),
    c.of('state', t('状态'), (row) => tr(datedStateText[row.state]), Object.values(datedStateText).map(tr)),
  ]
}
/** Since when, until when, why and by whom. */
export function periodColumns() {
  const c = columnsOf<DatedRow>()
  return [
    c.time('from', t('开始'), { sortable: true }),
    c.time('until', t('截止'), { sortable: true }),
    c.text('reason', t('原因')),
    c.text('changedBy', t('修改人'), undefined, { optional: true }),
    c.time('changedAt', t('修改时间'), { optional: true }),
  ]
}
