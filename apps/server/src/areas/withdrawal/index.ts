export { withdrawalRoutes } from './withdrawal.routes.ts'
