export { orderReviewRoutes } from './order-review.routes.ts'
export { endLapsedReviews, startReviewTimer } from './review.timer.ts'
