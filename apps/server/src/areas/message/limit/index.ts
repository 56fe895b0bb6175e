export { messageLimitRoutes } from './limit.routes.ts'
export { quietCities, reminderHeld } from './limit.service.ts'
