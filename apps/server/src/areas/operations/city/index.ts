export { citiesOfChina } from './cities-of-china.ts'
export { cityNames, findCity, tenantCities, type TenantCity } from './city.queries.ts'
export { cityView } from './city.view.ts'
