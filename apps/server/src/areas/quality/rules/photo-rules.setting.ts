import { type PhotoRules, STANDARD_PHOTO_RULES } from '@chauffeur/contract/quality/photo-rules'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

/** The city's rules, else the tenant's. */
export const photoRules = defineCitySetting<PhotoRules>()({
  kind: 'photoRules',
  object: 'photoRules',
  standard: STANDARD_PHOTO_RULES,
  view: (row) => ({ cityId: row.cityId, cityName: row.cityName, ...versionFactsOf(row), ...row.content }),
  refusals: { conflict: 'photoRules.versionConflict' },
})
