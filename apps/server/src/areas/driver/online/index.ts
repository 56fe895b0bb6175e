export { onlineRound } from './online.round.ts'
export { driverOnlineRoutes } from './online.routes.ts'
