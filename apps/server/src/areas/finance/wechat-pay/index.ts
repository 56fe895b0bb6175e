export { merchantOf } from './merchant.ts'
export { merchantSettingsOf, wechatPayOf } from './merchants.service.ts'
export { type NoticeDesk, noticePath, noticeRoutes } from './notice.http.ts'
