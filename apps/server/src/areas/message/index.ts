import { bulletinRoutes } from './bulletin/index.ts'
import { messageLimitRoutes } from './limit/index.ts'
import { messageLogRoutes } from './log/index.ts'
import { messageTextRoutes } from './template/index.ts'

export const messageRoutes = [...bulletinRoutes, ...messageTextRoutes, ...messageLimitRoutes, ...messageLogRoutes]
