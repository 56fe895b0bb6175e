import { driverAppRoutes } from './app/index.ts'
import { driverBatchRoutes } from './batch/index.ts'
import { badWeatherRound, badWeatherRoutes } from './bad-weather/index.ts'
import { driverDisplayRoutes } from './display/index.ts'
import { driverFileRoutes } from './file/index.ts'
import { driverInvitationRoutes } from './invitation/index.ts'
import { levelRounds, levelSettingRoutes, standingRoutes } from './level/index.ts'
import { protectionRoutes, whiteRoutes } from './level-white/index.ts'
import { driverLifeRoutes } from './life/index.ts'
import { acceptanceRound } from './standing/index.ts'
import { driverOnlineRoutes, onlineRound } from './online/index.ts'
import { listenRangeRoutes } from './listen-range/index.ts'

export { driverFrames, warmPositions } from './state/index.ts'

export const driverRounds = [onlineRound, acceptanceRound, ...levelRounds, badWeatherRound]
export const driverRoutes = [
  ...driverAppRoutes,
  ...badWeatherRoutes,
  ...driverBatchRoutes,
  ...driverDisplayRoutes,
  ...driverFileRoutes,
  ...driverInvitationRoutes,
  ...driverLifeRoutes,
  ...driverOnlineRoutes,
  ...listenRangeRoutes,
  ...levelSettingRoutes,
  ...standingRoutes,
  ...protectionRoutes,
  ...whiteRoutes,
]
