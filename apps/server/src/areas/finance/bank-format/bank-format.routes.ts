import { bankFormatCalls } from '@chauffeur/contract/finance/bank-format'
import { citiesToKeep, mayKeepFor } from '#areas/operations/city'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { lacks, neutralFormat } from './bank-format.rules.ts'
import { bankFormats } from './bank-format.setting.ts'

export const bankFormatRoutes = implement(
  'bank-format',
  bankFormatCalls,
)({
  list: async ({ db, scope }) => {
    const [rows, cities] = await Promise.all([bankFormats.present(db), citiesToKeep(db, scope)])
    const defaults = { columns: [...neutralFormat.columns] }
    return { rows: rows.map(bankFormats.view), defaults, cities, mayChangeTenant: seesEveryCity(scope) }
  },
  history: ({ input, db }) => bankFormats.history(db, input.settingId),
  save: async ({ input: { settingId, version, changeReason: reason, cityId, ...content }, db, scope, fail, ...by }) => {
    if (lacks(content)) return fail('bankFormat.lacking')
    const saved = await bankFormats.save(db, { id: settingId, version, reason }, { ...by, fail }, async (before) => {
      const city = before ? before.cityId : (cityId ?? null)
      const own = await mayKeepFor(db, scope, city)
      return own ? { cityId: city, content } : fail('bankFormat.otherCity')
    })
    return bankFormats.view(saved)
  },
})
