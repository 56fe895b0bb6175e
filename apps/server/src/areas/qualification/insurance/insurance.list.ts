import {
  driverInsuranceCalls,
  insurancePayerText,
  insuranceProductText,
  type InsuranceRow,
  type InsuranceState,
  insuranceStateText,
} from '@chauffeur/contract/qualification/insurance'
import { sql } from 'kysely'
import { driverFound } from '#areas/driver/file'
import type { OperatorSession } from '#platform/identity/session'
import { fen, instant, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { desc, defineList } from '#platform/list/list'
import { holdsNow, isIn, listed, policies, type PolicyDb } from './insurance.queries.ts'

const stateOf = ({ cancelled_at, claimed_on, valid_from, valid_until, now }: PolicyDb): InsuranceState => {
  if (cancelled_at) return 'CANCELLED'
  if (claimed_on) return 'CLAIMING'
  if (valid_until <= now) return 'EXPIRED'
  return valid_from <= now ? 'ACTIVE' : 'PENDING'
}
export const policyView = (row: PolicyDb, { authorities }: Pick<OperatorSession, 'authorities'>): InsuranceRow => ({
  insuranceId: row.insurance_id,
  driverId: row.driver_id,
  driverNo: row.driver_no,
  driverName: row.driver_name,
  cityId: row.city_id,
  cityName: row.city_name,
  product: row.product as InsuranceRow['product'],
  insurer: row.insurer,
  policyNo: row.policy_no,
  from: row.valid_from.toISOString(),
  until: row.valid_until.toISOString(),
  state: stateOf(row),
  coverageFen: Number(row.coverage_fen),
  premiumFen: Number(row.premium_fen),
  payer: row.payer as InsuranceRow['payer'],
  cancelledAt: row.cancelled_at?.toISOString() ?? null,
  cancelReason: row.cancel_reason,
  version: row.version,
  changedAt: row.updated_at.toISOString(),
  changedBy: row.updated_by_name,
  allowedActions: row.cancelled_at === null && authorities.has('driver.edit') ? ['edit', 'cancel'] : [],
})

/** Policies of drivers, the one that ends last first. */
export const insuranceList = defineList(driverInsuranceCalls.list, {
  from: ({ db }) => policies(db),
  filters: {
    cityId: is('d.city_id'),
    driverId: is('i.driver_id'),
    keyword: (typed, { scope }) => driverFound(typed, scope),
    policyNo: holds('i.policy_no'),
    product: is('i.product'),
    payer: is('i.payer'),
    state: isIn,
    endsWithinDays: (days) => sql<boolean>`(${holdsNow} and i.valid_until <= now() + ${days} * interval '1 day')`,
  },
  order: [desc('i.valid_until')],
  sorts: { until: desc('i.valid_until'), from: desc('i.valid_from') },
  key: 'i.insurance_id',
  select: (rows) => listed(rows),
  file: {
    module: import.meta.url,
    zh: '司机保单',
    en: 'Driver insurance policies',
    columns: {
      driverNo: text('工号', 'Driver no.'),
      driverName: text('姓名', 'Name'),
      cityName: text('城市', 'City'),
      product: words('险种', 'Product', insuranceProductText),
      insurer: text('保险公司', 'Insurer'),
      policyNo: text('保单号', 'Policy no.'),
      from: instant('保险起期', 'From'),
      until: instant('保险止期', 'Until'),
      state: words('状态', 'Status', insuranceStateText),
      coverageFen: fen('保额', 'Sum insured'),
      premiumFen: fen('保费', 'Premium'),
      payer: words('承担方', 'Paid by', insurancePayerText),
      cancelReason: text('退保原因', 'Why cancelled'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  view: (row, { operator }) => policyView(row, operator),
})
