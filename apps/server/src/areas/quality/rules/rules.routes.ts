import { photoRulesCalls } from '@chauffeur/contract/quality/photo-rules'
import { mayKeepFor } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { photoRules } from './photo-rules.setting.ts'
import { citiesWithPhotoRules, fruitsOf } from './rules.queries.ts'

export const photoRulesRoutes = implement(
  'order-quality-rules',
  photoRulesCalls,
)({
  rules: async ({ input: { cityId = null }, db, operator, scope }) => {
    const [row, own, cities, orders, within] = await Promise.all([
      photoRules.rowFor(db, cityId),
      photoRules.historyFor(db, cityId),
      citiesWithPhotoRules(db),
      fruitsOf(db, cityId),
      mayKeepFor(db, scope, cityId),
    ])
    const holds = {
      ...(row?.content ?? (await photoRules.contentFor(db, cityId))),
      cityId: row?.cityId ?? null,
      version: row?.version ?? 0,
      changedAt: row?.changedAt.toISOString() ?? null,
      changedBy: row?.changedBy ?? '',
    }
    const mayChange = within && operator.authorities.has('orderQuality.rules')
    return { holds, ownVersion: own.rows[0]?.version ?? 0, mayChange, cities, orders }
  },
  history: ({ input, db }) => photoRules.historyFor(db, input.cityId ?? null),
  save: async ({ input: { cityId = null, version, changeReason: reason, ...content }, db, scope, fail, ...by }) => {
    if (!(await mayKeepFor(db, scope, cityId))) return fail('photoRules.otherCity')
    return photoRules.view(await photoRules.saveFor(db, { cityId, version, reason }, { ...by, fail }, content))
  },
})
