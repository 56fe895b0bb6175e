import { type CityRow, cityOpeningCalls, cityStateText } from '@chauffeur/contract/operations/city-opening'
import { sql } from 'kysely'
import { cityView, takesOrders } from '../city/index.ts'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { instant, metres, number, text, words } from '#platform/list/columns'
import { holds } from '#platform/list/conditions'
import { asc, defineList } from '#platform/list/list'
import { cities, type ListedCity, listed } from './city-opening.queries.ts'
import { actionsOf, stateOf } from './city-opening.rules.ts'

export function openingView(row: ListedCity, { operator, scope }: { operator: OperatorSession; scope: Scope }): CityRow {
  const state = stateOf(row, new Date())
  return {
    ...cityView(row),
    state,
    closedFrom: row.closed_from?.toISOString() ?? null,
    closedUntil: row.closed_until?.toISOString() ?? null,
    closedReason: row.closed_reason,
    orgName: row.org_name,
    driversQualified: row.drivers_qualified,
    driversOnDuty: row.drivers_on_duty,
    liveOrders: row.live_orders,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    allowedActions: actionsOf(state, { edit: operator.authorities.has('city.edit') && scope.orgs === '*' && scope.channel === '*' }),
  }
}

export const cityList = defineList(cityOpeningCalls.list, {
  from: ({ db }) => cities(db),
  filters: {
    keyword: holds('cities.name', 'cities.pinyin'),
    open: (open) => (open ? takesOrders : sql<boolean>`not ${takesOrders}`),
  },
  key: 'tenant_cities.city_id',
  order: [asc('cities.pinyin')],
  select: listed,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '城市',
    en: 'Cities',
    columns: {
      cityId: text('区划代码', 'Division code'),
      name: text('城市', 'City'),
      state: words('状态', 'Status', cityStateText),
      serviceRadiusM: metres('服务半径', 'Service radius'),
      orgName: text('负责公司', 'Company'),
      driversQualified: number('合格司机', 'Qualified drivers'),
      driversOnDuty: number('在岗司机', 'Drivers on duty'),
      liveOrders: number('进行中订单', 'Orders under way'),
      closedFrom: instant('停止接单时间', 'Orders stop at'),
      closedUntil: instant('恢复接单时间', 'Orders start again at'),
      closedReason: text('关闭原因', 'Why closed'),
      updatedAt: instant('修改时间', 'Changed'),
    },
  },
  view: openingView,
})
