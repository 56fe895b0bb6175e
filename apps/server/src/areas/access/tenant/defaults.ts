import { type Authority, authorityNames } from '@chauffeur/contract/authorities'
import type { PriceBand, PriceTemplateRules } from '@chauffeur/contract/pricing/model'

/** The role of a tenant's administrators; it gets every function that a new version of the program brings. */
export const ADMINISTRATORS = '租户管理员'
const everything = Object.keys(authorityNames) as Authority[]

/** The roles a tenant begins with. */
export const defaultRoles = [
  {
    name: '客服',
    functions: [
      'console.view',
      'callCentre.view',
      'callCentre.place',
      'callCentre.queue',
      'callCentre.claim',
      'callCentre.redeem',
      'enterprise.view',
      'order.view',
      'order.cancel',
      'order.terminate',
      'order.edit',
      'order.bulk',
      'orderReview.view',
      'orderReview.decide',
      'dispatchDesk.assign',
      'dispatchDesk.redispatch',
      'dispatchDesk.block',
      'driver.view',
      'driver.remark',
      'phone.use',
      'phone.reveal',
    ],
  },
  {
    name: '财务',
    functions: [
      'console.view',
      'enterprise.view',
      'enterprise.edit',
      'enterprise.topUp',
      'order.view',
      'order.recordPayment',
      'pricing.view',
      'withdrawalTerms.view',
      'withdrawalTerms.edit',
    ],
  },
  {
    name: '城市运营',
    functions: [
      'console.view',
      'callCentre.view',
      'callCentre.queue',
      'enterprise.view',
      'enterprise.edit',
      'order.view',
      'order.cancel',
      'order.terminate',
      'order.edit',
      'order.forceSubmit',
      'order.bulk',
      'orderReview.view',
      'orderReview.decide',
      'cancelRules.view',
      'cancelRules.edit',
      'dispatchDesk.assign',
      'dispatchDesk.redispatch',
      'dispatchDesk.block',
      'dispatchDesk.queue',
      'dispatchSettings.view',
      'dispatchSettings.edit',
      'driver.view',
      'driver.edit',
      'driver.remark',
      'driver.disable',
      'withdrawalTerms.view',
      'pricing.view',
      'pricing.edit',
      'phone.use',
      'callLog.view',
      'sound.view',
      'sound.play',
      'sound.keep',
      'phone.reveal',
    ],
  },
  { name: '机构管理员', functions: ['console.view', 'order.view', 'driver.view', 'driver.edit', 'driver.remark'] },
  { name: '合作方', functions: ['console.view', 'order.view'] },
  { name: ADMINISTRATORS, functions: everything },
] as const satisfies { name: string; functions: readonly Authority[] }[]

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
