import type { PriceBand, PriceTemplateRules } from '@chauffeur/contract/pricing/model'
import { standardPrices } from '#areas/access/tenant'

/** Starting prices in the shapes that brands publish; every city sets its own. */

const band = (from: string, to: string, startFen: number, includedM: number): PriceBand => ({ from, to, startFen, includedM })
const noRemote = { on: false, thresholdM: 20_000, stepM: 1000, stepFen: 100 }

/** Per kilometre, ten minutes free, then by the minute. */
export const templateA: PriceTemplateRules = standardPrices

/** Template A with the long-distance fee switched on. */
export const templateARemote: PriceTemplateRules = { ...templateA, remote: { ...noRemote, on: true } }

/** Blocks of ten kilometres and of fifteen minutes, as in Xi'an. */
export const templateB: PriceTemplateRules = {
  mode: 'BLOCK',
  stepM: 10_000,
  stepFen: 2000,
  bands: [
    band('00:00:00', '07:00:00', 10_000, 10_000),
    band('07:00:00', '22:00:00', 4000, 10_000),
    band('22:00:00', '23:00:00', 6000, 10_000),
    band('23:00:00', '24:00:00', 8000, 10_000),
  ],
  wait: { kind: 'FULL_BLOCK_FLOOR', freeS: 0, unitS: 900, unitFen: 2000, unitFenLate: 1000, maxTotalS: null },
  remote: noRemote,
  package: null,
  dynamicScope: ['START', 'MILEAGE'],
  feeMaxFen: null,
}

/** An enterprise's agreed price. */
export const templateE: PriceTemplateRules = {
  mode: 'PER_KM',
  stepM: 1000,
  stepFen: 300,
  bands: [
    band('00:00:00', '07:00:00', 6000, 10_000),
    band('07:00:00', '22:00:00', 3000, 10_000),
    band('22:00:00', '24:00:00', 6000, 10_000),
  ],
  wait: { kind: 'PER_MIN_CEIL', freeS: 1200, unitS: 60, unitFen: 50, maxTotalS: null },
  remote: noRemote,
  package: null,
  dynamicScope: ['START', 'MILEAGE'],
  feeMaxFen: null,
}

/** An airport's fence: one price all day. */
export const templateF: PriceTemplateRules = {
  mode: 'PER_KM',
  stepM: 1000,
  stepFen: 400,
  bands: [band('00:00:00', '24:00:00', 4500, 5000)],
  wait: templateA.wait,
  remote: noRemote,
  package: null,
  dynamicScope: ['START', 'MILEAGE'],
  feeMaxFen: null,
}

/** Four hours and 300 km; beyond them every started 20 km and, after half an hour's grace, every started half hour. */
export const templateFourHours: PriceTemplateRules = {
  mode: 'PACKAGE',
  stepM: 20_000,
  stepFen: 2000,
  bands: [band('00:00:00', '24:00:00', 23_600, 300_000)],
  wait: null,
  remote: noRemote,
  package: { includedS: 4 * 3600, freeS: 1800, unitS: 1800, unitFen: 3000 },
  dynamicScope: ['START', 'MILEAGE'],
  feeMaxFen: null,
}
