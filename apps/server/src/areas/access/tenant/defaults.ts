import { authoritiesOf, type Authority, authorityNames, standardRoles } from '@chauffeur/contract/authorities'
import type { PriceBand, PriceTemplateRules } from '@chauffeur/contract/pricing/model'

/** The role of a tenant's administrators; it gets every function that a new version of the program brings. */
export const ADMINISTRATORS = '租户管理员'

/** The roles a tenant begins with. */
export const defaultRoles = [
  ...standardRoles.map((name) => ({ name, functions: authoritiesOf(name) })),
  { name: ADMINISTRATORS, functions: Object.keys(authorityNames) as Authority[] },
]

const band = (from: string, to: string, startFen: number, includedM: number): PriceBand => ({ from, to, startFen, includedM })
/** What a new city begins with: per kilometre, ten minutes free, then by the minute. */
export const standardPrices: PriceTemplateRules = {
  mode: 'PER_KM',
  stepM: 1000,
  stepFen: 350,
  bands: [
    band('00:00:00', '06:00:00', 8500, 8000),
    band('06:00:00', '22:00:00', 3500, 8000),
    band('22:00:00', '23:00:00', 5000, 8000),
    band('23:00:00', '24:00:00', 6500, 8000),
  ],
  wait: { kind: 'PER_MIN_CEIL', freeS: 600, unitS: 60, unitFen: 100, maxTotalS: 190 * 60 },
  remote: { on: false, thresholdM: 20_000, stepM: 1000, stepFen: 100 },
  package: null,
  dynamicScope: ['START', 'MILEAGE'],
  feeMaxFen: null,
}
