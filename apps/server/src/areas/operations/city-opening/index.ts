export { cityMoments } from './city-moment.round.ts'
export { cityOpeningRoutes } from './city-opening.routes.ts'
export { tellOfCities } from './city-opening.service.ts'
