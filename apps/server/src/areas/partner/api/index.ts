export { partnerApiRoutes } from './api.routes.ts'
export { nonceRound } from './nonce.round.ts'
export { partnerGrantRoutes } from './grant.routes.ts'
