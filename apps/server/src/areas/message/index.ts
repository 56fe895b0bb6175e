import { messageLogRoutes } from './log/index.ts'
import { messageTextRoutes } from './template/index.ts'

export const messageRoutes = [...messageTextRoutes, ...messageLogRoutes]
