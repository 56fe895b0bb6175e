export { noticeRoutes } from './notice.routes.ts'
export { notifyOfOrder, notifyUsers } from './notice.service.ts'
