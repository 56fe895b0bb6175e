export { noticeRoutes } from './notice.routes.ts'
export { notifyOfOrder } from './notice.service.ts'
