import type { CancelCase, cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { Fact } from '#kit/config/config.view.ts'
import { t, tr } from '#platform/text/text.ts'
import type { Places } from '#shared/city/scope-fields.tsx'
import { cancelByText, cancelStageText, caseConditions, hiddenWords, verdictText } from '#shared/order/cancel.view.ts'
import { moneyText } from '#ui/show/money.view.ts'

export type CancelRow = AnswerOf<typeof cancelRulesCalls.list>['rows'][number]
type Rule = AnswerOf<typeof cancelRulesCalls.history>['rows'][number]

type Conditions = Omit<CancelCase, 'by' | 'stage'>
const anyCase: Conditions = {
  atLeastS: null,
  upToS: null,
  lateOverS: null,
  callsAtLeast: null,
  paidBy: null,
  ratingFromX100: null,
  ratingBelowX100: null,
  from: null,
  to: null,
}

/** What a version of a rule says, field by field, as its form names the fields. */
export function factsOf(rule: Rule, places: Places | undefined): Fact[] {
  const condition = (label: string, of: Partial<Conditions>) => ({ label, words: caseConditions({ ...anyCase, ...of })[0] ?? '' })
  const yes = (is: boolean) => (is ? t('是') : t('否'))
  const { atLeastS, upToS, lateOverS, callsAtLeast, paidBy, ratingFromX100, ratingBelowX100, from, to } = rule
  const city = places?.cities.find(({ cityId }) => cityId === rule.cityId)?.name
  const channel = places?.channels.find(({ channelId }) => channelId === rule.channelId)?.name
  return [
    { label: t('编号'), words: rule.code },
    { label: t('谁取消'), words: tr(cancelByText[rule.by]) },
    { label: t('阶段'), words: rule.stage === null ? t('任何阶段') : tr(cancelStageText[rule.stage]) },
    { label: t('城市'), words: rule.cityId === null ? t('全部城市') : tr(city ?? rule.cityId) },
    { label: t('渠道'), words: rule.channelId === null ? t('全部渠道') : tr(channel ?? rule.channelId) },
    { label: t('业务类型'), words: rule.serviceType === null ? t('全部业务') : tr(serviceTypeText[rule.serviceType]) },
    condition(t('进入阶段至少'), { atLeastS }),
    condition(t('进入阶段至多'), { upToS }),
    condition(t('司机迟到超过'), { lateOverS }),
    condition(t('司机致电不少于'), { callsAtLeast }),
    condition(t('谁付款'), { paidBy }),
    condition(t('司机评分不低于'), { ratingFromX100 }),
    condition(t('司机评分低于'), { ratingBelowX100 }),
    condition(t('时段'), { from, to }),
    { label: t('次序'), words: String(rule.rank) },
    { label: t('判责'), words: tr(verdictText[rule.verdict]) },
    { label: t('客户取消费'), words: moneyText(rule.feeFen) },
    { label: t('扣司机'), words: moneyText(rule.driverPenaltyFen) },
    { label: t('30 天内免罚'), words: t('{n} 次', { n: rule.waivers }) },
    { label: t('不再派给该客户'), words: rule.hideDriverS === 0 ? '' : hiddenWords(rule.hideDriverS) },
    { label: t('计入取消率'), words: yes(rule.countsToRate) },
    { label: t('启用'), words: yes(rule.enabled) },
  ]
}
