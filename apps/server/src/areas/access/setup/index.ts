export { makeSetupLink } from './setup.service.ts'
export { setupRoutes } from './setup.routes.ts'
