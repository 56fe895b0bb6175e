import { type WithdrawalWay, withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import { type TaxBand, taxableOnText, type withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { Fact } from '#kit/config/config.view.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { daysWords } from '#ui/show/weekdays.ts'

export type WaysAnswer = AnswerOf<typeof withdrawalTermsCalls.ways>
export type Setting = WaysAnswer['rows'][number]
export type TaxConfig = AnswerOf<typeof withdrawalTermsCalls.taxConfig>

export const percentText = (bp: number): string => `${bp / 100}%`
export const waysText = (ways: readonly WithdrawalWay[]): string => joined(ways.map((way) => tr(withdrawalWayText[way])))
export const dayWords = (mask: number): string => (mask === 127 ? t('每天') : daysWords(mask))
export function feeWords({ feeBp, feeFlatFen, freePerWeek }: WaysAnswer['defaults']): string {
  if (feeBp === 0 && feeFlatFen === 0) return t('免费')
  const fee = [feeBp > 0 ? percentText(feeBp) : '', feeFlatFen > 0 ? moneyText(feeFlatFen) : ''].filter(Boolean).join(' + ')
  return freePerWeek > 0 ? t('{fee}，每周前 {n} 笔免费', { fee, n: freePerWeek }) : fee
}
export const bandWords = (bands: readonly TaxBand[]): string =>
  bands
    .map(({ uptoFen, rateBp }) => `${uptoFen ? t('不超过 {sum}', { sum: moneyText(uptoFen) }) : t('不设上限')} ${percentText(rateBp)}`)
    .join(t('；'))

/** What a version of terms says, field by field, as its form names the fields. */
export const factsOfTerms = (terms: WaysAnswer['defaults']): Fact[] => [
  { label: t('提现方式'), words: waysText(terms.ways) },
  { label: t('每笔最低'), words: moneyText(terms.minFen) },
  { label: t('每笔最高'), words: moneyText(terms.maxFen) },
  { label: t('每日次数'), words: String(terms.maxPerDay) },
  { label: t('保留余额'), words: moneyText(terms.reserveFen) },
  { label: t('手续费率'), words: percentText(terms.feeBp) },
  { label: t('每笔手续费'), words: moneyText(terms.feeFlatFen) },
  { label: t('每周免费次数'), words: String(terms.freePerWeek) },
  { label: t('提现日'), words: dayWords(terms.weekMask) },
  { label: t('换卡冷却'), words: t('{n} 小时', { n: terms.accountCoolingHours }) },
  {
    label: t('自动通过'),
    words: terms.autoApproveBelowFen > 0 ? t('低于 {sum} 且无风险', { sum: moneyText(terms.autoApproveBelowFen) }) : t('全部人工审核'),
  },
  {
    label: t('双人审核'),
    words: terms.secondReviewFromFen > 0 ? t('{sum} 起', { sum: moneyText(terms.secondReviewFromFen) }) : t('一人审核'),
  },
  { label: t('超时提醒'), words: t('{n} 小时', { n: terms.overdueHours }) },
]

export const factsOfTax = (tax: AnswerOf<typeof withdrawalTermsCalls.taxHistory>['rows'][number]): Fact[] => [
  { label: t('提现时代缴'), words: tax.withhold ? t('启用') : t('停用') },
  { label: t('计税时点'), words: tr(taxableOnText[tax.taxableOn]) },
  { label: t('扣缴义务人'), words: tax.payerName },
  { label: t('纳税人识别号'), words: tax.payerTaxNo },
  { label: t('费用扣除'), words: percentText(tax.expenseBp) },
  { label: t('每月减除'), words: moneyText(tax.monthlyExemptFen) },
  ...tax.bands.map((band, at) => ({ label: t('第 {n} 级税率', { n: at + 1 }), words: bandWords([band]) })),
  ...tax.bands.map((band, at) => ({ label: t('第 {n} 级速算扣除', { n: at + 1 }), words: moneyText(band.quickFen) })),
]
