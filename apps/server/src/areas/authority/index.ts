export { authorityRoutes } from './authority.routes.ts'
