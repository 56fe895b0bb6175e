export { dispatchBlocksRoutes } from './block.routes.ts'
export { dispatchDeskRoutes } from './desk.routes.ts'
export { redispatch } from './desk.service.ts'
