import { levelCalls, STANDARD_LEVELS } from '@chauffeur/contract/customer/level'
import { implement } from '#platform/http/implement'
import { seesEveryCity } from '#platform/database/scope'
import { customerLevels, usedBeside } from './level.setting.ts'

export const levelRoutes = implement(
  'customerLevels',
  levelCalls,
)({
  level: async ({ db, scope, operator }) => {
    const row = await customerLevels.rowFor(db, null)
    return {
      levels: [...(row?.content.levels ?? STANDARD_LEVELS)],
      version: row?.version ?? 0,
      mayChange: seesEveryCity(scope) && operator.authorities.has('customer.levels'),
    }
  },
  levelHistory: ({ db }) => customerLevels.historyFor(db, null),
  levelSave: async ({ input: { levels, version, changeReason: reason }, db, fail, ...by }) => {
    if (!seesEveryCity(by.scope)) return fail('customerLevels.wholeTenantOnly')
    if (!levels.some(({ level }) => level === 0)) return fail('customerLevels.zeroMissing')
    const level = await usedBeside(
      db,
      levels.map((one) => one.level),
    )
    if (level !== null) return fail('customerLevels.inUse', { level })
    if (new Set(levels.map(({ level }) => level)).size < levels.length) return fail('customerLevels.twice')
    const content = { levels: levels.toSorted((a, b) => a.level - b.level) }
    return customerLevels.view(await customerLevels.saveFor(db, { cityId: null, version, reason }, { ...by, fail }, content))
  },
})
