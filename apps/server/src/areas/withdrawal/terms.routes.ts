import { withdrawalTermsCalls } from '@chauffeur/contract/withdrawal-terms'
import { implement } from '#platform/implement'
import type { OperatorSession } from '#platform/session'
import { bandsInOrder } from './tax.rules.ts'
import {
  citiesInSight,
  insertSetting,
  saveTaxTerms,
  settingsInSight,
  type SettingRow,
  standardTerms,
  taxTermsOf,
  updateSetting,
} from './terms.queries.ts'

/** What holds for every city is for those who see every city. */
const seesAll = ({ scope }: OperatorSession) => scope.cities === '*' && scope.orgs === '*'
const settingView = (row: SettingRow) => ({ ...row, ways: [...row.ways], updatedAt: row.updatedAt.toISOString() })

export const withdrawalTermsRoutes = implement(
  'withdrawal-terms',
  withdrawalTermsCalls,
)({
  ways: async ({ db, operator }) => {
    const [rows, cities] = await Promise.all([settingsInSight(db), citiesInSight(db)])
    return {
      rows: rows.map(settingView),
      defaults: { ...standardTerms, ways: [...standardTerms.ways] },
      cities,
      mayChangeTenant: seesAll(operator) && operator.authorities.has('withdrawalTerms.edit'),
    }
  },
  get: async ({ input, db, fail }) => {
    const [row] = await settingsInSight(db, input.id)
    return row ? settingView(row) : fail('withdrawalTerms.notFound')
  },
  save: async ({ input: { settingId, cityId, version, ...terms }, db, operator, audit, fail }) => {
    if (terms.maxFen < terms.minFen) return fail('withdrawalTerms.limitsCrossed')
    const [before] = settingId ? await settingsInSight(db, settingId) : []
    if (settingId && !before) return fail('withdrawalTerms.notFound')
    const city = before ? before.cityId : (cityId ?? null)
    const own = city === null ? seesAll(operator) : (await citiesInSight(db)).some((one) => one.cityId === city)
    if (!own) return fail('withdrawalTerms.otherCity')
    if (settingId && !(await updateSetting(db, operator, { settingId, version: version ?? 0 }, terms)))
      return fail('withdrawalTerms.changedMeanwhile')
    const id = settingId ?? (await insertSetting(db, operator, city, terms)) ?? fail('withdrawalTerms.cityTaken')
    const saved = (await settingsInSight(db, id))[0]!
    audit({ object: 'withdrawalSetting', objectId: id, before, after: saved })
    return settingView(saved)
  },
  taxConfig: async ({ db, operator }) => {
    const tax = await taxTermsOf(db, operator.tenantId)
    return { ...tax, bands: [...tax.bands], mayChange: seesAll(operator) && operator.authorities.has('withdrawalTerms.edit') }
  },
  saveTaxConfig: async ({ input, db, operator, audit, fail }) => {
    if (!seesAll(operator)) return fail('withdrawalTerms.otherCity')
    if (!bandsInOrder(input.bands)) return fail('withdrawalTerms.bandsUnordered')
    if (input.withhold && !input.payerName) return fail('withdrawalTerms.taxPayerMissing')
    const before = await taxTermsOf(db, operator.tenantId)
    const after = { ...input, payerName: input.payerName ?? '', payerTaxNo: input.payerTaxNo ?? '' }
    if (!(await saveTaxTerms(db, operator, after))) return fail('withdrawalTerms.changedMeanwhile')
    audit({ object: 'withdrawalTax', objectId: operator.tenantId, before, after })
    return { version: input.version + 1 }
  },
})
