export { citiesOfChina } from './cities-of-china.ts'
export {
  citiesToKeep,
  cityNames,
  findCity,
  mayKeepFor,
  mayKeepForAll,
  servedArea,
  takesOrders,
  tenantCities,
  type TenantCity,
} from './city.queries.ts'
export { cityView } from './city.view.ts'
export { areaProblems, centreOf, cityServing, inServiceArea, reachOf } from './service-area.rules.ts'
export { citiesOff, citySwitchSettings, standingOf, switchesOf, switchVersions } from './switch.setting.ts'
