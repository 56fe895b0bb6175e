export { cityNames, findCity, tenantCities, type TenantCity } from './city.queries.ts'
export { cityRoutes } from './city.routes.ts'
export { cityView } from './city.view.ts'
export { describePoint, findPlaces } from './place.service.ts'
