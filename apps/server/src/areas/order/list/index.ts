export { filedBill } from './filed-bill.service.ts'
export { orderProgress } from './order-progress.service.ts'
export { orderListRoutes } from './order.routes.ts'
export { orderProgressRoutes } from './progress.routes.ts'
