import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { cityView, findCity, tenantCities } from '../city/index.ts'
import { isOutsider } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { saveMany } from './batch.service.ts'
import { customerConf, saveCustomerConf, saveSwitch } from './city-switch.service.ts'
import { standsOf, switchHistory } from './stand.service.ts'

export const citySwitchRoutes = implement(
  'city-switch',
  citySwitchCalls,
)({
  view: async ({ input, db, operator, scope }) => {
    const cities = (await tenantCities(db)).filter(({ city_id }) => input.cityId === undefined || city_id === input.cityId)
    const stands = await standsOf(
      db,
      cities.map(({ city_id }) => city_id),
      { operator, scope },
    )
    return {
      rows: cities.map((city) => ({
        cityId: city.city_id,
        name: city.name,
        open: city.open,
        utcOffsetMinutes: city.utc_offset_minutes,
        switches: stands.get(city.city_id)!,
      })),
    }
  },
  history: async ({ input, db, fail }) =>
    (await findCity(db, input.cityId)) ? switchHistory(db, input.cityId, input.key) : fail('citySwitch.otherCity'),
  save: ({ input, db, ...context }) => saveSwitch(input, { tx: db, ...context }),
  batchSave: ({ input, db, ...context }) => saveMany(input, { tx: db, ...context }),
  customerShow: async ({ input, db, operator, scope, fail }) => {
    const city = (await findCity(db, input.cityId)) ?? fail('citySwitch.otherCity')
    return customerConf(city, (await standsOf(db, [city.city_id], { operator, scope })).get(city.city_id)!)
  },
  customerUpdate: ({ input, db, ...context }) => saveCustomerConf(input, { tx: db, ...context }),
  cities: async ({ db }) => ({ rows: (await tenantCities(db)).map(cityView) }),
  ownCities: async ({ db, operator, scope }) => ({
    rows: operator.authorities.has('city.switch') && !isOutsider(scope) ? (await tenantCities(db)).map(cityView) : [],
  }),
})
