export { cityOpeningRoutes } from './city-opening.routes.ts'
