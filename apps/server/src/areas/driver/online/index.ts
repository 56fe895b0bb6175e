export { onlineRound } from './online.round.ts'
export { driverOnlineRoutes } from './online.routes.ts'
export { DAY_S, midnightOf, windowsOn } from './online.rules.ts'
export { peakTimes } from './peak-times.setting.ts'
