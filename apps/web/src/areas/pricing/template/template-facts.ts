import { DEFAULT_COMMISSION_BP, type DynamicPart, type PriceTemplateRules } from '@chauffeur/contract/pricing/model'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import type { templateCalls } from '@chauffeur/contract/pricing/template'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { Fact } from '#kit/config/config.view.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { distanceText, durationText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { exactTimeText } from '#ui/show/time.view.ts'
import { modeText, ownerText } from '../pricing.view.ts'

export type TemplateVersion = AnswerOf<typeof templateCalls.templateVersions>['rows'][number]

const partText: Record<DynamicPart, string> = { START: '起步费', MILEAGE: '里程费', WAIT: '等候费' }

/** What a version says beside its bands: whose prices, where, and by which rules. `offsetMinutes` is the clock of its city. */
export function templateFacts(version: TemplateVersion, offsetMinutes: number | null): Fact[] {
  const { rules } = version
  const fact = (label: string, words: string): Fact => ({ label, words })
  return [
    fact(t('归属'), [ownerText(version.ownerType), version.ownerName].filter(Boolean).join(' ')),
    fact(t('业务类型'), tr(serviceTypeText[version.serviceType])),
    fact(t('适用渠道'), joined(version.channelNames.map((name) => tr(name))) || t('全部渠道')),
    fact(t('适用城市'), joined(version.cityNames.map((name) => tr(name)))),
    fact(t('计费方式'), tr(modeText[rules.mode])),
    fact(t('里程费'), t('超出部分每 {step} {price}，不足按一段计', { step: distanceText(rules.stepM), price: moneyText(rules.stepFen) })),
    ...packageFacts(rules),
    ...waitFacts(rules),
    fact(t('远途费'), remoteWords(rules)),
    fact(t('动态加价范围'), joined(rules.dynamicScope.map((part) => tr(partText[part]))) || t('无')),
    fact(t('动态加价封顶'), rules.feeMaxFen === null ? t('不封顶') : moneyText(rules.feeMaxFen)),
    fact(t('平台抽成'), `${(rules.commissionBp ?? DEFAULT_COMMISSION_BP) / 100}%`),
    { ...fact(t('生效时间'), exactTimeText(version.effectiveFrom, offsetMinutes)), stays: true },
    fact(t('失效时间'), version.effectiveTo ? exactTimeText(version.effectiveTo, offsetMinutes) : t('长期有效')),
  ]
}

/** All that a version says. A band is the same band when its hours are. */
export const everyTemplateFact = (version: TemplateVersion, offsetMinutes: number | null): Fact[] => [
  { label: t('模板名称'), words: version.name },
  { label: t('编码'), words: version.code },
  ...templateFacts(version, offsetMinutes),
  ...[...version.rules.bands]
    .sort((a, b) => a.from.localeCompare(b.from))
    .flatMap(({ from, to, startFen, includedM }) => [
      { label: t('{hours} 起步价', { hours: `${from}–${to}` }), words: moneyText(startFen) },
      { label: t('{hours} 含里程', { hours: `${from}–${to}` }), words: distanceText(includedM) },
    ]),
]

function packageFacts({ package: pack }: PriceTemplateRules): Fact[] {
  if (!pack) return []
  return [
    {
      label: t('套餐'),
      words: t('含 {time}，宽限 {grace}，超时每 {unit} {price}', {
        time: durationText(pack.includedS),
        grace: durationText(pack.freeS),
        unit: durationText(pack.unitS),
        price: moneyText(pack.unitFen),
      }),
    },
  ]
}

function waitFacts({ wait }: PriceTemplateRules): Fact[] {
  if (!wait) return [{ label: t('等候费'), words: t('不收') }]
  const whole = wait.kind === 'FULL_BLOCK_FLOOR'
  const words = { free: durationText(wait.freeS), unit: durationText(wait.unitS), price: moneyText(wait.unitFen) }
  return [
    {
      label: t('等候费'),
      words: whole ? t('免费 {free}，之后每满 {unit} {price}', words) : t('免费 {free}，之后每 {unit} {price}', words),
    },
    ...(whole ? [{ label: t('司机迟到单价'), words: moneyText(wait.unitFenLate) }] : []),
    { label: t('等候最长'), words: wait.maxTotalS === null ? t('不限') : durationText(wait.maxTotalS) },
  ]
}

const remoteWords = ({ remote }: PriceTemplateRules): string =>
  remote.on
    ? t('超过 {from} 每 {step} {price}', {
        from: distanceText(remote.thresholdM),
        step: distanceText(remote.stepM),
        price: moneyText(remote.stepFen),
      })
    : t('不收')
