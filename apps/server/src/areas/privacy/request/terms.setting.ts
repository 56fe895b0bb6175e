import { DEADLINE_DAYS, type PrivacyTerms } from '@chauffeur/contract/privacy/request'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

const standard: PrivacyTerms = { deadlineDays: DEADLINE_DAYS.standard }

/** By when requests are answered, in the whole business. */
export const privacyTerms = {
  ...defineCitySetting<PrivacyTerms>()({
    kind: 'privacyTerms',
    object: 'privacyTerms',
    standard,
    view: (row) => ({ ...versionFactsOf(row), ...row.content }),
    refusals: { conflict: 'privacyRequest.versionConflict' },
  }),
  standard,
}
