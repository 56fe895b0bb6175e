export { noticeRoutes } from './notice.routes.ts'
export { notifyOfCity, notifyOfOrder, notifyUsers } from './notice.service.ts'
