export { cityMoments } from './city-moment.round.ts'
export { cityOpeningRoutes } from './city-opening.routes.ts'
export { told } from './city-opening.service.ts'
