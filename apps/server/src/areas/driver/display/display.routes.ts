import { driverDisplayAppCalls, driverDisplayCalls } from '@chauffeur/contract/driver/display'
import { citiesToKeep, mayKeepFor } from '#areas/operations/city'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { versionProblem } from './display.rules.ts'
import { driverDisplay, lookIn } from './display.setting.ts'

const operatorRoutes = implement(
  'driver-display',
  driverDisplayCalls,
)({
  get: async ({ db, scope, operator }) => {
    const [rows, cities] = await Promise.all([driverDisplay.present(db), citiesToKeep(db, scope)])
    return {
      rows: rows.map(driverDisplay.view),
      defaults: driverDisplay.standard,
      cities,
      mayChangeTenant: seesEveryCity(scope) && operator.authorities.has('dispatchSettings.edit'),
    }
  },
  history: ({ input, db }) => driverDisplay.history(db, input.settingId),
  save: async ({ input, db, scope, request, fail, ...by }) => {
    const { settingId, version, changeReason: reason, cityId } = input
    const looks = input.looks.map(({ minVersion = '', servicePhone = '', offDutyText = '', ...rest }) => ({
      minVersion,
      ...rest,
      servicePhone,
      offDutyText,
    }))
    const problem = versionProblem(looks.map(({ minVersion }) => minVersion))
    if (problem) return fail('driverDisplay.versionsInvalid', fieldsOf([problem], request.english))
    const saved = await driverDisplay.save(db, { id: settingId, version, reason }, { ...by, fail }, async (before) => {
      const city = before ? before.cityId : (cityId ?? null)
      return (await mayKeepFor(db, scope, city)) ? { cityId: city, content: { looks } } : fail('driverDisplay.cityUnknown')
    })
    return driverDisplay.view(saved)
  },
})

const appRoutes = implement(
  'driver-display',
  driverDisplayAppCalls,
)({
  display: ({ db, driver, request }) => lookIn(db, driver.cityId, request.client),
})

export const driverDisplayRoutes = [...operatorRoutes, ...appRoutes]
