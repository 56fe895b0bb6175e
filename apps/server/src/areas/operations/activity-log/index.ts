export { activityLogRoutes } from './activity-log.routes.ts'
