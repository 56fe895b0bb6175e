export { messageTextRoutes } from './text.routes.ts'
