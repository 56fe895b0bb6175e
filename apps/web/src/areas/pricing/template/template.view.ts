import {
  DEFAULT_COMMISSION_BP,
  type fullBlockWait,
  type PackageRule,
  type PriceTemplateRules,
  type WaitRule,
} from '@chauffeur/contract/pricing/model'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import type { templateCalls } from '@chauffeur/contract/pricing/template'
import type * as z from 'zod'

export type Template = AnswerOf<typeof templateCalls.templateGet>

/** The rules in the form: a field for all that may be charged, whether it is or not. */
export interface RulesValues extends Omit<PriceTemplateRules, 'wait' | 'package'> {
  wait: Omit<z.infer<typeof fullBlockWait>, 'kind'> & { kind: WaitRule['kind'] | 'NONE' }
  package: PackageRule
}
export type TemplateValues = Omit<InputOf<typeof templateCalls.templateSave>, 'rules'> & { rules: RulesValues }

export const rulesValues = (rules: PriceTemplateRules): RulesValues => ({
  ...rules,
  wait: { kind: 'NONE', freeS: 600, unitS: 60, unitFen: 100, unitFenLate: 0, maxTotalS: null, ...rules.wait },
  package: { includedS: 4 * 3600, freeS: 1800, unitS: 1800, unitFen: 3000, ...rules.package },
  commissionBp: rules.commissionBp ?? DEFAULT_COMMISSION_BP,
})

/** What is saved of the fields that are shown; of a long-distance fee that is switched off what it was. */
export const rulesOf = (
  { wait, package: pack, remote, feeMaxFen, ...rules }: RulesValues,
  before: PriceTemplateRules,
): PriceTemplateRules => ({
  ...rules,
  wait: wait.kind === 'NONE' ? null : ({ ...wait, maxTotalS: wait.maxTotalS ?? null } as WaitRule),
  package: rules.mode === 'PACKAGE' ? pack : null,
  remote: { ...before.remote, ...remote },
  feeMaxFen: feeMaxFen ?? null,
})

/** What a new template begins with. */
export const emptyRules: PriceTemplateRules = {
  mode: 'PER_KM',
  stepM: 1000,
  stepFen: 350,
  bands: [{ from: '00:00:00', to: '24:00:00', startFen: 3500, includedM: 8000 }],
  wait: { kind: 'PER_MIN_CEIL', freeS: 600, unitS: 60, unitFen: 100, maxTotalS: null },
  remote: { on: false, thresholdM: 20_000, stepM: 1000, stepFen: 100 },
  package: null,
  dynamicScope: ['START', 'MILEAGE'],
  feeMaxFen: null,
  commissionBp: DEFAULT_COMMISSION_BP,
}
