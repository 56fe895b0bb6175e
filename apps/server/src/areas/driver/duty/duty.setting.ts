import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'
import type { DutyRules } from './duty.rules.ts'

const standard: DutyRules = {
  faceRequired: false,
  faceEveryHours: 24,
  insuranceRequired: false,
  insuranceEveryHours: 24,
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
