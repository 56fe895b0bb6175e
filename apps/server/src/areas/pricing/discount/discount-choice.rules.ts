import type { CouponType, DiscountFunder, Hours } from '@chauffeur/contract/pricing/model'
import type { UnusableReason } from '@chauffeur/contract/pricing/discount'
import { localSecond, secondsOf } from '../price/bands.rules.ts'
import type { CouponTerms } from '../price/pricing.model.ts'

export interface CouponRow {
  type: string
  funder: string
  faceFen: number | null
  rateBp: number | null
  maxFen: number | null
  minSubtotalFen: number
}

/** @throws when a template's type and values do not fit: the database does not let such a row in. */
export function termsOf(row: CouponRow): CouponTerms {
  const common = {
    minSubtotalFen: row.minSubtotalFen,
    funder: row.funder as DiscountFunder,
    ...(row.maxFen !== null && { maxFen: row.maxFen }),
  }
  const type = row.type as CouponType
  if (type === 'START_PRICE_FREE') return { ...common, type }
  if (type === 'RATE' && row.rateBp !== null) return { ...common, type, rateBp: row.rateBp }
  if ((type === 'CASH' || type === 'FIXED_PRICE') && row.faceFen !== null) return { ...common, type, faceFen: row.faceFen }
  throw new Error(`A coupon of type ${row.type} lacks its value.`)
}

export interface Use {
  cityId: string
  channelId: string | null
  serviceType: string
  newCustomer: boolean
  /** When it is held: that alone decides whether it has expired. */
  at: Date
  departAt: Date
  utcOffsetMinutes: number
  /** The price fences around the pick-up. */
  fenceIds: readonly string[]
}
export interface Limits {
  validFrom: Date
  validTo: Date
  cityIds: readonly string[]
  channelIds: readonly string[]
  serviceTypes: readonly string[]
  bands: readonly Hours[]
  fenceIds: readonly string[]
  newCustomerOnly: boolean
}

/** Why something that is still the customer's cannot be used here and now; null when it can. An empty list is no limit. */
export function unusable(limits: Limits, use: Use): UnusableReason | null {
  const outside = (list: readonly string[], value: string | null) => list.length > 0 && (value === null || !list.includes(value))
  if (limits.validFrom > use.at) return 'NOT_YET'
  if (limits.validTo <= use.at) return 'EXPIRED'
  if (outside(limits.cityIds, use.cityId)) return 'OTHER_CITY'
  if (outside(limits.channelIds, use.channelId)) return 'OTHER_CHANNEL'
  if (outside(limits.serviceTypes, use.serviceType)) return 'OTHER_SERVICE'
  if (limits.bands.length > 0 && !limits.bands.some((band) => within(band, use))) return 'OTHER_HOURS'
  if (limits.fenceIds.length > 0 && !limits.fenceIds.some((fence) => use.fenceIds.includes(fence))) return 'OTHER_PLACE'
  return limits.newCustomerOnly && !use.newCustomer ? 'NEW_CUSTOMERS' : null
}

function within({ from, to }: Hours, { departAt, utcOffsetMinutes }: Use): boolean {
  const second = localSecond(departAt.getTime(), utcOffsetMinutes)
  return secondsOf(from) <= second && second < secondsOf(to)
}

/** Best first: greatest discount, then earliest expiry, then smallest face, so that what is worth most is kept longest. */
export const byAdvantage = (
  a: { discountFen: number | null; expiresAt: string; faceFen: number | null },
  b: { discountFen: number | null; expiresAt: string; faceFen: number | null },
): number =>
  (b.discountFen ?? 0) - (a.discountFen ?? 0) ||
  Date.parse(a.expiresAt) - Date.parse(b.expiresAt) ||
  (a.faceFen ?? Number.MAX_SAFE_INTEGER) - (b.faceFen ?? Number.MAX_SAFE_INTEGER)
