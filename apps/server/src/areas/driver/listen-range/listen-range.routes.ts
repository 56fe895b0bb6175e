import { datedStateText } from '@chauffeur/contract/kernel/dated'
import { LISTEN_RANGE_M, listenRangeCalls } from '@chauffeur/contract/driver/listen-range'
import { tenantCities } from '#areas/operations/city'
import { createExport } from '#areas/operations/export'
import { openImport } from '#areas/operations/import'
import { implement } from '#platform/http/implement'
import { keepDated } from '../dated/index.ts'
import { HEADS, listenRangeImport } from './listen-range.import.ts'
import { listenRangeList, rangeView } from './listen-range.list.ts'
import { listedRange, lockRange, RANGES } from './listen-range.queries.ts'

const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([key, value]) => ({ key, value }))

const kept = keepDated({
  at: RANGES,
  object: 'driverListenRange',
  idName: 'rangeId',
  refusals: {
    notFound: 'driverListenRange.notFound',
    conflict: 'driverListenRange.versionConflict',
    over: 'driverListenRange.over',
    driverUnknown: 'driverListenRange.driverUnknown',
    periodInvalid: 'driverListenRange.periodInvalid',
    overlap: 'driverListenRange.overlap',
  },
  find: listedRange,
  lock: lockRange,
  view: rangeView,
  record: ({ driverNo, radiusM, from, until, reason }) => ({ driverNo, radiusM, from, until, reason }),
})

export const listenRangeRoutes = implement(
  'driver-listen-range',
  listenRangeCalls,
)({
  searchDict: async ({ db }) => ({
    states: optionsOf(datedStateText),
    cities: (await tenantCities(db)).map(({ city_id, name }) => ({ key: city_id, value: name })),
    radiusM: LISTEN_RANGE_M,
  }),
  list: listenRangeList.page,
  detail: async ({ input, db, operator, fail }) =>
    rangeView((await listedRange(db, input.rangeId)) ?? fail('driverListenRange.notFound'), operator),
  // The mark at its beginning says to spreadsheets that it is UTF-8.
  downloadHead: async ({ request }) => ({
    fileName: request.english ? 'listening-ranges.csv' : '听单范围导入模板.csv',
    csv: `\uFEFF${HEADS.join(',')}\r\n`,
  }),
  import: ({ input: { file }, db, request, ...context }) =>
    openImport({ kind: listenRangeImport.name, file }, { tx: db, english: request.english, ...context }),
  export: ({ input: { format = 'XLSX', ...filters }, db, request, ...context }) =>
    createExport({ list: listenRangeCalls.list.path, filters, format }, { tx: db, english: request.english, ...context }),
  update: ({ input: { rangeId: id, version, driverNo, from, until, reason, radiusM }, ...context }) =>
    kept.save({ id, version, driverNo, from, until, reason }, () => ({ radius_m: radiusM }), context),
  delete: ({ input: { rangeId, version }, ...context }) => kept.end(rangeId, version, context),
})
