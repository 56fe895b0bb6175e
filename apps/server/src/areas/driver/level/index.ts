export { judgeLevels } from './judge.service.ts'
export { levelRounds } from './level.round.ts'
export { levelSettingRoutes } from './level.routes.ts'
export { standingRoutes } from './standing.routes.ts'
