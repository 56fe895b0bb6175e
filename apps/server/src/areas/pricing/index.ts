export { commission } from './commission.rules.ts'
export { type Discount, NO_LIMIT_FEN, type PricedTrip, type Settlement, type TemplateCandidate, type TripToPrice } from './pricing.model.ts'
export { priceTrip } from './pricing.rules.ts'
export { templateProblems } from './template.rules.ts'
export { chooseTemplate, templateRank } from './template-choice.rules.ts'
export { findQuote, insertQuote, templateVersion } from './pricing.queries.ts'
export { type AskedTrip, type Estimate, estimateTrip, linesView, surchargesToPrice, worthOnQuote } from './quote.service.ts'
export { pricingRoutes } from './pricing.routes.ts'
export { NO_SURCHARGES, type Surcharges } from './rate.rules.ts'
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
