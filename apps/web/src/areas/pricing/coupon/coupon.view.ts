import type { CouponState } from '@chauffeur/contract/pricing/coupon'
import type { CouponTemplateRow } from '@chauffeur/contract/pricing/coupon-template'
import { t } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Tone } from '#ui/show/tag.tsx'
import { wallClockOf } from '#ui/show/time.view.ts'

export const templateTone: Record<CouponTemplateRow['status'], Tone> = { [-1]: 'off', 0: 'idle', 1: 'done', 2: 'off' }
export const couponTone: Record<CouponState, Tone> = { 10: 'idle', 20: 'run', 30: 'done', 40: 'off', 50: 'lost' }

type Worth = Pick<CouponTemplateRow, 'type' | 'faceFen' | 'rateBp' | 'maxFen' | 'minSubtotalFen'>
const worthOf = ({ type, faceFen, rateBp }: Worth): string => {
  if (type === 'CASH') return t('减 {amount}', { amount: moneyText(faceFen ?? 0) })
  if (type === 'RATE') return t('付 {percent}%', { percent: (rateBp ?? 0) / 100 })
  return type === 'FIXED_PRICE' ? t('一口价 {amount}', { amount: moneyText(faceFen ?? 0) }) : t('免起步价')
}
/** What a coupon is worth, in a line. */
export const worthWords = (row: Worth): string =>
  [
    worthOf(row),
    row.minSubtotalFen > 0 ? t('满 {amount}', { amount: moneyText(row.minSubtotalFen) }) : '',
    row.maxFen === null ? '' : t('最多减 {amount}', { amount: moneyText(row.maxFen) }),
  ]
    .filter(Boolean)
    .join(' · ')
/** Days of a fixed period are those of China's clock. */
const dayOf = (at: string) => wallClockOf(at, 480).slice(0, 10)
export const validityWords = ({
  validFrom,
  validTo,
  daysAfterGrant,
}: Pick<CouponTemplateRow, 'validFrom' | 'validTo' | 'daysAfterGrant'>): string =>
  validFrom && validTo ? `${dayOf(validFrom)} – ${dayOf(validTo)}` : t('领取后 {n} 天', { n: daysAfterGrant ?? 0 })
export const stockWords = ({ issued, totalIssue }: CouponTemplateRow): string =>
  totalIssue > 0 ? `${issued} / ${totalIssue}` : String(issued)
