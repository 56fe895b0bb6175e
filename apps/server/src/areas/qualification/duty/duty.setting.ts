import type { InsuranceProduct } from '@chauffeur/contract/qualification/insurance'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

export interface DutyRules {
  /** Before duty. */
  faceRequired: boolean
  faceEveryHours: number
  faceFirstOrder: boolean
  /** Of orders; 0: of none. */
  faceRandomPercent: number
  facePayout: boolean
  faceMaxFail: number
  faceLockMinutes: number
  /** Taken on the driver's page. */
  facePicture: boolean
  /** To be passed before duty. */
  examGroups: string[]
  insuranceRequired: boolean
  insuranceEveryHours: number
  /** Products of which a policy has to be in force; none: none is asked for. */
  policies: InsuranceProduct[]
  photosBeforeDepart: number
  receiptFromFen: number | null
}

const standard: DutyRules = {
  faceRequired: false,
  faceEveryHours: 24,
  faceFirstOrder: false,
  faceRandomPercent: 0,
  facePayout: false,
  faceMaxFail: 3,
  faceLockMinutes: 30,
  facePicture: false,
  examGroups: [],
  insuranceRequired: false,
  insuranceEveryHours: 24,
  policies: [],
  photosBeforeDepart: 0,
  receiptFromFen: null,
}

/** The city's rules, else the tenant's, else nothing is asked. */
export const dutyRules = {
  ...defineCitySetting<DutyRules>()({
    kind: 'dutyRules',
    object: 'driverDutyRules',
    standard,
    view: (row) => ({ cityId: row.cityId, cityName: row.cityName, ...versionFactsOf(row), ...row.content }),
    refusals: { conflict: 'driverDuty.versionConflict' },
  }),
  standard,
}
