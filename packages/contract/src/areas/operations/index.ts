import { activityLogCalls, activityLogRefusals } from './activity-log.ts'
import { cityCalls } from './city.ts'
import { cityOpeningCalls, cityOpeningRefusals } from './city-opening.ts'
import { citySwitchCalls, citySwitchRefusals } from './city-switch.ts'
import { exportCalls, exportRefusals } from './export.ts'
import { groundCalls, groundRefusals } from './ground.ts'
import { guideCalls, guideRefusals, reportCalls } from './home.ts'
import { importCalls, importRefusals } from './import.ts'
import { jobCalls, jobRefusals } from './job.ts'
import { mapServiceCalls, mapServiceRefusals } from './map-service.ts'
import { monitoringCalls, monitoringRefusals } from './monitoring.ts'
import { noticeCalls } from './notice.ts'
import { placeCalls, placeRefusals } from './place.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  city: cityCalls,
  'city-opening': cityOpeningCalls,
  'city-switch': citySwitchCalls,
  ground: groundCalls,
  guide: guideCalls,
  notice: noticeCalls,
  report: reportCalls,
  'activity-log': activityLogCalls,
  'map-service': mapServiceCalls,
  monitoring: monitoringCalls,
  job: jobCalls,
  export: exportCalls,
  import: importCalls,
  place: placeCalls,
}
export const refusals = [
  activityLogRefusals,
  cityOpeningRefusals,
  citySwitchRefusals,
  groundRefusals,
  guideRefusals,
  mapServiceRefusals,
  monitoringRefusals,
  jobRefusals,
  exportRefusals,
  importRefusals,
  placeRefusals,
]
