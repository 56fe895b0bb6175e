import { couponRefusals } from './coupon.ts'
import { couponGrantCalls, couponGrantRefusals } from './coupon-grant.ts'
import { couponTemplateCalls, couponTemplateRefusals } from './coupon-template.ts'
import { discountRefusals } from './discount.ts'
import { fenceCalls, fenceRefusals } from './fence.ts'
import { redeemBatchCalls, redeemBatchRefusals } from './redeem-batch.ts'
import { rateCalls, rateRefusals } from './rate.ts'
import { rightCalls, rightRefusals } from './right.ts'
import { rightCouponCalls, rightCouponRefusals } from './right-coupon.ts'
import { rightGrantCalls, rightGrantRefusals } from './right-grant.ts'
import { templateCalls, templateRefusals } from './template.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  couponTemplate: couponTemplateCalls,
  couponGrant: couponGrantCalls,
  redeemBatch: redeemBatchCalls,
  right: rightCalls,
  rightGrant: rightGrantCalls,
  rightCoupon: rightCouponCalls,
  pricing: { ...templateCalls, ...fenceCalls, ...rateCalls },
}
export const refusals = [
  couponRefusals,
  couponGrantRefusals,
  couponTemplateRefusals,
  redeemBatchRefusals,
  templateRefusals,
  fenceRefusals,
  rateRefusals,
  discountRefusals,
  rightRefusals,
  rightGrantRefusals,
  rightCouponRefusals,
]
