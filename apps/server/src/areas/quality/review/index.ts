export { photoRounds } from './review.rounds.ts'
export { photoRoutes } from './review.routes.ts'
export { photoTrialRoutes } from './trial.routes.ts'
