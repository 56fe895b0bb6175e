import { LISTEN_RANGE_M } from '@chauffeur/contract/driver/listen-range'
import { requiredText } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import { timeCell } from '#platform/import/cells'
import { defineImport } from '#platform/import/kind'
import { beginningOf, driversByNo, endDated, holdDriver, insertDated, overlapping } from '../dated/index.ts'
import { RANGES } from './listen-range.queries.ts'

interface ImportedRange {
  driverNo: string
  radiusM: number
  from: Date
  until: Date
  reason: string
}
const metres = z
  .string()
  .transform((typed) => typed.replaceAll(/[,，\s]|米|m$/gi, ''))
  .pipe(z.string().regex(/^\d{1,6}$/, '应为米数 | must be a number of metres'))
  .transform(Number)
  .pipe(z.number().min(LISTEN_RANGE_M.min, '不小于 500 米 | at least 500 m').max(LISTEN_RANGE_M.max, '不大于 20000 米 | at most 20000 m'))

export const HEADS = ['工号', '听单半径（米）', '开始', '截止', '原因'] as const
export const listenRangeImport = defineImport<object, ImportedRange>({
  name: 'driver.listenRange',
  authority: 'driver.edit',
  title: { zh: '听单范围', en: 'listening ranges' },
  into: z.object({}),
  fields: {
    driverNo: { zh: '工号', en: 'Driver no.', required: true, also: ['司机工号', '司机编号'], read: requiredText(20) },
    radiusM: { zh: '听单半径（米）', en: 'Radius (m)', required: true, also: ['听单半径', '半径', '听单范围'], read: metres },
    from: { zh: '开始', en: 'From', required: true, also: ['开始时间', '开始日期'], read: timeCell('BEGINNING') },
    until: { zh: '截止', en: 'Until', required: true, also: ['截止时间', '截止日期', '结束', '结束时间'], read: timeCell('WHOLE') },
    reason: { zh: '原因', en: 'Reason', required: true, also: ['备注', '说明'], read: requiredText(200) },
  },
  isThere: async () => true,
  keyOf: ({ driverNo, from }) => `${driverNo} ${from.toISOString()}`,
  judge: async (db, _, rows) => {
    const now = new Date()
    const drivers = await idsOf(db, rows)
    return Promise.all(
      rows.map(async ({ driverNo, from: asked, until }) => {
        const from = beginningOf(asked, now)
        const driverId = drivers.get(driverNo)
        if (!driverId) return 'driverListenRange.driverUnknown'
        if (until <= from || until <= now) return 'driverListenRange.periodInvalid'
        return (await overlapping(db, RANGES, driverId, { from, until }, null)) ? 'driverListenRange.overlap' : null
      }),
    )
  },
  write: async (tx, { operator }, rows) => {
    const drivers = await idsOf(tx, rows)
    // In one order, so that two files of the same drivers do not wait for each other.
    for (const driverId of [...new Set(drivers.values())].toSorted()) await holdDriver(tx, RANGES, driverId)
    const made: ({ made: string } | { problem: string })[] = []
    const now = new Date()
    // One after the other: a row may overlap with one before it.
    for (const { driverNo, radiusM, from, until, reason } of rows) {
      const period = { from: beginningOf(from, now), until, reason }
      const driverId = drivers.get(driverNo)
      if (!driverId) made.push({ problem: 'driverListenRange.driverUnknown' })
      else if (await overlapping(tx, RANGES, driverId, period, null)) made.push({ problem: 'driverListenRange.overlap' })
      else {
        const range = { period, own: { radius_m: radiusM } }
        made.push({ made: await insertDated(tx, RANGES, { tenantId: operator.tenantId, driverId }, range, operator) })
      }
    }
    return made
  },
  undo: async (tx, { operator }, made) => new Set(await endDated(tx, RANGES, made, operator.realName, true)),
})

async function idsOf(db: Parameters<typeof driversByNo>[0], rows: readonly ImportedRange[]): Promise<Map<string, string>> {
  const found = await driversByNo(db, [...new Set(rows.map(({ driverNo }) => driverNo))])
  return new Map(found.map(({ driver_no, driver_id }) => [driver_no, driver_id]))
}
