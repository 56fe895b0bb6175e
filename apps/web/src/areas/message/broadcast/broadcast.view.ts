import {
  cannotSend,
  leftOutText,
  type BroadcastCarrier,
  type BroadcastCount,
  type BroadcastEvent,
  type BroadcastRow,
  type BroadcastState,
  type RecipientState,
} from '@chauffeur/contract/message/broadcast-model'
import { type SmsReason, smsReasonText } from '@chauffeur/contract/message/sending'
import { joined, t, tr } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const stateTone: Record<BroadcastState, Tone> = {
  DRAFT: 'idle',
  WAITING: 'wait',
  APPROVED: 'wait',
  SENDING: 'run',
  STOPPED: 'lost',
  ENDED: 'off',
  DONE: 'done',
}
export const recipientTone: Record<RecipientState, Tone> = {
  WAITING: 'wait',
  CLAIMED: 'run',
  SENT: 'done',
  DELIVERED: 'done',
  FAILED: 'lost',
  UNKNOWN: 'lost',
  LEFT_OUT: 'off',
}
const eventText: Record<BroadcastEvent | 'write' | 'edit', string> = {
  write: '编写',
  edit: '修改',
  submit: '提交审核',
  withdraw: '撤回',
  reject: '驳回',
  approve: '批准',
  begin: '开始发送',
  stop: '停止',
  goOn: '继续发送',
  end: '结束',
  finish: '发完',
}
export const eventWords = (event: string): string => (event in eventText ? tr(eventText[event as BroadcastEvent]) : event)
export const eventTone = (event: string): Tone =>
  event === 'stop' || event === 'reject' ? 'lost' : event === 'finish' || event === 'approve' ? 'done' : event === 'end' ? 'off' : 'run'

export const broadcastPath = (broadcastId: string) => `/yunYing/broadcast?broadcastId=${broadcastId}`
export const costWords = ({ costFen }: Pick<BroadcastCount, 'costFen'>): string => (costFen === null ? t('未填写单价') : moneyText(costFen))
/** How many get it, and why others do not. */
export const leftOutWords = ({ leftOut }: Pick<BroadcastCount, 'leftOut'>): string =>
  leftOut.length === 0 ? t('无') : joined(leftOut.map(({ why, n }) => t('{why} {n} 人', { why: tr(leftOutText[why]), n: countText(n) })))
/** What a second look found that the first had not. */
export function changedWords(before: BroadcastCount, now: BroadcastCount): string {
  const by = now.recipients - before.recipients
  if (by === 0) return t('与提交时相同')
  return by > 0 ? t('比提交时多 {n} 人', { n: countText(by) }) : t('比提交时少 {n} 人', { n: countText(-by) })
}
export const audienceWords = ({ whom, audience, groupNames }: Pick<BroadcastRow, 'whom' | 'audience' | 'groupNames'>): string => {
  const { levels, lastWithinDays, lastBeforeDays } = audience
  const parts = [
    groupNames.length > 0 && t('分组：{names}', { names: joined(groupNames) }),
    levels?.length && t('等级：{levels}', { levels: joined(levels.map((level) => t('{n} 级', { n: level }))) }),
    lastWithinDays !== undefined && t('{n} 天内有订单', { n: lastWithinDays }),
    lastBeforeDays !== undefined && t('超过 {n} 天没有订单', { n: lastBeforeDays }),
  ].filter((part) => typeof part === 'string')
  return parts.length > 0 ? joined(parts) : whom === 'CUSTOMERS' ? t('全部同意接收营销信息的客户') : t('全部在职司机')
}
/** Of those who are to get it, how many are dealt with. */
export const doneOf = ({ recipients, waiting, state }: BroadcastRow): number => (state === 'ENDED' ? recipients : recipients - waiting)

/** Why nothing leaves, or one did not arrive, in our words where it is known by them. */
export const reasonWords = (reason: string): string => (reason in smsReasonText ? tr(smsReasonText[reason as SmsReason]) : reason)

/** Which of the providers lack a code of a text, and whether that leaves nobody who can send it; null where each can. */
export function cannotWords(
  carriers: readonly BroadcastCarrier[],
  codes: Readonly<Record<string, string>>,
  nameOf: (carrier: BroadcastCarrier) => string,
): { none: boolean; words: string } | null {
  const { without, nobody } = cannotSend(carriers, codes)
  if (without.length === 0) return null
  const names = without.map(nameOf).join(t('、'))
  return nobody
    ? { none: true, words: t('{names} 没有这条内容的模板编号，也没有其他服务商：发不出去，填写编号后才能提交和批准。', { names }) }
    : { none: false, words: t('{names} 没有这条内容的模板编号，不会由其发送，由其他服务商发出。', { names }) }
}
