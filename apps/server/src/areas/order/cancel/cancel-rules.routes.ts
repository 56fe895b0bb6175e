import { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { isForeignKeyViolation, isUniqueViolation } from '#platform/database/db'
import { implement } from '#platform/http/implement'
import { minuteOf } from '#platform/values/local-clock'
import { fieldsOf } from '#platform/http/problems'
import { seesEveryCity } from '#platform/database/scope'
import { cancelRuleList, cancelRuleView, placesOf } from './cancel-rules.list.ts'
import { cancelRows, cancelRowVersions, insertCancelRow } from './cancel.queries.ts'
import { decidingRow, judgeCancel, rowProblems } from './cancel.rules.ts'

const STATUS = { SEARCHING: S.dispatching, ACCEPTED: S.accepted, ARRIVED: S.arrived } as const

export const cancelRulesRoutes = implement(
  'cancelRules',
  cancelRulesCalls,
)({
  list: cancelRuleList.page,
  places: ({ db }) => placesOf(db),
  history: async ({ input, db }) => ({ rows: (await cancelRowVersions(db, input.rowId)).map(cancelRuleView) }),
  tryCase: async ({ input, db, operator }) => {
    const rows = (await cancelRows(db)).filter(({ enabled }) => enabled)
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
    return { ...judgeCancel(facts, rows)!, rowId: decidingRow(facts, rows)?.rowId ?? null }
  },
  save: async ({ input, db, operator, scope, request, audit, fail }) => {
    const mine = (cityId: string | null) => (cityId === null ? seesEveryCity(scope) : scope.cities === '*' || scope.cities.includes(cityId))
    const known = input.rowId ? (await cancelRows(db)).find(({ rowId }) => rowId === input.rowId) : null
    if (known === undefined) return fail('cancelRules.notFound')
    if (operator.channelId !== null || !mine(input.cityId ?? null) || (known && !mine(known.cityId)))
      return fail('cancelRules.outsideScope')
    if (known && known.version !== input.version) return fail('cancelRules.versionConflict', { current: cancelRuleView(known) })
    const { rowId: _rowId, version: _version, from, to, ...given } = input
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
      const saved = await insertCancelRow(db, {
        ...row,
        tenantId: operator.tenantId,
        rowId: known?.rowId ?? null,
        version: (known?.version ?? 0) + 1,
        who: operator,
      })
      audit({ object: 'cancelRule', objectId: saved.rowId, ...(known && { before: known }), after: row })
      return saved
    } catch (error) {
      // Two people saved the same version at once.
      if (isUniqueViolation(error)) return fail('cancelRules.versionConflict')
      if (isForeignKeyViolation(error)) return fail('cancelRules.outsideScope')
      throw error
    }
  },
})
