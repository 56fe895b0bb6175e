import { COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'

export type MapProblem = 'rightCoupon.templateGone' | 'rightCoupon.templateOff' | 'rightCoupon.funder' | 'rightCoupon.dates'
export interface MappedRight {
  channelId: string | null
  validFrom: Date
  validTo: Date
}
export interface MappedCoupon {
  status: number
  funder: string
  funderChannelId: string | null
  /** A fixed time, or so many days from the grant on. */
  validFrom: Date | null
  validTo: Date | null
  daysAfterGrant: number | null
}

const DAY_MS = 86_400_000

/** Why a coupon cannot come with a right; null where it can. */
export function mapProblem(right: MappedRight, coupon: MappedCoupon | undefined): MapProblem | null {
  if (!coupon) return 'rightCoupon.templateGone'
  if (coupon.status !== COUPON_TEMPLATE_STATUS.on) return 'rightCoupon.templateOff'
  if (coupon.funder !== 'PARTNER' || coupon.funderChannelId === null || coupon.funderChannelId !== right.channelId)
    return 'rightCoupon.funder'
  const { validFrom, validTo, daysAfterGrant } = coupon
  const within =
    daysAfterGrant === null
      ? validFrom !== null && validTo !== null && validFrom >= right.validFrom && validTo <= right.validTo
      : daysAfterGrant * DAY_MS <= right.validTo.getTime() - right.validFrom.getTime()
  return within ? null : 'rightCoupon.dates'
}

/** How a sheet says that no coupon comes with a right. */
const NONE = new Set(['无', '不发', 'none', '-', '—'])
/** The coupons that a cell of a sheet names, by name or number. */
export const namedIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[、，,;；|\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== '' && !NONE.has(word.toLowerCase())),
  ),
]

/** Which coupon is meant: its number, or its name among those that the partner of the right pays for. */
export function meant<T extends MappedCoupon & { couponTemplateId: string; name: string }>(
  right: MappedRight,
  word: string,
  known: readonly T[],
): T | MapProblem | 'rightCoupon.templateTwice' {
  const numbered = known.find(({ couponTemplateId }) => couponTemplateId === word)
  if (numbered) return numbered
  const named = known.filter(({ name }) => name === word)
  const own = named.filter((coupon) => coupon.funder === 'PARTNER' && coupon.funderChannelId === right.channelId)
  if (own.length > 1) return 'rightCoupon.templateTwice'
  return own[0] ?? named[0] ?? 'rightCoupon.templateGone'
}
