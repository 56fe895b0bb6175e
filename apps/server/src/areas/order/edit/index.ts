export { addRemark } from './edit-order.service.ts'
export { orderEditRoutes } from './edit.routes.ts'
export { sendReminder } from './message.service.ts'
