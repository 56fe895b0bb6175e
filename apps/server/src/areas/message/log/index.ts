export { messageLogRoutes } from './log.routes.ts'
