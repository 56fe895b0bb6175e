import { enterpriseRefusals } from '@chauffeur/contract/enterprise'
import type { TenantDb, TenantTx } from '#platform/db'
import { withWholeTenant } from '#platform/whole-tenant'
import { type EmployerDb, employersOf, findEmployee, lockEnterprise, type Money, moneyOf, usedByPhones } from './enterprise.queries.ts'
import { type PaidTrip, payerLimit, type PayerFacts, type PayerRefusal } from './enterprise.rules.ts'

const NOTHING: Money = { balanceFen: 0, reservedFen: 0, usedThisMonthFen: 0 }
type EnterpriseColumns = Pick<
  EmployerDb,
  'state' | 'city_ids' | 'hours_from' | 'hours_to' | 'per_order_limit_fen' | 'month_limit_fen' | 'credit_limit_fen'
>

export const availableFen = (row: { credit_limit_fen: string }, money: Money): number =>
  money.balanceFen + Number(row.credit_limit_fen) - money.reservedFen

const factsOf = (row: EnterpriseColumns, money: Money): PayerFacts['enterprise'] => ({
  active: row.state === 'ACTIVE',
  cityIds: row.city_ids,
  hours: row.hours_from && row.hours_to ? { from: row.hours_from, to: row.hours_to } : null,
  perOrderLimitFen: row.per_order_limit_fen,
  monthLimitFen: row.month_limit_fen === null ? null : Number(row.month_limit_fen),
  usedThisMonthFen: money.usedThisMonthFen,
  availableFen: availableFen(row, money),
})
const employeeFacts = (row: { state: string; month_limit_fen: string | null }, usedThisMonthFen: number) => ({
  active: row.state === 'ACTIVE',
  monthLimitFen: row.month_limit_fen === null ? null : Number(row.month_limit_fen),
  usedThisMonthFen,
})

/** The enterprises that could pay for a caller, those that would first. `whole` sees the whole tenant. */
export async function payersFor(db: TenantDb, whole: TenantDb, phone: string, trip: PaidTrip | null, language: 'zh' | 'en') {
  const employers = await employersOf(db, phone)
  if (employers.length === 0) return []
  const money = await moneyOf(
    whole,
    employers.map((row) => row.enterprise_id),
  )
  const payers = await Promise.all(
    employers.map(async (row) => {
      const own = money.get(row.enterprise_id) ?? NOTHING
      const used = (await usedByPhones(whole, row.enterprise_id, [phone])).get(phone) ?? 0
      const employee = employeeFacts({ state: row.employee_state, month_limit_fen: row.employee_month_limit_fen }, used)
      const judged = payerLimit(
        { enterprise: factsOf(row, own), employee },
        trip ?? { cityId: '', departAt: new Date(), utcOffsetMinutes: 0 },
      )
      return {
        enterpriseId: row.enterprise_id,
        name: row.name,
        dept: row.dept,
        payMode: row.pay_mode as 'PREPAID' | 'POSTPAID',
        availableFen: availableFen(row, own),
        perOrderLimitFen: row.per_order_limit_fen,
        refused: 'refusal' in judged ? enterpriseRefusals[judged.refusal][language] : null,
      }
    }),
  )
  return payers.toSorted((a, b) => Number(a.refused !== null) - Number(b.refused !== null))
}

/** The most an enterprise pays of an order placed now, its row locked until the order is written; or why it pays nothing. */
export async function payerOf(
  tx: TenantTx,
  enterpriseId: string,
  phone: string,
  trip: PaidTrip,
): Promise<{ limitFen: number; availableFen: number } | { refusal: PayerRefusal }> {
  const enterprise = await lockEnterprise(tx, enterpriseId)
  if (!enterprise) return { refusal: 'enterprise.notEmployee' }
  return withWholeTenant(tx, async () => {
    const money = (await moneyOf(tx, [enterpriseId])).get(enterpriseId) ?? NOTHING
    const employee = await findEmployee(tx, enterpriseId, phone)
    const used = (await usedByPhones(tx, enterpriseId, [phone])).get(phone) ?? 0
    const judged = payerLimit({ enterprise: factsOf(enterprise, money), employee: employee ? employeeFacts(employee, used) : null }, trip)
    return 'refusal' in judged ? judged : { ...judged, availableFen: availableFen(enterprise, money) }
  })
}

/** What an enterprise pays of an order whose bill is made now: what was promised, as far as balance and credit still go. */
export async function billLimitFen(
  tx: TenantTx,
  order: { order_id: string; enterprise_id: string | null; enterprise_limit_fen: number | null },
): Promise<number | null> {
  const { enterprise_id: enterpriseId } = order
  if (enterpriseId === null) return null
  return withWholeTenant(tx, async () => {
    const enterprise = await lockEnterprise(tx, enterpriseId)
    if (!enterprise) return 0
    const money = (await moneyOf(tx, [enterpriseId], order.order_id)).get(enterpriseId) ?? NOTHING
    return Math.max(0, Math.min(order.enterprise_limit_fen ?? 0, availableFen(enterprise, money)))
  })
}
