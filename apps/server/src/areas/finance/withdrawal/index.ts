export { withdrawalTermsRoutes } from './terms.routes.ts'
export { withdrawalRoutes } from './withdrawal.routes.ts'
