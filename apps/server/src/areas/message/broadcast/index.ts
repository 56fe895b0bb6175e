export { broadcastJob } from './broadcast.job.ts'
export { broadcastRounds } from './broadcast.round.ts'
export { broadcastRoutes } from './broadcast.routes.ts'
