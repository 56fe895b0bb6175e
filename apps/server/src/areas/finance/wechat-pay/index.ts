export { COMMISSION_SCENE, type Merchant, type MerchantFault, merchantOf, type MerchantSettings } from './merchant.rules.ts'
export { type NoticeDesk, noticePath, noticeRoutes } from './notice.http.ts'
export { type WechatPay, wechatPay } from './wechat-pay.service.ts'
