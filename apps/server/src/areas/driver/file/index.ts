export { readIdCard } from './driver-file.rules.ts'
export { sealedCard } from './driver-file.service.ts'
export { driverFileRoutes } from './driver.routes.ts'
export { silentDrivers } from './silent.service.ts'
