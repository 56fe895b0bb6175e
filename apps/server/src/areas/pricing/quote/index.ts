export { commission } from './commission.rules.ts'
export { commissionRateBp, findQuote, insertQuote } from './pricing.queries.ts'
export { type AskedTrip, type Estimate, estimateTrip, linesView, surchargesToPrice, tripOfQuote } from './quote.service.ts'
