import { driverDutyCalls } from '@chauffeur/contract/driver/duty'
import { findCity } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { seesEveryCity } from '#platform/database/scope'
import { dutyRules } from './duty.setting.ts'

export const driverDutyRoutes = implement(
  'driver-duty',
  driverDutyCalls,
)({
  list: async ({ db, operator, scope }) => ({
    rows: (await dutyRules.present(db)).map(dutyRules.view),
    mayChangeTenant: seesEveryCity(scope) && operator.authorities.has('dispatchSettings.edit'),
  }),
  history: ({ input, db }) => dutyRules.historyFor(db, input.cityId ?? null),
  save: async ({ input: { cityId = null, version, changeReason: reason, ...rules }, db, scope, fail, ...by }) => {
    const own = cityId === null ? seesEveryCity(scope) : (await findCity(db, cityId)) !== undefined
    if (!own) return fail('driverDuty.otherCity')
    const content = { ...rules, receiptFromFen: rules.receiptFromFen ?? null }
    return dutyRules.view(await dutyRules.saveFor(db, { cityId, version, reason }, { ...by, fail }, content))
  },
})
