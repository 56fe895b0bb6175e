import { levelCalls, STANDARD_LEVELS } from '@chauffeur/contract/customer/level'
import { implement } from '#platform/http/implement'
import { customerLevels } from './level.setting.ts'

export const levelRoutes = implement(
  'customerLevels',
  levelCalls,
)({
  level: async ({ db }) => {
    const row = await customerLevels.rowFor(db, null)
    return row ? { levels: [...row.content.levels], version: row.version } : { levels: [...STANDARD_LEVELS], version: 0 }
  },
  levelHistory: ({ db }) => customerLevels.historyFor(db, null),
  levelSave: async ({ input: { levels, version, changeReason: reason }, db, fail, ...by }) => {
    if (new Set(levels.map(({ level }) => level)).size < levels.length) return fail('customerLevels.twice')
    const content = { levels: levels.toSorted((a, b) => a.level - b.level) }
    return customerLevels.view(await customerLevels.saveFor(db, { cityId: null, version, reason }, { ...by, fail }, content))
  },
})
