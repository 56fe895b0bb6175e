import type { GroupRule } from '@chauffeur/contract/customer/group'
import { joined, t } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'

/** What a rule asks, in a line; cities and levels by name where these are at hand. */
export function ruleWords(rule: GroupRule, names?: { cities: (ids: string[]) => string; level: (level: number) => string }): string {
  const { orderDays = 30, spentDays = 30 } = rule
  return joined(
    [
      rule.cityIds?.length && (names ? names.cities(rule.cityIds) : t('{n} 个城市', { n: rule.cityIds.length })),
      rule.levels?.length && t('等级 {levels}', { levels: rule.levels.map((level) => names?.level(level) ?? level).join('/') }),
      rule.ordersAtLeast !== undefined && t('{days} 天内至少 {n} 单', { days: orderDays, n: rule.ordersAtLeast }),
      rule.ordersAtMost !== undefined && t('{days} 天内至多 {n} 单', { days: orderDays, n: rule.ordersAtMost }),
      rule.lastWithinDays !== undefined && t('{days} 天内下过单', { days: rule.lastWithinDays }),
      rule.lastBeforeDays !== undefined && t('超过 {days} 天未下单', { days: rule.lastBeforeDays }),
      rule.spentAtLeastFen !== undefined && t('{days} 天内消费至少 {sum}', { days: spentDays, sum: moneyText(rule.spentAtLeastFen) }),
      rule.spentAtMostFen !== undefined && t('{days} 天内消费至多 {sum}', { days: spentDays, sum: moneyText(rule.spentAtMostFen) }),
    ].filter((words): words is string => typeof words === 'string'),
  )
}
