import type { MessageLimits } from '@chauffeur/contract/message/limits'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

/** No reminder is held back until somebody says so; marketing is. */
const standard: MessageLimits = { quietFrom: null, quietTo: null, remindersPerDay: null, marketingPer30Days: 4 }

export const messageLimits = {
  ...defineCitySetting<MessageLimits>()({
    kind: 'messageLimits',
    object: 'messageLimits',
    standard,
    view: (row) => ({ settingId: row.id, cityId: row.cityId, cityName: row.cityName, ...versionFactsOf(row), ...row.content }),
    refusals: { notFound: 'messageLimit.notFound', conflict: 'messageLimit.versionConflict', taken: 'messageLimit.cityTaken' },
  }),
  standard,
}
