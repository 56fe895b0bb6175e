import type { DriverLevel, ExpRule, LevelEffects, LevelRules } from '@chauffeur/contract/driver/level-model'
import { expEventText } from '@chauffeur/contract/driver/level-model'
import type { Fact } from '#kit/config/config.view.ts'
import { clockTextOf } from '#kit/fields/clock.view.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { distanceText, percentText } from '#ui/show/measure.view.ts'

/** What a level asks for, in words. */
const asksWords = ({ minExp, minOrders, minRatingX100, maxCancelBp, minAcceptBp }: DriverLevel): string => {
  const asks = [
    minExp > 0 && t('经验 ≥ {n}', { n: minExp }),
    minOrders > 0 && t('月完单 ≥ {n}', { n: minOrders }),
    minRatingX100 !== null && t('评分 ≥ {n}', { n: (minRatingX100 / 100).toFixed(2) }),
    maxCancelBp !== null && t('有责取消率 ≤ {rate}', { rate: percentText(maxCancelBp) }),
    minAcceptBp !== null && t('接单率 ≥ {rate}', { rate: percentText(minAcceptBp) }),
  ].filter((one) => one !== false)
  return asks.length === 0 ? t('无要求') : joined(asks)
}
/** What a level gives, in words. */
export const givesWords = ({ dispatchWeight, freeWithdrawals, rangeBonusM, commissionOffBp }: LevelEffects): string => {
  const gives = [
    dispatchWeight !== 100 && t('派单权重 {n}', { n: dispatchWeight }),
    rangeBonusM > 0 && t('听单范围 +{distance}', { distance: distanceText(rangeBonusM) }),
    freeWithdrawals !== null && t('每周免费提现 {n} 次', { n: freeWithdrawals }),
    commissionOffBp > 0 && t('抽成减 {rate}', { rate: percentText(commissionOffBp) }),
  ].filter((one) => one !== false)
  return gives.length === 0 ? t('无') : joined(gives)
}
export const levelWords = (level: DriverLevel): string =>
  t('{name}：{asks}；权益：{gives}', { name: tr(level.name), asks: asksWords(level), gives: givesWords(level) })
export const factsOfLevels = ({ levels }: { levels: readonly DriverLevel[] }): Fact[] =>
  levels.map((level) => ({ label: t('{n} 级', { n: level.level }), words: levelWords(level) }))

export const nightWords = ({ nightFrom, nightTo }: LevelRules) => `${clockTextOf(nightFrom)}–${clockTextOf(nightTo)}`
export const factsOfRules = (rules: LevelRules): Fact[] => [
  { label: t('自动升降级'), words: rules.enabled ? t('已启用') : t('已停用') },
  { label: t('每次最多降'), words: t('{n} 级〔降〕', { n: rules.mostDown }) },
  { label: t('新司机不降级'), words: t('{n} 天', { n: rules.newDriverDays }) },
  { label: t('夜间时段'), words: nightWords(rules) },
]

export const signed = (delta: number) => (delta > 0 ? `+${delta}` : String(delta))
export const expWords = ({ event, delta, dayCap }: ExpRule): string =>
  dayCap === null
    ? t('{event} {delta}', { event: tr(expEventText[event]), delta: signed(delta) })
    : t('{event} {delta}，每日至多 {cap}', { event: tr(expEventText[event]), delta: signed(delta), cap: dayCap })
export const factsOfExp = ({ rules }: { rules: readonly ExpRule[] }): Fact[] =>
  rules.map((rule) => ({ label: tr(expEventText[rule.event]), words: expWords(rule) }))
