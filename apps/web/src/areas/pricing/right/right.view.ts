import type { RightRow, RightState } from '@chauffeur/contract/pricing/right'
import { t } from '#platform/text/text.ts'
import { distanceText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const rightTone: Record<RightState, Tone> = { DRAFT: 'idle', AUDITING: 'run', ON: 'done', OFF: 'off' }

/** What a right pays of each trip, in a line. */
export function coverWords({ coverKind, capFen, includedM }: Pick<RightRow, 'coverKind' | 'capFen' | 'includedM'>): string {
  if (coverKind === 'CAP') return t('每单最多抵 {amount}', { amount: moneyText(capFen ?? 0) })
  return coverKind === 'DISTANCE' ? t('每单 {distance} 内免费', { distance: distanceText(includedM ?? 0) }) : t('全额抵扣')
}
export const priceWords = ({ priceToPartnerFen }: Pick<RightRow, 'priceToPartnerFen'>): string =>
  priceToPartnerFen === null ? t('按实际抵扣') : t('每次 {amount}', { amount: moneyText(priceToPartnerFen) })
export const stockWords = ({ dailyStock }: Pick<RightRow, 'dailyStock'>): string => (dailyStock === null ? t('不限') : String(dailyStock))
export const perUserWords = ({ perUserTimes }: Pick<RightRow, 'perUserTimes'>): string =>
  perUserTimes === 0 ? t('不限') : t('每人 {n} 次', { n: perUserTimes })
export const validityWords = ({ validFrom, validTo }: Pick<RightRow, 'validFrom' | 'validTo'>): string =>
  `${validFrom.slice(0, 10)} – ${validTo.slice(0, 10)}`
