import type { GuideStep } from '@chauffeur/contract/operations/home'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

/** What a tenant has left out of the guide, and whether it is put away. */
export const guideSetting = defineCitySetting<{ skipped: GuideStep[]; closed: boolean }>()({
  kind: 'guide',
  object: 'guide',
  standard: { skipped: [], closed: false },
  view: (row) => ({ ...versionFactsOf(row), ...row.content }),
  refusals: { conflict: 'guide.versionConflict' },
})
