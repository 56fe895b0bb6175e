import { pointsFor } from '@chauffeur/contract/customer/points-model'
import { pointConfigCalls } from '@chauffeur/contract/customer/points-config'
import { citiesToKeep, mayKeepFor } from '#areas/operations/city'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { pointTerms } from '../points/index.ts'
import { lastDaysOf, twice } from './preview.queries.ts'
import { pointReport } from './report.service.ts'

const MONTHS = 12

export const pointConfigRoutes = implement(
  'pointConfig',
  pointConfigCalls,
)({
  get: async ({ db, scope, operator }) => {
    const [rows, cities] = await Promise.all([pointTerms.present(db), citiesToKeep(db, scope)])
    return {
      rows: rows.map(pointTerms.view),
      defaults: pointTerms.standard,
      cities,
      mayChangeTenant: seesEveryCity(scope) && operator.authorities.has('points.edit'),
    }
  },
  history: ({ input, db }) => pointTerms.history(db, input.settingId),
  save: async ({ input, db, scope, fail, ...by }) => {
    const { settingId, version, changeReason: reason, cityId, remindDays = null, hundredPointsFen = null, ...terms } = input
    if (twice(terms.rules)) return fail('pointConfig.ruleTwice')
    const saved = await pointTerms.save(db, { id: settingId, version, reason }, { ...by, fail }, async (before) => {
      const city = before ? before.cityId : (cityId ?? null)
      if (!(await mayKeepFor(db, scope, city))) return fail('pointConfig.cityUnknown')
      const { enabled, rules, secondFromPoints } = terms
      return { cityId: city, content: { enabled, rules, remindDays, secondFromPoints, hundredPointsFen } }
    })
    return pointTerms.view(saved)
  },
  preview: async ({ input, db, scope, fail }) => {
    const { cityId = null, enabled, amountFen } = input
    if (twice(input.rules)) return fail('pointConfig.ruleTwice')
    if (cityId !== null && !(await mayKeepFor(db, scope, cityId))) return fail('pointConfig.cityUnknown')
    const rules = enabled ? input.rules : []
    const order = rules
      .filter(({ event }) => event === 'ORDER' || event === 'AMOUNT' || event === 'FIRST_ORDER')
      .map((rule) => ({ event: rule.event, points: pointsFor(rule, amountFen) }))
      .filter(({ points }) => points > 0)
    // A first order gives that once: it is told of apart.
    const orderPoints = order.filter(({ event }) => event !== 'FIRST_ORDER').reduce((sum, { points }) => sum + points, 0)
    return { order, orderPoints, lastDays: await lastDaysOf(db, cityId, rules) }
  },
  report: ({ input, db }) => pointReport(db, { months: input.months ?? MONTHS, cityId: input.cityId ?? null }, new Date()),
})
