export { noticeRoutes } from './notice.routes.ts'
export { notifyOfCity, notifyOfOrder, notifyUsers, notifyWhoMay } from './notice.service.ts'
