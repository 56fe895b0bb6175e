export { commission } from './commission.rules.ts'
export type { PricedTrip } from './pricing.model.ts'
export { priceTrip } from './pricing.rules.ts'
export { findQuote, insertQuote } from './pricing.queries.ts'
export { type AskedTrip, type Estimate, estimateTrip, linesView, surchargesToPrice, worthOnQuote } from './quote.service.ts'
export { pricingRoutes } from './pricing.routes.ts'
export type { Surcharges } from './rate.rules.ts'
export {
  carryDiscount,
  type Chosen,
  discountFor,
  heldDiscount,
  holdDiscount,
  releaseDiscount,
  settleDiscount,
  usableDiscounts,
} from './discount.service.ts'
export { couponRefusalWords, rightRefusalWords } from './explain.rules.ts'
