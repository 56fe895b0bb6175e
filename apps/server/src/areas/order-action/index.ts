export { cancelJudged, cancelOrder } from './cancel-order.service.ts'
export { orderActionRoutes } from './order-action.routes.ts'
export { remindUnpaid, startUnpaidChores, writeOffOverdue } from './unpaid.service.ts'
export { addRemark, type Changed, changedSince } from './edit-order.service.ts'
