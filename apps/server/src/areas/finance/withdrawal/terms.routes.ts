import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { cityNames, findCity } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { seesEveryCity } from '#platform/database/scope'
import { bandsInOrder } from './tax.rules.ts'
import { insertSetting, saveTaxTerms, settingsInSight, type SettingRow, standardTerms, taxTermsOf, updateSetting } from './terms.queries.ts'

const settingView = (row: SettingRow) => ({ ...row, ways: [...row.ways], updatedAt: row.updatedAt.toISOString() })

export const withdrawalTermsRoutes = implement(
  'withdrawal-terms',
  withdrawalTermsCalls,
)({
  ways: async ({ db, operator, scope }) => {
    const [rows, cities] = await Promise.all([settingsInSight(db), cityNames(db)])
    return {
      rows: rows.map(settingView),
      defaults: { ...standardTerms, ways: [...standardTerms.ways] },
      cities,
      mayChangeTenant: seesEveryCity(scope) && operator.authorities.has('withdrawalTerms.edit'),
    }
  },
  get: async ({ input, db, fail }) => {
    const [row] = await settingsInSight(db, input.id)
    return row ? settingView(row) : fail('withdrawalTerms.notFound')
  },
  save: async ({ input: { settingId, cityId, version, ...terms }, db, operator, scope, audit, fail }) => {
    if (terms.maxFen < terms.minFen) return fail('withdrawalTerms.limitsCrossed')
    const [before] = settingId ? await settingsInSight(db, settingId) : []
    if (settingId && !before) return fail('withdrawalTerms.notFound')
    const city = before ? before.cityId : (cityId ?? null)
    const own = city === null ? seesEveryCity(scope) : (await findCity(db, city)) !== undefined
    if (!own) return fail('withdrawalTerms.otherCity')
    if (settingId && !(await updateSetting(db, operator, { settingId, version: version ?? 0 }, terms)))
      return fail('withdrawalTerms.versionConflict', { current: settingView((await settingsInSight(db, settingId))[0]!) })
    const id = settingId ?? (await insertSetting(db, operator, city, terms)) ?? fail('withdrawalTerms.cityTaken')
    const saved = (await settingsInSight(db, id))[0]!
    audit({ object: 'withdrawalSetting', objectId: id, before, after: saved })
    return settingView(saved)
  },
  taxConfig: async ({ db, operator, scope }) => {
    const tax = await taxTermsOf(db, operator.tenantId)
    return { ...tax, bands: [...tax.bands], mayChange: seesEveryCity(scope) && operator.authorities.has('withdrawalTerms.edit') }
  },
  saveTaxConfig: async ({ input, db, operator, scope, audit, fail }) => {
    if (!seesEveryCity(scope)) return fail('withdrawalTerms.otherCity')
    if (!bandsInOrder(input.bands)) return fail('withdrawalTerms.bandsUnordered')
    if (input.withhold && !input.payerName) return fail('withdrawalTerms.taxPayerMissing')
    const before = await taxTermsOf(db, operator.tenantId)
    const after = {
      ...input,
      taxableOn: input.taxableOn ?? before.taxableOn,
      payerName: input.payerName ?? '',
      payerTaxNo: input.payerTaxNo ?? '',
    }
    if (!(await saveTaxTerms(db, operator, after)))
      return fail('withdrawalTerms.versionConflict', { current: await taxTermsOf(db, operator.tenantId) })
    audit({ object: 'withdrawalTax', objectId: operator.tenantId, before, after })
    return { version: input.version + 1 }
  },
})
