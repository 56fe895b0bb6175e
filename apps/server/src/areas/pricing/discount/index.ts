export { failUse, passUse, returnUse } from './audited-use.queries.ts'
export { expireDue } from './coupon.queries.ts'
export { couponDetails, couponList, couponShown, redeemedCodes, expiry } from './coupon.service.ts'
export {
  carryDiscount,
  type Chosen,
  discountFor,
  heldDiscount,
  holdDiscount,
  recommendDiscounts,
  releaseDiscount,
  settleDiscount,
  usableDiscounts,
} from './discount.service.ts'
