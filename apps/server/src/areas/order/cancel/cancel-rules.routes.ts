import { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { isForeignKeyViolation } from '#platform/database/db'
import { implement } from '#platform/http/implement'
import { minuteOf } from '#platform/values/local-clock'
import { fieldsOf } from '#platform/http/problems'
import { seesEveryCity } from '#platform/database/scope'
import { cancelRules, rulesInForce } from './cancel-rule.setting.ts'
import { cancelRuleList, placesOf } from './cancel-rules.list.ts'
import { decidingRow, judgeCancel, rowProblems } from './cancel.rules.ts'

const STATUS = { SEARCHING: S.dispatching, ACCEPTED: S.accepted, ARRIVED: S.arrived } as const

export const cancelRulesRoutes = implement(
  'cancelRules',
  cancelRulesCalls,
)({
  list: cancelRuleList.page,
  places: ({ db }) => placesOf(db),
  history: ({ input, db }) => cancelRules.history(db, input.rowId),
  tryCase: async ({ input, db, operator }) => {
    const rows = await rulesInForce(db)
    const now = new Date()
    const ago = (s: number | undefined) => new Date(now.getTime() - (s ?? 0) * 1_000)
    const facts = {
      status: STATUS[input.stage],
      by: input.by,
      acceptedAt: input.stage === 'ACCEPTED' ? ago(input.inStageS) : null,
      arrivedAt: input.stage === 'ARRIVED' ? ago(input.inStageS) : null,
      bookTime: null,
      promisedAt: input.stage === 'ACCEPTED' && input.lateS !== undefined ? ago(input.lateS) : null,
      now,
      cityId: input.cityId ?? '',
      channelId: operator.channelId ?? input.channelId ?? null,
      serviceType: input.serviceType ?? 'TRIP',
      calls: input.calls ?? 0,
      paidBy: input.paidBy ?? 'CUSTOMER',
      driverRatingX100: input.ratingX100 ?? null,
      driverWaived: input.waived ?? 0,
      ...(input.at && { minuteOfDay: minuteOf(input.at) }),
    }
    return { ...judgeCancel(facts, rows)!, rowId: decidingRow(facts, rows)?.id ?? null }
  },
  save: async ({ input, db, operator, scope, request, audit, fail }) => {
    const mine = (cityId: string | null) => (cityId === null ? seesEveryCity(scope) : scope.cities === '*' || scope.cities.includes(cityId))
    const { rowId, version, changeReason: reason, from, to, ...given } = input
    const row = {
      ...given,
      cityId: input.cityId ?? null,
      channelId: input.channelId ?? null,
      serviceType: input.serviceType ?? null,
      stage: input.stage ?? null,
      atLeastS: input.atLeastS ?? null,
      upToS: input.upToS ?? null,
      lateOverS: input.lateOverS ?? null,
      callsAtLeast: input.callsAtLeast ?? null,
      paidBy: input.paidBy ?? null,
      ratingFromX100: input.ratingFromX100 ?? null,
      ratingBelowX100: input.ratingBelowX100 ?? null,
      fromMinute: from === undefined ? null : minuteOf(from),
      toMinute: to === undefined ? null : minuteOf(to),
      driverPenaltyFen: input.driverPenaltyFen ?? 0,
      waivers: input.waivers ?? 0,
      countsToRate: input.countsToRate ?? false,
      hideDriverS: input.hideDriverS ?? 0,
      rank: input.rank ?? 100,
      enabled: input.enabled ?? true,
    }
    const problems = rowProblems(row)
    if (problems.length) return fail('cancelRules.invalid', fieldsOf(problems, request.english))
    try {
      const saved = await cancelRules.save(db, { id: rowId, version, reason }, { operator, audit, fail }, (before) => {
        const own = mine(row.cityId) && (before === null || mine(before.cityId))
        return own && operator.channelId === null ? row : fail('cancelRules.outsideScope')
      })
      return { rowId: saved.id, version: saved.version }
    } catch (error) {
      if (isForeignKeyViolation(error)) return fail('cancelRules.outsideScope')
      throw error
    }
  },
})
