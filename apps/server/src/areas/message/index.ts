import { broadcastRoutes } from './broadcast/index.ts'
import { bulletinRoutes } from './bulletin/index.ts'
import { driverMessageRoutes } from './inbox/index.ts'
import { messageLimitRoutes } from './limit/index.ts'
import { messageLogRoutes } from './log/index.ts'
import { optOutRoutes } from './opt-out/index.ts'
import { smsServiceRoutes } from './service/index.ts'
import { messageTextRoutes } from './template/index.ts'

export { messageNewsOf } from './inbox/index.ts'
export { messageReportRoutes } from './service/index.ts'
export const messageRoutes = [
  ...bulletinRoutes,
  ...driverMessageRoutes,
  ...messageTextRoutes,
  ...messageLimitRoutes,
  ...messageLogRoutes,
  ...smsServiceRoutes,
  ...broadcastRoutes,
  ...optOutRoutes,
]
