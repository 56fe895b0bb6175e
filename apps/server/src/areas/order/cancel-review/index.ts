export { orderReviewRoutes } from './order-review.routes.ts'
export { endLapsedReviews, lapsingReviews } from './review.timer.ts'
