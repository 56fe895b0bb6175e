import { COVERAGE_FEN, insurancePayerText, insuranceProductText, PREMIUM_FEN } from '@chauffeur/contract/qualification/insurance'
import { requiredText } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import { driversByNo } from '#areas/driver/dated'
import { timeCell, wordCell, yuanCell } from '#platform/import/cells'
import { defineImport } from '#platform/import/kind'
import { holdPolicies, insertPolicy, overlapping, type Policy, removeUntouched } from './insurance.queries.ts'
import { isPeriod } from './insurance.rules.ts'

interface ImportedPolicy extends Policy {
  driverNo: string
}

export const HEADS = ['工号', '险种', '保险公司', '保单号', '保险起期', '保险止期', '保额（元）', '保费（元）', '承担方'] as const
export const insuranceImport = defineImport<object, ImportedPolicy>({
  name: 'qualification.insurance',
  authority: 'driver.edit',
  title: { zh: '司机保单', en: 'driver insurance policies' },
  into: z.object({}),
  fields: {
    driverNo: { zh: '工号', en: 'Driver no.', required: true, also: ['司机工号', '司机编号'], read: requiredText(20) },
    product: { zh: '险种', en: 'Product', required: true, also: ['保险类型', '产品'], read: wordCell(insuranceProductText) },
    insurer: { zh: '保险公司', en: 'Insurer', required: true, also: ['承保公司', '保险人'], read: requiredText(60) },
    policyNo: { zh: '保单号', en: 'Policy no.', required: true, also: ['保单号码', '保险单号'], read: requiredText(60) },
    from: { zh: '保险起期', en: 'From', required: true, also: ['起期', '开始', '生效日期'], read: timeCell('BEGINNING') },
    until: { zh: '保险止期', en: 'Until', required: true, also: ['止期', '截止', '到期日期'], read: timeCell('WHOLE') },
    coverageFen: {
      zh: '保额（元）',
      en: 'Sum insured (yuan)',
      required: true,
      also: ['保额', '保险金额'],
      read: yuanCell.pipe(z.number().min(COVERAGE_FEN.min, '应大于 0 | must be more than 0').max(COVERAGE_FEN.max)),
    },
    premiumFen: {
      zh: '保费（元）',
      en: 'Premium (yuan)',
      required: true,
      also: ['保费', '保险费'],
      read: yuanCell.pipe(z.number().max(PREMIUM_FEN.max, '不大于 100 万元 | at most one million yuan')),
    },
    payer: { zh: '承担方', en: 'Paid by', required: true, also: ['付款方', '保费承担'], read: wordCell(insurancePayerText) },
  },
  isThere: async () => true,
  keyOf: ({ driverNo, product, from }) => `${driverNo} ${product} ${from.toISOString()}`,
  judge: async (db, _, rows) => {
    const drivers = await idsOf(db, rows)
    return Promise.all(rows.map((row) => problemOf(db, row, drivers.get(row.driverNo))))
  },
  write: async (tx, { operator }, rows) => {
    const drivers = await idsOf(tx, rows)
    // In one order, so that two files of the same drivers do not wait for each other.
    for (const driverId of [...new Set(drivers.values())].toSorted()) await holdPolicies(tx, driverId)
    const made: ({ made: string } | { problem: string })[] = []
    // One after the other: a row may overlap with one before it.
    for (const { driverNo, ...policy } of rows) {
      const driverId = drivers.get(driverNo)
      const problem = await problemOf(tx, policy, driverId)
      made.push(
        problem ? { problem } : { made: await insertPolicy(tx, { tenantId: operator.tenantId, driverId: driverId!, policy }, operator) },
      )
    }
    return made
  },
  undo: async (tx, _, made) => new Set(await removeUntouched(tx, made)),
})

type Db = Parameters<typeof driversByNo>[0]
async function problemOf(db: Db, { product, from, until }: Policy, driverId: string | undefined): Promise<string | null> {
  if (!driverId) return 'driverInsurance.driverUnknown'
  if (!isPeriod({ from, until })) return 'driverInsurance.periodInvalid'
  return (await overlapping(db, driverId, { product, from, until }, null)) ? 'driverInsurance.overlap' : null
}
async function idsOf(db: Db, rows: readonly ImportedPolicy[]): Promise<Map<string, string>> {
  const found = await driversByNo(db, [...new Set(rows.map(({ driverNo }) => driverNo))])
  return new Map(found.map(({ driver_no, driver_id }) => [driver_no, driver_id]))
}
