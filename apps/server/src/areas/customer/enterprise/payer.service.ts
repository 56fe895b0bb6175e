import { enterpriseRefusals } from '@chauffeur/contract/customer/enterprise'
import type { TenantDb, TenantTx, WholeDb } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { whole } from '#platform/database/whole-tenant'
import {
  type Billed,
  type EmployerDb,
  employeeOfOrder,
  employersOf,
  findEmployee,
  lockEnterprise,
  type Money,
  moneyOf,
  monthByPhone,
} from './enterprise.queries.ts'
import {
  monthLeft,
  type MonthUse,
  type PaidTrip,
  payerLimit,
  type PayerFacts,
  type PayerLimit,
  type PayerRefusal,
} from './enterprise.rules.ts'

const UNUSED: MonthUse = { usedFen: 0, promisedFen: 0 }
const NOTHING: Money = { balanceFen: 0, reservedFen: 0, month: UNUSED }
type EnterpriseColumns = Pick<
  EmployerDb,
  'state' | 'city_ids' | 'hours_from' | 'hours_to' | 'per_order_limit_fen' | 'month_limit_fen' | 'credit_limit_fen'
>

export const availableFen = (row: { credit_limit_fen: string }, money: Money): number =>
  money.balanceFen + Number(row.credit_limit_fen) - money.reservedFen

const limitOf = (row: { month_limit_fen: string | null }) => (row.month_limit_fen === null ? null : Number(row.month_limit_fen))
const factsOf = (row: EnterpriseColumns, money: Money): PayerFacts['enterprise'] => ({
  active: row.state === 'ACTIVE',
  cityIds: row.city_ids,
  hours: row.hours_from && row.hours_to ? { from: row.hours_from, to: row.hours_to } : null,
  perOrderLimitFen: row.per_order_limit_fen,
  monthLimitFen: limitOf(row),
  month: money.month,
  availableFen: availableFen(row, money),
})
const employeeFacts = (row: { state: string; month_limit_fen: string | null }, month: MonthUse = UNUSED) => ({
  active: row.state === 'ACTIVE',
  monthLimitFen: limitOf(row),
  month,
})

/** The enterprises that could pay for a caller, those that would first. `whole` sees the whole tenant. */
export async function payersFor(db: TenantDb, whole: WholeDb, phone: string, trip: PaidTrip | null, language: 'zh' | 'en') {
  const employers = await employersOf(db, phone)
  if (employers.length === 0) return []
  const money = await moneyOf(
    whole,
    employers.map((row) => row.enterprise_id),
  )
  const payers = await Promise.all(
    employers.map(async (row) => {
      const own = money.get(row.enterprise_id) ?? NOTHING
      const month = (await monthByPhone(whole, row.enterprise_id, [phone])).get(phone)
      const employee = employeeFacts({ state: row.employee_state, month_limit_fen: row.employee_month_limit_fen }, month)
      const judged = payerLimit(
        { enterprise: factsOf(row, own), employee },
        trip ?? { cityId: '', departAt: new Date(), utcOffsetMinutes: 0 },
      )
      return {
        enterpriseId: row.enterprise_id,
        name: row.name,
        dept: row.dept,
        payMode: row.pay_mode,
        availableFen: availableFen(row, own),
        perOrderLimitFen: row.per_order_limit_fen,
        refused: 'refusal' in judged ? enterpriseRefusals[judged.refusal][language] : null,
      }
    }),
  )
  return payers.toSorted((a, b) => Number(a.refused !== null) - Number(b.refused !== null))
}

/** The most an enterprise pays of orders placed now, its row locked until they are written; refused where it pays nothing. */
export async function payerOf(
  tx: TenantTx,
  enterpriseId: string,
  phone: string,
  trip: PaidTrip,
  fail: Fail<PayerRefusal>,
): Promise<PayerLimit> {
  const enterprise = (await lockEnterprise(tx, enterpriseId)) ?? fail('enterprise.notEmployee')
  const all = whole(tx)
  const money = (await moneyOf(all, [enterpriseId])).get(enterpriseId) ?? NOTHING
  const employee = await findEmployee(all, enterpriseId, phone)
  const month = (await monthByPhone(all, enterpriseId, [phone])).get(phone)
  const limit = payerLimit({ enterprise: factsOf(enterprise, money), employee: employee ? employeeFacts(employee, month) : null }, trip)
  return 'refusal' in limit ? fail(limit.refusal) : limit
}

/** What an enterprise pays of an order whose bill is made now: what was promised, as far as the limits of the month, balance and credit still go. */
export async function billLimitFen(
  tx: TenantTx,
  order: Billed & { customer_id: string; enterprise_id: string | null; enterprise_limit_fen: number | null },
): Promise<number | null> {
  const { enterprise_id: enterpriseId } = order
  if (enterpriseId === null) return null
  const all = whole(tx)
  const enterprise = await lockEnterprise(all, enterpriseId)
  if (!enterprise) return 0
  const money = (await moneyOf(all, [enterpriseId], order)).get(enterpriseId) ?? NOTHING
  const employee = await employeeOfOrder(all, enterpriseId, order.customer_id)
  const own = employee && (await monthByPhone(all, enterpriseId, [employee.phone], order)).get(employee.phone)
  const monthLeftFen = Math.min(
    monthLeft({ monthLimitFen: limitOf(enterprise), month: money.month }),
    employee ? monthLeft({ monthLimitFen: limitOf(employee), month: own ?? UNUSED }) : Number.POSITIVE_INFINITY,
  )
  return Math.max(0, Math.min(order.enterprise_limit_fen ?? 0, monthLeftFen, availableFen(enterprise, money)))
}
