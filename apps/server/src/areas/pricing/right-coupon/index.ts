export { rightCouponRoutes } from './right-coupon.routes.ts'
export { rightCouponImport } from './right-coupon-import.ts'
export { issueMapped } from './right-coupon.service.ts'
