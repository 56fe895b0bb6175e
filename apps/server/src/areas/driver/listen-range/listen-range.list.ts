import { listenRangeCalls, type ListenRangeRow, type ListenRangeState, listenRangeStateText } from '@chauffeur/contract/driver/listen-range'
import { sql } from 'kysely'
import { instant, number, text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import type { OperatorSession } from '#platform/identity/session'
import { driverFound } from '../file/index.ts'
import { listed, type RangeDb, ranges } from './listen-range.queries.ts'

const stateOf = ({ valid_from, valid_until, now }: Pick<RangeDb, 'valid_from' | 'valid_until' | 'now'>): ListenRangeState =>
  valid_until <= now ? 'OVER' : valid_from <= now ? 'CURRENT' : 'COMING'

export function rangeView(row: RangeDb, { authorities }: Pick<OperatorSession, 'authorities'>): ListenRangeRow {
  const state = stateOf(row)
  return {
    rangeId: row.range_id,
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    cityId: row.city_id,
    cityName: row.city_name,
    radiusM: row.radius_m,
    ownRadiusM: row.own_radius_m,
    from: row.valid_from.toISOString(),
    until: row.valid_until.toISOString(),
    state,
    reason: row.reason,
    version: row.version,
    changedAt: row.updated_at.toISOString(),
    changedBy: row.updated_by_name,
    allowedActions: state !== 'OVER' && authorities.has('driver.edit') ? ['edit', 'delete'] : [],
  }
}

const inState: Record<ListenRangeState, ReturnType<typeof sql<boolean>>> = {
  COMING: sql<boolean>`r.valid_from > now()`,
  CURRENT: sql<boolean>`(r.valid_from <= now() and r.valid_until > now())`,
  OVER: sql<boolean>`r.valid_until <= now()`,
}
/** Personal ranges, the one that ends last first. */
export const listenRangeList = defineList(listenRangeCalls.list, {
  from: ({ db }) => ranges(db),
  filters: {
    cityId: is('d.city_id'),
    keyword: (typed, { scope }) => driverFound(typed, scope),
    driverId: is('r.driver_id'),
    state: (state) => inState[state],
  },
  key: 'r.range_id',
  order: [desc('r.valid_until')],
  sorts: { until: desc('r.valid_until'), from: desc('r.valid_from') },
  select: listed,
  file: {
    module: import.meta.url,
    zh: '听单范围',
    en: 'Listening ranges',
    columns: {
      driverNo: text('工号', 'Driver no.'),
      driverName: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      radiusM: number('听单半径（米）', 'Radius (m)'),
      ownRadiusM: number('平时（米）', 'Otherwise (m)'),
      from: instant('开始', 'From'),
      until: instant('截止', 'Until'),
      state: words('状态', 'Status', listenRangeStateText),
      reason: text('原因', 'Reason'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  view: (row, { operator }) => rangeView(row, operator),
})
