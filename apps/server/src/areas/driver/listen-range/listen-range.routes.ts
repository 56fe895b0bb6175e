import { LISTEN_RANGE_M, listenRangeCalls, listenRangeStateText } from '@chauffeur/contract/driver/listen-range'
import { tenantCities } from '#areas/operations/city'
import { createExport } from '#areas/operations/export'
import { openImport } from '#areas/operations/import'
import { type Fail, implement } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { TenantTx } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'
import { HEADS, listenRangeImport } from './listen-range.import.ts'
import { listenRangeList, rangeView } from './listen-range.list.ts'
import {
  changeRange,
  driversByNo,
  endRanges,
  holdDriver,
  insertRange,
  listedRange,
  lockRange,
  overlapping,
} from './listen-range.queries.ts'

const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([key, value]) => ({ key, value }))

/** One that is not over, as it was seen, held until the write is done. */
async function seenRange(
  tx: TenantTx,
  { rangeId, version }: { rangeId: string; version?: number | undefined },
  operator: OperatorSession,
  fail: Fail<'driverListenRange.notFound' | 'driverListenRange.versionConflict' | 'driverListenRange.over'>,
) {
  const known = (await lockRange(tx, rangeId)) ?? fail('driverListenRange.notFound')
  if (known.version !== version) return fail('driverListenRange.versionConflict', { current: rangeView(known, operator) })
  if (known.valid_until <= known.now) return fail('driverListenRange.over')
  return known
}
const recordOf = ({ driverNo, radiusM, from, until, reason }: ReturnType<typeof rangeView>) => ({ driverNo, radiusM, from, until, reason })

export const listenRangeRoutes = implement(
  'driver-listen-range',
  listenRangeCalls,
)({
  searchDict: async ({ db }) => ({
    states: optionsOf(listenRangeStateText),
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
  update: async ({ input, db, operator, request, audit, fail }) => {
    const { rangeId } = input
    const known = rangeId ? await seenRange(db, { rangeId, version: input.version }, operator, fail) : null
    const driverId = known?.driver_id ?? (await driversByNo(db, [input.driverNo]))[0]?.driver_id ?? fail('driverListenRange.driverUnknown')
    const now = new Date()
    const began = known !== null && known.valid_from <= known.now
    const from = began ? known.valid_from : input.from ? new Date(input.from) : now
    const until = new Date(input.until)
    if (until <= from || until <= now)
      return fail(
        'driverListenRange.periodInvalid',
        fieldsOf([{ path: 'until', zh: '应晚于开始时间和现在', en: 'must be later than the beginning and than now' }], request.english),
      )
    await holdDriver(db, driverId)
    const there = await overlapping(db, driverId, from, until, rangeId ?? null)
    if (there)
      return fail('driverListenRange.overlap', {
        rangeId: there.range_id,
        from: there.valid_from.toISOString(),
        until: there.valid_until.toISOString(),
      })
    const range = { radiusM: input.radiusM, from, until, reason: input.reason }
    const savedId =
      rangeId ??
      (await insertRange(db, { ...range, tenantId: operator.tenantId, driverId }, { userId: operator.userId, name: operator.realName }))
    if (rangeId) await changeRange(db, rangeId, range, operator.realName)
    const saved = rangeView((await listedRange(db, savedId))!, operator)
    audit({
      object: 'driverListenRange',
      objectId: savedId,
      ...(known && { before: recordOf(rangeView(known, operator)) }),
      after: recordOf(saved),
    })
    return saved
  },
  delete: async ({ input, db, operator, audit, fail }) => {
    const known = await seenRange(db, input, operator, fail)
    await endRanges(db, [input.rangeId], operator.realName, false)
    audit({ object: 'driverListenRange', objectId: input.rangeId, before: recordOf(rangeView(known, operator)) })
    return {}
  },
})
