import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { photoFlagText } from '@chauffeur/contract/quality/photo-model'
import type { PhotoRules, photoRulesCalls } from '@chauffeur/contract/quality/photo-rules'
import { joined, t, tr } from '#platform/text/text.ts'

export type RulesHere = AnswerOf<typeof photoRulesCalls.rules>

export const percentWords = (bp: number | null): string => (bp === null ? '—' : `${bp / 100}%`)

/** A version of the rules, fact by fact. */
export const factsOfRules = (rules: PhotoRules) => [
  { label: t('随机抽查比例'), words: percentWords(rules.sampleBp) },
  { label: t('新司机'), words: rules.newDriverDays === 0 ? t('不单独审核') : t('入职 {n} 天内的订单全部审核', { n: rules.newDriverDays }) },
  { label: t('有投诉的订单'), words: rules.complaints ? t('全部审核') : t('不单独审核') },
  {
    label: t('自动检查异常'),
    words: rules.flags.length === 0 ? t('不单独审核') : joined(rules.flags.map((flag) => tr(photoFlagText[flag]))),
  },
  { label: t('位置不符'), words: t('离行程超过 {n} 米', { n: rules.offPlaceM }) },
  { label: t('时间不符'), words: t('早于或晚于行程 {n} 分钟', { n: rules.offTimeMinutes }) },
  { label: t('重拍期限'), words: t('{n} 小时，逾期按不合格计', { n: rules.retakeHours }) },
  { label: t('原图保存'), words: t('{n} 天', { n: rules.originalDays }) },
]
