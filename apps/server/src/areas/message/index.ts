import { messageTextRoutes } from './template/index.ts'

export const messageRoutes = [...messageTextRoutes]
