export { endProtection, extendProtection, holdProtected, insertProtection, protectionView } from './protection.queries.ts'
export { protectionRoutes } from './protection.routes.ts'
export { whiteRoutes } from './white.routes.ts'
