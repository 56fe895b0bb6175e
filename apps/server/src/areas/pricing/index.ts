export { waitedS } from './charge.rules.ts'
export { commission } from './commission.rules.ts'
export { boxOf, fenceProblems, holds } from './fence.rules.ts'
export type { PricedTrip } from './pricing.model.ts'
export { priceTrip } from './pricing.rules.ts'
export { commissionRateBp, findQuote, insertQuote } from './pricing.queries.ts'
export { type AskedTrip, type Estimate, estimateTrip, linesView, surchargesToPrice, tripOfQuote } from './quote.service.ts'
export { fenceRoutes } from './fence.routes.ts'
export { rateRoutes } from './rate.routes.ts'
export { templateRoutes } from './template.routes.ts'
export type { Surcharges } from './rate.rules.ts'
export {
  carryDiscount,
  type Chosen,
  discountFor,
  heldDiscount,
  holdDiscount,
  releaseDiscount,
  recommendDiscounts,
  settleDiscount,
  usableDiscounts,
} from './discount.service.ts'
export { type BillRule, couponRefusalWords, coverWords, reasonOf, rightRefusalWords } from './explain.rules.ts'
export { expireDue, forgetGuess, guessesOf, insertGuess } from './coupon.queries.ts'
export { couponDetails, couponList, redeemCode, redeemedCodes, startExpiry } from './coupon.service.ts'
export { guessLock, normalCode } from './redeem.rules.ts'
