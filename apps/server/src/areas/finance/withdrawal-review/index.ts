export { bulkReview } from './bulk-review.job.ts'
export { reviewRounds } from './review.rounds.ts'
export { withdrawalReviewRoutes } from './review.routes.ts'
