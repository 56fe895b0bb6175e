export { expireDue, forgetGuess, guessesOf, insertGuess } from './coupon.queries.ts'
export { couponDetails, couponList, redeemCode, redeemedCodes, expiry } from './coupon.service.ts'
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
export { guessLock, normalCode } from './redeem.rules.ts'
