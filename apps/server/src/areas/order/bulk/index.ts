export { orderBulkRoutes } from './order-bulk.routes.ts'
