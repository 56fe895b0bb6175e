import { type DatedState, datedStateText } from '@chauffeur/contract/kernel/dated'
import type { Scope } from '#platform/database/scope'
import { instant, text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { desc } from '#platform/list/list'
import { driverFound } from '../file/index.ts'
import { isIn } from './dated.queries.ts'

/** By what a list of them is filtered and sorted; `alias` is that of their table, drivers are `d`. */
export const datedList = (alias: string) => ({
  filters: {
    cityId: is('d.city_id'),
    driverId: is(`${alias}.driver_id`),
    keyword: (typed: string, { scope }: { scope: Scope }) => driverFound(typed, scope),
    state: (state: DatedState) => isIn(alias, state),
  },
  order: [desc(`${alias}.valid_until`)],
  sorts: { until: desc(`${alias}.valid_until`), from: desc(`${alias}.valid_from`) },
})
/** Columns of its file: whose it is, before its own. */
export const whoseColumns = { driverNo: text('工号', 'Driver no.'), driverName: text('姓名', 'Name'), cityName: text('城市', 'City') }
/** Since when, until when, why and by whom, after its own. */
export const periodColumns = {
  from: instant('开始', 'From'),
  until: instant('截止', 'Until'),
  state: words('状态', 'Status', datedStateText),
  reason: text('原因', 'Reason'),
  changedBy: text('修改人', 'Changed by'),
  changedAt: instant('修改时间', 'Changed'),
}
