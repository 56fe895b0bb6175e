export { rightAuditRoutes } from './review.routes.ts'
export { rightAuditRounds } from './review.rounds.ts'
