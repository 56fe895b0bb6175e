export { authorityRoutes } from './authority.routes.ts'
export { menuRoutes } from './menu.routes.ts'
