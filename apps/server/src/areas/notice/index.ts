export { noticeRoutes } from './notice.routes.ts'
export { notify } from './notice.service.ts'
