export { addRemark } from './edit-order.service.ts'
export { orderEditRoutes } from './edit.routes.ts'
export { orderMessageValues, sendReminder, tellPrepay } from './message.service.ts'
