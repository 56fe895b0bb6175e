import type { PriceTemplateRules } from '@chauffeur/contract/pricing/model'
import { bandProblems } from '../price/bands.rules.ts'
import { chargeLines, sumOf } from '../price/charge.rules.ts'
import type { TemplateProblem } from '../price/pricing.model.ts'

/** Everything that keeps a template from pricing every trip; empty when it may become effective. */
export function templateProblems(rules: PriceTemplateRules): TemplateProblem[] {
  return [...bandProblems(rules.bands), ...modeProblems(rules), ...waitProblems(rules), ...scopeProblems(rules)]
}

/** The farthest and longest trip anybody asks a price for, and what such a trip may cost: more no bill can hold. */
const LONGEST = { distanceM: 2_000_000, waiting: { waitS: 604_800 }, durationS: 2_592_000, dynamicRateBp: 30_000 }
const MOST_FEN = 1_000_000_000

/** Of a template without other problems. */
export function amountProblems(rules: PriceTemplateRules): TemplateProblem[] {
  if (sumOf(chargeLines(rules, { ...LONGEST, departAt: 0, utcOffsetMinutes: 0 })) <= MOST_FEN) return []
  return [
    {
      path: 'stepFen',
      zh: '单价过高，长途行程会超出账单上限',
      en: 'the prices are too high: a long trip would exceed what a bill can hold',
    },
  ]
}

function modeProblems({ mode, stepM, wait, package: pack }: PriceTemplateRules): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  if (mode === 'PER_KM' && stepM !== 1000) {
    problems.push({
      path: 'stepM',
      zh: '按公里计费的步长应为 1000 米，其他步长请用按段计费',
      en: 'per kilometre means steps of 1000 m; use blocks for another step',
    })
  }
  if (mode === 'PACKAGE' && !pack) {
    problems.push({ path: 'package', zh: '套餐需要填写包含时长与超时费', en: 'a package needs its included time and overtime price' })
  }
  if (mode === 'PACKAGE' && wait) {
    problems.push({
      path: 'wait',
      zh: '套餐的等候计入时长，不能再收等候费',
      en: 'a package counts waiting as time used, so it cannot charge waiting as well',
    })
  }
  if (mode !== 'PACKAGE' && pack) {
    problems.push({ path: 'package', zh: '只有套餐模式才有包含时长', en: 'only packages include time' })
  }
  return problems
}

function waitProblems({ wait }: PriceTemplateRules): TemplateProblem[] {
  if (!wait || wait.maxTotalS === null || wait.maxTotalS >= wait.freeS) return []
  return [{ path: 'wait.maxTotalS', zh: '最长计等时间不能短于免费时间', en: 'the longest waiting cannot be shorter than the free time' }]
}

function scopeProblems({ dynamicScope }: PriceTemplateRules): TemplateProblem[] {
  if (new Set(dynamicScope).size === dynamicScope.length) return []
  return [{ path: 'dynamicScope', zh: '动态加价范围有重复', en: 'the dynamic scope names a part twice' }]
}
