export { mapServiceRoutes } from './map-service.routes.ts'
