import { payoutChannelText, type payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalWay, type WithdrawalWay, withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { Fact } from '#kit/config/config.view.ts'
import { t, tr } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'

export type PayoutWays = AnswerOf<typeof payoutCalls.ways>
type Content = PayoutWays['defaults']

/** By which channel a way is paid in a city: its own setting, that of all cities, or the standard. */
export function channelFor({ rows, defaults }: PayoutWays, { cityId, way }: { cityId: string; way: WithdrawalWay }) {
  const of = rows.find((row) => row.cityId === cityId) ?? rows.find((row) => row.cityId === null) ?? defaults
  return of.channels[way]
}

export const limitWords = (fen: number): string => (fen === 0 ? t('不限〔额度〕') : moneyText(fen))
export const sendsWords = (itself: boolean): string => (itself ? t('审核通过后自动打款') : t('由财务打款'))

/** What a version of a setting says, field by field. */
export const factsOfWays = ({ channels, sendsItself, personDayFen }: Content): Fact[] => [
  ...withdrawalWay.options.map((way) => ({ label: tr(withdrawalWayText[way]), words: tr(payoutChannelText[channels[way]]) })),
  { label: t('打款方式'), words: sendsWords(sendsItself) },
  { label: t('每人每日收款限额'), words: limitWords(personDayFen) },
]
