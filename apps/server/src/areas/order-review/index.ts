export { orderReviewRoutes } from './order-review.routes.ts'
export { startReviewTimer } from './review.timer.ts'
