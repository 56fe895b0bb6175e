export { tellOfAppeal } from './appeal.service.ts'
export { driverMessageRoutes } from './inbox.routes.ts'
export { messageNewsOf } from './inbox-news.ts'
export { tellDriver, tellDrivers, type ToDriver } from './tell.service.ts'
