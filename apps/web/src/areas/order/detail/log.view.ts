import { paidBy, paidByText } from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { hiddenWords, verdictText } from '#shared/order/cancel.view.ts'
import { moneyText } from '#ui/show/money.view.ts'

const yuan = (fen: unknown) => (typeof fen === 'number' ? moneyText(fen) : '—')
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const verdictOf = (value: unknown) => tr(verdictText[value as keyof typeof verdictText] ?? '')

/** What an event carried, in words; what has no words here is left to the timeline. */
export function detailWords(detail: Record<string, unknown> | null): string[] {
  if (!detail) return []
  const words: string[] = []
  const { before, after, rule, verdict, feeFen, radiusM, driverName, amountFen, by, reference } = detail
  if (isObject(before) && isObject(after)) {
    if ('totalFen' in after) words.push(t('金额 {before} → {after}', { before: yuan(before.totalFen), after: yuan(after.totalFen) }))
    if ('verdict' in after)
      words.push(t('判责 {before} → {after}', { before: verdictOf(before.verdict) || '—', after: verdictOf(after.verdict) }))
    if ('feeFen' in after) words.push(t('取消费 {before} → {after}', { before: yuan(before.feeFen), after: yuan(after.feeFen) }))
    if ('penaltyFen' in after && after.penaltyFen !== before.penaltyFen)
      words.push(t('扣司机 {before} → {after}', { before: yuan(before.penaltyFen), after: yuan(after.penaltyFen) }))
    if (typeof after.hideDriverS === 'number' && after.hideDriverS !== before.hideDriverS)
      words.push(after.hideDriverS > 0 ? hiddenWords(after.hideDriverS) : t('可再派给该客户'))
  } else if (typeof before === 'string' && typeof after === 'string') words.push(`${before} → ${after}`)
  if (typeof verdict === 'string') words.push(verdictOf(verdict))
  if (typeof rule === 'string' && rule !== '') words.push(t('规则 {code}', { code: rule }))
  if (typeof feeFen === 'number') words.push(t('取消费 {fee}', { fee: yuan(feeFen) }))
  if (typeof amountFen === 'number') words.push(yuan(amountFen))
  const way = paidBy.options.find((one) => one === by)
  if (way) words.push(tr(paidByText[way]))
  if (typeof reference === 'string' && reference !== '') words.push(t('流水号 {no}', { no: reference }))
  if (typeof driverName === 'string') words.push(driverName)
  if (typeof radiusM === 'number') words.push(t('半径 {km} 公里', { km: radiusM / 1000 }))
  return words
}
