import { pointConfigRefusals } from '@chauffeur/contract/customer/points-config'
import { pointRefusals } from '@chauffeur/contract/customer/points'
import { type PointAdjustmentState, pointEventText, type PointRule, type PointTerms } from '@chauffeur/contract/customer/points-model'
import { couponGrantRefusals } from '@chauffeur/contract/pricing/coupon-grant'
import { couponRefusals } from '@chauffeur/contract/pricing/coupon'
import type { Fact } from '#kit/config/config.view.ts'
import { locale, t, tr } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const adjustmentTone: Record<PointAdjustmentState, Tone> = { 10: 'wait', 20: 'done', 30: 'lost', 40: 'off' }

/** With its sign: what came, or went. */
export const signedPoints = (points: number): string => (points > 0 ? `+${countText(points)}` : countText(points))

const worth = ({ event, points }: PointRule): string =>
  event === 'AMOUNT' ? t('每消费 1 元 {n} 分', { n: countText(points) }) : t('每次 {n} 分', { n: countText(points) })
/** A rule, in a line. */
export const ruleWords = (rule: PointRule): string =>
  [
    t('{event}：{worth}', { event: tr(pointEventText[rule.event]), worth: worth(rule) }),
    rule.dayCap === null ? '' : t('每日至多 {n} 分', { n: countText(rule.dayCap) }),
    rule.expiryMonths === null ? t('长期有效') : t('{n} 个月有效', { n: rule.expiryMonths }),
  ]
    .filter(Boolean)
    .join(' · ')
export const rulesWords = ({ enabled, rules }: Pick<PointTerms, 'enabled' | 'rules'>): string[] =>
  enabled ? (rules.length > 0 ? rules.map(ruleWords) : [t('没有规则')]) : [t('未启用')]
export const valueWords = (hundredPointsFen: number | null): string =>
  hundredPointsFen === null ? t('不折算') : t('100 分折 {amount}', { amount: moneyText(hundredPointsFen) })
export const remindWords = (days: number | null): string => (days === null ? t('不提醒') : t('提前 {n} 天', { n: days }))
export const factsOfTerms = (terms: PointTerms): Fact[] => [
  { label: t('发放积分'), words: terms.enabled ? t('启用') : t('未启用') },
  ...terms.rules.map((rule) => ({ label: tr(pointEventText[rule.event]), words: ruleWords(rule) })),
  { label: t('到期提醒'), words: remindWords(terms.remindDays) },
  { label: t('调整须审批'), words: t('{n} 分及以上', { n: countText(terms.secondFromPoints) }) },
  { label: t('报表折算'), words: valueWords(terms.hundredPointsFen) },
]

const refusals: Record<string, { zh: string; en: string } | undefined> = {
  ...couponRefusals,
  ...couponGrantRefusals,
  ...pointRefusals,
  ...pointConfigRefusals,
}
/** Why a coupon cannot be had now, as the call would say it. */
export const problemWords = (problem: string | null): string => refusals[problem ?? '']?.[locale() === 'en' ? 'en' : 'zh'] ?? ''
