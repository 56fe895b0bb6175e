import { driverAppRoutes } from './app/index.ts'
import { badWeatherRound, badWeatherRoutes } from './bad-weather/index.ts'
import { driverFaceRoutes } from './check/index.ts'
import { driverDutyRoutes } from './duty/index.ts'
import { driverFileRoutes } from './file/index.ts'
import { driverFitnessRoutes, papersRound } from './fitness/index.ts'
import { driverInvitationRoutes } from './invitation/index.ts'
import { levelRounds, levelSettingRoutes, standingRoutes } from './level/index.ts'
import { protectionRoutes, whiteRoutes } from './level-white/index.ts'
import { driverOnlineRoutes, onlineRound } from './online/index.ts'
import { listenRangeRoutes } from './listen-range/index.ts'

export { finishesTrip } from './duty/index.ts'
export { driverFrames, warmPositions } from './state/index.ts'

export const driverRounds = [onlineRound, ...levelRounds, badWeatherRound, papersRound]
export const driverRoutes = [
  ...driverAppRoutes,
  ...badWeatherRoutes,
  ...driverDutyRoutes,
  ...driverFaceRoutes,
  ...driverFileRoutes,
  ...driverFitnessRoutes,
  ...driverInvitationRoutes,
  ...driverOnlineRoutes,
  ...listenRangeRoutes,
  ...levelSettingRoutes,
  ...standingRoutes,
  ...protectionRoutes,
  ...whiteRoutes,
]
