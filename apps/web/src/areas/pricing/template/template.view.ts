import { DEFAULT_COMMISSION_BP, type DynamicPart, type PriceTemplateRules, type PricingMode } from '@chauffeur/contract/pricing/model'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { templateCalls } from '@chauffeur/contract/pricing/template'
import { fenOf, yuanOf } from '#ui/show/money.view.ts'

export type Template = AnswerOf<typeof templateCalls.templateGet>

/** Rules as an operator types them: yuan, kilometres and minutes. Paths are those of the rules, so that refusals find their fields. */
export interface RulesForm {
  mode: PricingMode
  stepM: number
  stepFen: number
  bands: { from: string; to: string; startFen: number; includedM: number }[]
  waitKind: 'NONE' | 'PER_MIN_CEIL' | 'FULL_BLOCK_FLOOR'
  wait: { freeS: number; unitS: number; unitFen: number; unitFenLate: number; maxTotalS: number | null }
  remote: { on: boolean; thresholdM: number; stepM: number; stepFen: number }
  package: { includedS: number; freeS: number; unitS: number; unitFen: number }
  dynamicScope: DynamicPart[]
  feeMaxFen: number | null
  /** Per cent. */
  commissionBp: number
}

const fen = (yuanTyped: number | null | undefined) => fenOf(yuanTyped ?? 0)
const km = (m: number) => m / 1000
const metres = (kmTyped: number | null | undefined) => Math.round((kmTyped ?? 0) * 1000)
const minutes = (s: number) => s / 60
const seconds = (minutesTyped: number | null | undefined) => Math.round((minutesTyped ?? 0) * 60)

export function toForm(rules: PriceTemplateRules): RulesForm {
  const { wait, package: pack } = rules
  return {
    mode: rules.mode,
    stepM: km(rules.stepM),
    stepFen: yuanOf(rules.stepFen),
    bands: rules.bands.map((band) => ({ ...band, startFen: yuanOf(band.startFen), includedM: km(band.includedM) })),
    waitKind: wait?.kind ?? 'NONE',
    wait: {
      freeS: minutes(wait?.freeS ?? 600),
      unitS: minutes(wait?.unitS ?? 60),
      unitFen: yuanOf(wait?.unitFen ?? 100),
      unitFenLate: yuanOf(wait?.kind === 'FULL_BLOCK_FLOOR' ? wait.unitFenLate : 0),
      maxTotalS: wait?.maxTotalS === null || wait === null ? null : minutes(wait.maxTotalS),
    },
    remote: {
      on: rules.remote.on,
      thresholdM: km(rules.remote.thresholdM),
      stepM: km(rules.remote.stepM),
      stepFen: yuanOf(rules.remote.stepFen),
    },
    package: {
      includedS: minutes(pack?.includedS ?? 4 * 3600),
      freeS: minutes(pack?.freeS ?? 1800),
      unitS: minutes(pack?.unitS ?? 1800),
      unitFen: yuanOf(pack?.unitFen ?? 3000),
    },
    dynamicScope: [...rules.dynamicScope],
    feeMaxFen: rules.feeMaxFen === null ? null : yuanOf(rules.feeMaxFen),
    commissionBp: (rules.commissionBp ?? DEFAULT_COMMISSION_BP) / 100,
  }
}

export function fromForm(form: RulesForm): PriceTemplateRules {
  const wait = {
    freeS: seconds(form.wait.freeS),
    unitS: seconds(form.wait.unitS),
    unitFen: fen(form.wait.unitFen),
    maxTotalS: form.wait.maxTotalS === null || form.wait.maxTotalS === undefined ? null : seconds(form.wait.maxTotalS),
  }
  return {
    mode: form.mode,
    stepM: metres(form.stepM),
    stepFen: fen(form.stepFen),
    bands: form.bands.map((band) => ({ from: band.from, to: band.to, startFen: fen(band.startFen), includedM: metres(band.includedM) })),
    wait:
      form.waitKind === 'NONE'
        ? null
        : form.waitKind === 'PER_MIN_CEIL'
          ? { kind: 'PER_MIN_CEIL', ...wait }
          : { kind: 'FULL_BLOCK_FLOOR', ...wait, unitFenLate: fen(form.wait.unitFenLate) },
    remote: {
      on: form.remote.on,
      thresholdM: metres(form.remote.thresholdM),
      stepM: metres(form.remote.stepM),
      stepFen: fen(form.remote.stepFen),
    },
    package:
      form.mode === 'PACKAGE'
        ? {
            includedS: seconds(form.package.includedS),
            freeS: seconds(form.package.freeS),
            unitS: seconds(form.package.unitS),
            unitFen: fen(form.package.unitFen),
          }
        : null,
    dynamicScope: form.dynamicScope,
    feeMaxFen: form.feeMaxFen === null || form.feeMaxFen === undefined ? null : fen(form.feeMaxFen),
    commissionBp: Math.round(form.commissionBp * 100),
  }
}

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
