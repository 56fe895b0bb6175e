export { messageLimitRoutes } from './limit.routes.ts'
export { type MarketingLimits, marketingLimits, quietCities, reminderHeld } from './limit.service.ts'
