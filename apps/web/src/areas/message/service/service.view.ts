import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { SmsLane, SmsPlace } from '@chauffeur/contract/message/sending'
import { smsProviderText } from '@chauffeur/contract/message/sending'
import { type smsServiceCalls, type SmsServiceView } from '@chauffeur/contract/message/service'
import type { Fact } from '#kit/config/config.view.ts'
import { t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export type Order = AnswerOf<typeof smsServiceCalls.order>
export type Placed = Order['lanes'][number]['order'][number]

export const nameOf = ({ provider, name }: Pick<SmsServiceView, 'provider' | 'name'>): string =>
  name === '' ? tr(smsProviderText[provider]) : `${name}（${tr(smsProviderText[provider])}）`

export const laneText: Record<SmsLane, string> = { codes: '验证码短信', rest: '订单与司机短信', bulk: '群发' }
const placeText: Record<SmsPlace, string> = {
  PINNED: '已指定优先',
  RANK: '按设定顺序',
  WORSE: '送达率明显较低，暂排后',
  FAILING: '近 15 分钟多数未接收，暂排后',
  SHUT: '连续失败，暂停 10 秒',
}
export const placeTone: Record<SmsPlace, Tone> = { PINNED: 'run', RANK: 'done', WORSE: 'wait', FAILING: 'lost', SHUT: 'lost' }
export const placeWords = ({ place }: Placed): string => tr(placeText[place])

/** What it was given lately, in figures. */
export const recentWords = ({ attempts, notTaken, reports, delivered }: Placed): string =>
  attempts === 0 && reports === 0
    ? t('近期未使用')
    : t('15 分钟内提交 {n}、未接收 {bad}；1 小时内回执 {reports}、送达 {delivered}', { n: attempts, bad: notTaken, reports, delivered })

type Setting = Pick<Order['setting'], 'adaptive' | SmsLane>
export const orderFacts =
  (names: ReadonlyMap<string, string>) =>
  (setting: Setting): Fact[] => [
    { label: t('自动调整'), words: setting.adaptive ? t('是') : t('否') },
    ...(['codes', 'rest', 'bulk'] as const).map((lane) => ({
      label: t('{lane}优先使用', { lane: tr(laneText[lane]) }),
      words: setting[lane] === null ? t('无指定') : (names.get(setting[lane]) ?? t('已删除')),
    })),
  ]

/** Hundredths of a fen, as a business reads prices: fen a segment. */
export const priceWords = (priceFenX100: number | null): string =>
  priceFenX100 === null ? '—' : t('{n} 分/条', { n: Number((priceFenX100 / 100).toFixed(2)) })
