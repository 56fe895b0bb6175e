import { LISTEN_RANGE_M } from '@chauffeur/contract/driver/listen-range'
import { requiredText } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
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
const DAY_MS = 86_400_000
/** By China's clock, `2026-12-31` or `2026/12/31 18:00`; of a day alone the beginning, or all of it for an end. */
const clock = (day: 'BEGINNING' | 'WHOLE') =>
  z.string().transform((typed, context) => {
    const [, year, month, date, hour, minute = '00'] =
      /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(typed.trim()) ?? []
    const two = (digits = '00') => digits.padStart(2, '0')
    const at = new Date(`${year}-${two(month)}-${two(date)}T${two(hour)}:${minute}:00+08:00`).getTime()
    if (!Number.isNaN(at)) return new Date(at + (day === 'WHOLE' && hour === undefined ? DAY_MS : 0))
    context.addIssue({ code: 'custom', message: '应为时间，如 2026-12-31 18:00 | must be a time such as 2026-12-31 18:00' })
    return z.NEVER
  })
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
    from: { zh: '开始', en: 'From', required: true, also: ['开始时间', '开始日期'], read: clock('BEGINNING') },
    until: { zh: '截止', en: 'Until', required: true, also: ['截止时间', '截止日期', '结束', '结束时间'], read: clock('WHOLE') },
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
