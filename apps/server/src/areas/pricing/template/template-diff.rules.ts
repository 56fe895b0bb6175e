import { DEFAULT_COMMISSION_BP, type PriceTemplateRules, type PricingMode, type WaitRule } from '@chauffeur/contract/pricing/model'
import { km, minutes, parts, type Words, yuan } from '../price/explain.rules.ts'

/** A version as it is compared: cities and the like already in words. */
export interface ComparedVersion {
  name: string
  code: string
  owner: Words
  cities: string
  channels: string
  serviceType: string
  effectiveFrom: string
  effectiveTo: string
  rules: PriceTemplateRules
}
export interface Difference {
  path: string
  label: Words
  one: Words | null
  other: Words | null
}

interface Field {
  label: Words
  value: Words
}

/** Every field in which two versions differ; a band is the same band when its hours are. */
export function differences(one: ComparedVersion, other: ComparedVersion): Difference[] {
  const [left, right] = [fieldsOf(one), fieldsOf(other)]
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((path) => {
    const [a, b] = [left.get(path), right.get(path)]
    if (a?.value.zh === b?.value.zh) return []
    return [{ path, label: (a ?? b)!.label, one: a?.value ?? null, other: b?.value ?? null }]
  })
}

const same = (text: string): Words => ({ zh: text, en: text })
const modeWords: Record<PricingMode, Words> = {
  PER_KM: { zh: '按公里', en: 'Per kilometre' },
  BLOCK: { zh: '按段', en: 'By blocks' },
  PACKAGE: { zh: '套餐', en: 'Package' },
}

function fieldsOf(version: ComparedVersion): Map<string, Field> {
  const fields = new Map<string, Field>()
  const add = (path: string, zh: string, en: string, value: Words | string) =>
    fields.set(path, { label: { zh, en }, value: typeof value === 'string' ? same(value) : value })
  add('name', '名称', 'Name', version.name)
  add('code', '编码', 'Code', version.code)
  add('owner', '归属', 'Owner', version.owner)
  add('cities', '适用城市', 'Cities', version.cities)
  add('channels', '适用渠道', 'Channels', version.channels)
  add('serviceType', '服务类型', 'Service type', version.serviceType)
  add('effectiveFrom', '生效时间', 'In force from', version.effectiveFrom)
  add('effectiveTo', '失效时间', 'In force until', version.effectiveTo)
  const { rules } = version
  add('rules.mode', '计费方式', 'Mode', modeWords[rules.mode])
  add('rules.step', '里程单价', 'Mileage', `${yuan(rules.stepFen)} / ${km(rules.stepM)}`)
  for (const band of [...rules.bands].sort((a, b) => a.from.localeCompare(b.from))) {
    const hours = `${band.from}–${band.to}`
    add(`rules.bands.${hours}.startFen`, `${hours} 起步价`, `${hours} start price`, yuan(band.startFen))
    add(`rules.bands.${hours}.includedM`, `${hours} 含里程`, `${hours} included`, km(band.includedM))
  }
  for (const [path, field] of waitFields(rules.wait)) fields.set(path, field)
  add('rules.remote', '远途费', 'Long distance', remoteWords(rules))
  if (rules.package) {
    const { includedS, freeS, unitS, unitFen } = rules.package
    add('rules.package.includedS', '套餐含时长', 'Time in the package', minutes(includedS))
    add('rules.package.freeS', '超时宽限', 'Grace', minutes(freeS))
    add('rules.package.unit', '超时单价', 'Overtime', {
      zh: `${yuan(unitFen)} / ${minutes(unitS).zh}`,
      en: `${yuan(unitFen)} / ${minutes(unitS).en}`,
    })
  }
  add('rules.dynamicScope', '动态加价范围', 'Dynamic pricing applies to', {
    zh: parts(rules.dynamicScope, 'zh'),
    en: parts(rules.dynamicScope, 'en'),
  })
  add(
    'rules.feeMaxFen',
    '动态加价封顶',
    'Dynamic pricing at most',
    rules.feeMaxFen === null ? { zh: '不封顶', en: 'No limit' } : yuan(rules.feeMaxFen),
  )
  add('rules.commissionBp', '平台抽成', 'Commission', `${(rules.commissionBp ?? DEFAULT_COMMISSION_BP) / 100}%`)
  return fields
}

function waitFields(wait: WaitRule | null): [string, Field][] {
  const field = (path: string, zh: string, en: string, value: Words): [string, Field] => [path, { label: { zh, en }, value }]
  if (!wait) return [field('rules.wait.kind', '等候费', 'Waiting', { zh: '不收', en: 'Not charged' })]
  const whole = wait.kind === 'FULL_BLOCK_FLOOR'
  const price = (fen: number): Words => ({ zh: `${yuan(fen)} / ${minutes(wait.unitS).zh}`, en: `${yuan(fen)} / ${minutes(wait.unitS).en}` })
  return [
    field(
      'rules.wait.kind',
      '等候费',
      'Waiting',
      whole ? { zh: '满单位才计', en: 'Whole units only' } : { zh: '不足单位按一个计', en: 'Each started unit' },
    ),
    field('rules.wait.freeS', '免费等候', 'Free waiting', minutes(wait.freeS)),
    field('rules.wait.unitFen', '等候单价', 'Waiting price', price(wait.unitFen)),
    ...(whole ? [field('rules.wait.unitFenLate', '司机迟到时等候单价', 'Waiting price, driver late', price(wait.unitFenLate))] : []),
    field(
      'rules.wait.maxTotalS',
      '最长计等时间',
      'Longest waiting',
      wait.maxTotalS === null ? { zh: '不限', en: 'No limit' } : minutes(wait.maxTotalS),
    ),
  ]
}

function remoteWords({ remote }: PriceTemplateRules): Words {
  if (!remote.on) return { zh: '不收', en: 'Not charged' }
  return {
    zh: `超过 ${km(remote.thresholdM)} 后 ${yuan(remote.stepFen)} / ${km(remote.stepM)}`,
    en: `Above ${km(remote.thresholdM)} ${yuan(remote.stepFen)} / ${km(remote.stepM)}`,
  }
}
