export { bulkWork } from './bulk.job.ts'
export { orderBulkRoutes } from './order-bulk.routes.ts'
