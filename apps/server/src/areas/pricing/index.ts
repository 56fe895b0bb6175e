import { couponTemplateRoutes } from './coupon/index.ts'
import { expiry } from './discount/index.ts'
import { couponEvents, couponGrantRoutes, groupGrant } from './grant/index.ts'
import { fenceRoutes, rateRoutes } from './rate/index.ts'
import { redeemBatchJob, redeemBatchRoutes } from './redeem/index.ts'
import { rightRoutes } from './right/index.ts'
import { rightCouponRoutes } from './right-coupon/index.ts'
import { rightGrantRoutes } from './right-grant/index.ts'
import { templateRoutes } from './template/index.ts'

export const pricingRoutes = [
  ...couponGrantRoutes,
  ...couponTemplateRoutes,
  ...fenceRoutes,
  ...rateRoutes,
  ...redeemBatchRoutes,
  ...rightRoutes,
  ...rightGrantRoutes,
  ...rightCouponRoutes,
  ...templateRoutes,
]
export const pricingJobs = [groupGrant, redeemBatchJob]
export const pricingRounds = [expiry, couponEvents]
