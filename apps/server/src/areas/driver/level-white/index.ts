export { protectionRoutes } from './protection.routes.ts'
export { whiteRoutes } from './white.routes.ts'
