export { cancelJudged, cancelOrder } from './cancel-order.service.ts'
export { orderActionRoutes } from './order-action.routes.ts'
export { addRemark } from './edit-order.service.ts'
