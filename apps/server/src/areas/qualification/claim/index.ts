export { isClaimedOn } from './claim.queries.ts'
export { driverClaimRoutes } from './claim.routes.ts'
