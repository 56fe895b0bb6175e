export { withdrawalRoutes } from './withdrawal.routes.ts'
export { withdrawalTermsRoutes } from './terms.routes.ts'
