import { activityLogRoutes } from './activity-log/index.ts'
import { cityMoments, cityOpeningRoutes } from './city-opening/index.ts'
import { citySwitchRoutes } from './city-switch/index.ts'
import { exportRoutes } from './export/index.ts'
import { groundRounds, groundRoutes } from './ground/index.ts'
import { guideRoutes } from './guide/index.ts'
import { importRoutes } from './import/index.ts'
import { jobRoutes } from './job/index.ts'
import { mapServiceRoutes } from './map-service/index.ts'
import { monitoringRoutes } from './monitoring/index.ts'
import { noticeRoutes } from './notice/index.ts'
import { placeRoutes, placeRounds } from './place/index.ts'
import { reportRoutes } from './report/index.ts'

export const operationsRounds = [...placeRounds, ...groundRounds, cityMoments]
export const operationsRoutes = [
  ...activityLogRoutes,
  ...cityOpeningRoutes,
  ...citySwitchRoutes,
  ...exportRoutes,
  ...groundRoutes,
  ...guideRoutes,
  ...importRoutes,
  ...jobRoutes,
  ...mapServiceRoutes,
  ...monitoringRoutes,
  ...noticeRoutes,
  ...placeRoutes,
  ...reportRoutes,
]
