import type { CancelCase, CancelConsequence, CancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import { t, tr } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const cancelByText: Record<CancelCase['by'], string> = { CUSTOMER: '客户取消', DRIVER: '司机取消', OPERATOR: '客服取消' }
export const cancelStageText: Record<NonNullable<CancelCase['stage']>, string> = {
  SEARCHING: '派单中',
  ACCEPTED: '司机接单后',
  ARRIVED: '司机就位后',
}
export const paidByText: Record<NonNullable<CancelCase['paidBy']>, string> = {
  CUSTOMER: '客户自付',
  ENTERPRISE: '企业支付',
  PARTNER: '合作方权益支付',
}
export const verdictText: Record<CancelVerdict, string> = {
  NO_FAULT: '双方无责',
  CUSTOMER_AT_FAULT: '客户有责',
  DRIVER_AT_FAULT: '司机有责',
  SHARED: '双方有责',
}
export const verdictTone: Record<CancelVerdict, Tone> = {
  NO_FAULT: 'off',
  CUSTOMER_AT_FAULT: 'wait',
  DRIVER_AT_FAULT: 'lost',
  SHARED: 'wait',
}

/** Whole seconds in the largest unit that shows them exactly: a rule says what it says. */
function exactTime(s: number): string {
  if (s > 0 && s % 86_400 === 0) return t('{n} 天', { n: s / 86_400 })
  if (s > 0 && s % 3_600 === 0) return t('{n} 小时', { n: s / 3_600 })
  if (s > 0 && s % 60 === 0) return t('{n} 分钟', { n: s / 60 })
  return t('{n} 秒', { n: s })
}

/** When within its stage a row of the responsibility table holds, and after what; empty for one that always does. */
export function caseConditions(of: Omit<CancelCase, 'by' | 'stage'>): string[] {
  const { atLeastS, upToS, lateOverS, callsAtLeast, paidBy, ratingFromX100, ratingBelowX100, from, to } = of
  const words: string[] = []
  if (atLeastS !== null) words.push(t('满 {time}', { time: exactTime(atLeastS) }))
  if (upToS !== null) words.push(t('{time}内', { time: exactTime(upToS) }))
  if (lateOverS !== null) words.push(t('司机迟到超过 {time}', { time: exactTime(lateOverS) }))
  if (callsAtLeast !== null) words.push(t('司机致电不少于 {n} 次', { n: callsAtLeast }))
  if (paidBy !== null) words.push(tr(paidByText[paidBy]))
  if (ratingFromX100 !== null) words.push(t('评分不低于 {n}', { n: (ratingFromX100 / 100).toFixed(2) }))
  if (ratingBelowX100 !== null) words.push(t('评分低于 {n}', { n: (ratingBelowX100 / 100).toFixed(2) }))
  if (from !== null && to !== null) words.push(`${from}–${to}`)
  return words
}

/** The row that decided, in words made of its conditions; its code stands behind for who keeps the table. */
export function cancelRuleWords(rule: string, ruleCase: CancelCase | null): string {
  if (!ruleCase) return rule === '' ? t('没有适用的判责规则') : t('规则 {code}', { code: rule })
  const { by, stage } = ruleCase
  const words = [...(stage ? [tr(cancelStageText[stage])] : []), ...caseConditions(ruleCase), tr(cancelByText[by])]
  return t('{words}（规则 {code}）', { words: words.join(t('，')), code: rule })
}

/** What follows for the driver, in words; empty where nothing does. */
export function driverConsequences(
  of: Pick<CancelConsequence, 'driverPenaltyFen' | 'countsToRate' | 'hideDriverS'> & { waived?: boolean; waivers?: number },
): string[] {
  const words: string[] = []
  if (of.waived) words.push(t('本次免罚'))
  if (of.driverPenaltyFen > 0) words.push(t('扣司机 {sum}', { sum: moneyText(of.driverPenaltyFen) }))
  if (of.waivers) words.push(t('30 天内免罚 {n} 次', { n: of.waivers }))
  if (of.countsToRate) words.push(t('计入取消率〔后果〕'))
  if (of.hideDriverS > 0) words.push(hiddenWords(of.hideDriverS))
  return words
}
export const hiddenWords = (hideDriverS: number): string => t('{time}内不再派给该客户', { time: exactTime(hideDriverS) })
