import type { PeakTimes } from '@chauffeur/contract/driver/online'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

const standard: PeakTimes = { windows: [], targetOnlineS: null, targetPeakS: null }

/** When drivers are needed most, and how long they are to be there then: of the tenant and of cities that differ. */
export const peakTimes = {
  ...defineCitySetting<PeakTimes>()({
    kind: 'peakTimes',
    object: 'peakTimes',
    standard,
    view: (row) => ({ settingId: row.id, cityId: row.cityId, cityName: row.cityName, ...versionFactsOf(row), ...row.content }),
    refusals: { notFound: 'driverOnline.peakNotFound', conflict: 'driverOnline.versionConflict', taken: 'driverOnline.cityTaken' },
  }),
  standard,
}
