export { driverFitnessRoutes } from './fitness.routes.ts'
export { papersRound } from './papers.round.ts'
export { policiesRound } from './policies.round.ts'
