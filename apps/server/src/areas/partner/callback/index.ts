export { callbackRoutes } from './callback.routes.ts'
