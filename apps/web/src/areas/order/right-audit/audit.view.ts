import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { AUDIT_STATUS as A, type AuditStatus } from '@chauffeur/contract/order/model'
import { type AuditAction, type AuditCase, auditStatusText, rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { type AuditRuleKind, type AuditRules, auditRuleText, type rightAuditRulesCalls } from '@chauffeur/contract/order/right-audit-rules'
import { RefusalError } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Tone } from '#ui/show/tag.tsx'

export type RulesHere = AnswerOf<typeof rightAuditRulesCalls.rules>
export type CaseInFull = AnswerOf<typeof rightAuditCalls.view>

/** What shows a case: asked again once something was done to one. */
export const auditReads = [rightAuditCalls.list, rightAuditCalls.counts, rightAuditCalls.view, rightAuditCalls.log]

export const stateTone: Record<AuditStatus, Tone> = {
  [A.notNeeded]: 'off',
  [A.waiting]: 'wait',
  [A.inReview]: 'run',
  [A.passed]: 'done',
  [A.failed]: 'lost',
  [A.appeal]: 'wait',
  [A.finalFailed]: 'lost',
}
export const stateWords = ({ state, screenedAt }: Pick<AuditCase, 'state' | 'screenedAt'>): string =>
  state === A.notNeeded && screenedAt === null ? t('等待筛查') : tr(auditStatusText[state])

/** Why somebody looks at it. */
export const whyWords = ({ hits, sampled, byHand }: Pick<AuditCase, 'hits' | 'sampled' | 'byHand'>): string[] => [
  ...hits.map((hit) => tr(auditRuleText[hit])),
  ...(sampled ? [t('随机抽查')] : []),
  ...(byHand ? [t('人工转入')] : []),
]

export function doneWords(action: AuditAction, { orderNo: no }: Pick<AuditCase, 'orderNo'>): string {
  const words: Record<AuditAction, string> = {
    FLAG: t('{no} 已转入审核', { no }),
    CLAIM: t('{no} 已领取', { no }),
    RELEASE: t('{no} 已放回队列', { no }),
    SKIP: t('{no} 已跳过', { no }),
    PASS: t('{no} 已通过', { no }),
    FAIL: t('{no} 未通过，款项已冲回', { no }),
    APPEAL: t('{no} 已登记申诉', { no }),
    FINAL_PASS: t('{no} 终审通过', { no }),
    FINAL_FAIL: t('{no} 终审未通过', { no }),
  }
  return words[action]
}
export function refusedWords(error: unknown): string {
  const name =
    error instanceof RefusalError && typeof error.data === 'object' && error.data !== null && 'name' in error.data ? error.data.name : ''
  return typeof name === 'string' && name ? t('{name} 正在处理这一单', { name }) : faultOf(error).title
}

/** What was taken back, in a sentence. */
export function reversedWords({ reversed }: Pick<AuditCase, 'reversed'>): string {
  if (!reversed) return ''
  const { partnerFen, driverFen, platformFen, shortFen } = reversed
  const from = [
    driverFen > 0 && t('司机 {sum}', { sum: moneyText(driverFen) }),
    platformFen > 0 && t('平台佣金 {sum}', { sum: moneyText(platformFen) }),
    shortFen > 0 && t('司机余额不足，平台承担 {sum}', { sum: moneyText(shortFen) }),
  ].filter((words) => words !== false)
  return t('合作方不付 {sum}：{from}', { sum: moneyText(partnerFen), from: joined(from) })
}

const percent = (bp: number) => `${bp / 100}%`
type Risk = AuditRules['riskRules']
/** What a rule catches, with its figures. */
export function ruleWords(kind: AuditRuleKind, rules: Risk): string {
  switch (kind) {
    case 'PAIR':
      return t('{days} 天内 {n} 次及以上', { days: rules.PAIR.days, n: rules.PAIR.count })
    case 'SHORT':
      return t('里程低于 {n} 米', { n: rules.SHORT.metres })
    case 'SAME_PLACE':
      return t('起终点相距 {n} 米以内', { n: rules.SAME_PLACE.metres })
    case 'NIGHT':
      return t('{from}:00–{to}:00 内 {n} 次及以上', { from: rules.NIGHT.fromHour, to: rules.NIGHT.toHour, n: rules.NIGHT.count })
    case 'LARGE':
      return t('抵扣 {sum} 及以上', { sum: moneyText(rules.LARGE.fen) })
    case 'DRIVER_PHONE':
      return t('下单或客户号码与任一司机相同')
    case 'NO_TRACK':
      return t('里程不是由轨迹得出')
  }
}
/** A version of the rules, fact by fact. */
export const factsOfRules = ({ riskRules, sampleBp, rightSamples, appealDays }: AuditRules) => [
  ...(Object.keys(auditRuleText) as AuditRuleKind[]).map((kind) => ({
    label: tr(auditRuleText[kind]),
    words: riskRules[kind].on ? ruleWords(kind, riskRules) : t('已停用'),
  })),
  { label: t('抽查比例'), words: percent(sampleBp) },
  { label: t('单独设置的权益'), words: rightSamples.length === 0 ? t('无') : t('{n} 个', { n: rightSamples.length }) },
  { label: t('申诉期'), words: t('{n} 天', { n: appealDays }) },
]
export const percentWords = (bp: number | null): string => (bp === null ? '—' : percent(bp))
