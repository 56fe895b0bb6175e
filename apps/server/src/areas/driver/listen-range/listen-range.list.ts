import { listenRangeCalls, type ListenRangeRow } from '@chauffeur/contract/driver/listen-range'
import type { OperatorSession } from '#platform/identity/session'
import { number } from '#platform/list/columns'
import { defineList } from '#platform/list/list'
import { datedList, datedView, periodColumns, whoseColumns } from '../dated/index.ts'
import { listed, type RangeDb, ranges } from './listen-range.queries.ts'

export const rangeView = (row: RangeDb, { authorities }: Pick<OperatorSession, 'authorities'>): ListenRangeRow => ({
  rangeId: row.range_id,
  ...datedView(row, authorities.has('driver.edit')),
  radiusM: row.radius_m,
  ownRadiusM: row.own_radius_m,
})

/** Personal ranges, the one that ends last first. */
export const listenRangeList = defineList(listenRangeCalls.list, {
  from: ({ db }) => ranges(db),
  ...datedList('r'),
  key: 'r.range_id',
  select: listed,
  file: {
    module: import.meta.url,
    zh: '听单范围',
    en: 'Listening ranges',
    columns: {
      ...whoseColumns,
      radiusM: number('听单半径（米）', 'Radius (m)'),
      ownRadiusM: number('平时（米）', 'Otherwise (m)'),
      ...periodColumns,
    },
  },
  view: (row, { operator }) => rangeView(row, operator),
})
