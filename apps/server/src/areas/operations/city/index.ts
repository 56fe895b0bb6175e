export { citiesOfChina } from './cities-of-china.ts'
export { cityNames, findCity, servedArea, takesOrders, tenantCities, type TenantCity } from './city.queries.ts'
export { cityView } from './city.view.ts'
export { areaProblems, centreOf, cityServing, inServiceArea, reachOf } from './service-area.rules.ts'
