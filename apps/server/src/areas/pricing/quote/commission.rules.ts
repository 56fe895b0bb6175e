import type { DiscountFunder, FeeLine, LineType } from '@chauffeur/contract/pricing/model'
import { sumOf } from '../price/charge.rules.ts'
import { shareOf } from '../price/integer.rules.ts'
import type { Settlement } from '../price/pricing.model.ts'

const shared: readonly LineType[] = ['START', 'MILEAGE', 'WAIT', 'REMOTE', 'DYNAMIC']

/**
 * Divides a bill between platform and driver, as if there were no discount: who funds a discount makes up for it. The platform takes
 * `rateBp` of the shared lines, half-up; weather, receipts, tip and adjustments are the driver's.
 *
 * Always `payableFen + Σ funded = commissionFen + driverFen`.
 */
export function commission(lines: readonly FeeLine[], rateBp: number): Settlement {
  if (rateBp > 10_000) throw new RangeError(`a commission cannot exceed the fare: ${rateBp}`)
  const funded = lines.flatMap(fundedBy)
  const payableFen = sumOf(lines)
  const commissionBaseFen = sumOf(lines.filter(({ type }) => shared.includes(type)))
  const commissionFen = shareOf(commissionBaseFen, rateBp)
  return { commissionBaseFen, commissionFen, driverFen: payableFen + sumOf(funded) - commissionFen, payableFen, funded }
}

/** A right is always the partner's; a coupon says whose it is. */
function fundedBy({ rule, amountFen }: FeeLine): Settlement['funded'] {
  if (rule.kind === 'RIGHT') return [fund('PARTNER', -amountFen)]
  if (rule.kind === 'COUPON') return [fund(rule.funder, -amountFen)]
  return []
}

function fund(funder: DiscountFunder, amountFen: number): Settlement['funded'][number] {
  return { funder, account: funder === 'PARTNER' ? 'PARTNER_RECEIVABLE' : 'MARKETING_EXPENSE', amountFen }
}
