import { cancelRulesCalls } from '@chauffeur/contract/cancel-rules'
import type { ServiceType } from '@chauffeur/contract/order-model'
import { isForeignKeyViolation, isUniqueViolation } from '#platform/db'
import { implement } from '#platform/implement'
import { cancelRows, insertCancelRow } from './cancel.queries.ts'

export const cancelRulesRoutes = implement(
  'cancelRules',
  cancelRulesCalls,
)({
  list: async ({ db }) => ({
    rows: (await cancelRows(db)).map((row) => ({
      ...row,
      serviceType: row.serviceType as ServiceType | null,
      changedAt: row.changedAt.toISOString(),
    })),
  }),
  save: async ({ input, db, operator, scope, audit, fail }) => {
    const mine = (cityId: string | null) => scope.cities === '*' || (cityId !== null && scope.cities.includes(cityId))
    const known = input.rowId ? (await cancelRows(db)).find(({ rowId }) => rowId === input.rowId) : null
    if (known === undefined) return fail('cancelRules.notFound')
    if (operator.channelId !== null || !mine(input.cityId ?? null) || (known && !mine(known.cityId)))
      return fail('cancelRules.outsideScope')
    if (known && known.version !== input.version) return fail('cancelRules.changed')
    const { rowId: _rowId, version: _version, ...given } = input
    try {
      const saved = await insertCancelRow(db, {
        ...given,
        tenantId: operator.tenantId,
        rowId: known?.rowId ?? null,
        version: (known?.version ?? 0) + 1,
        cityId: input.cityId ?? null,
        channelId: input.channelId ?? null,
        serviceType: input.serviceType ?? null,
        stage: input.stage ?? null,
        atLeastS: input.atLeastS ?? null,
        upToS: input.upToS ?? null,
        lateOverS: input.lateOverS ?? null,
        callsAtLeast: input.callsAtLeast ?? null,
        rank: input.rank ?? 100,
        enabled: input.enabled ?? true,
        who: operator,
      })
      audit({ object: 'cancelRule', objectId: saved.rowId, ...(known && { before: known }), after: given })
      return saved
    } catch (error) {
      // Two people saved the same version at once.
      if (isUniqueViolation(error)) return fail('cancelRules.changed')
      if (isForeignKeyViolation(error)) return fail('cancelRules.outsideScope')
      throw error
    }
  },
})
