import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { citiesToKeep, mayKeepFor } from '#areas/operations/city'
import type { TenantDb } from '#platform/database/db'
import { type Fail, implement } from '#platform/http/implement'
import { type Scope, seesEveryCity } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { bandsInOrder } from './tax.rules.ts'
import { withdrawalTax, withdrawalTerms } from './terms.setting.ts'
import { standardTerms, type Terms } from './withdrawal.rules.ts'

const mayChangeTenant = (scope: Scope, operator: OperatorSession) =>
  seesEveryCity(scope) && operator.authorities.has('withdrawalTerms.edit')

type Input = Omit<ParsedInputOf<typeof withdrawalTermsCalls.trial>, 'version'>
type Refused = 'withdrawalTerms.limitsCrossed' | 'withdrawalTerms.otherCity'

/** What the next version of terms would say: of the city they are of, or of the one they are to be for. */
const proposed =
  (db: TenantDb, scope: Scope, fail: Fail<Refused>, { settingId: _settingId, cityId, ...terms }: Input) =>
  async (before: { cityId: string | null; content: Terms } | null) => {
    if (terms.maxFen < terms.minFen) return fail('withdrawalTerms.limitsCrossed')
    const city = before ? before.cityId : (cityId ?? null)
    const own = await mayKeepFor(db, scope, city)
    const { autoApproveBelowFen, secondReviewFromFen, overdueHours } = before?.content ?? standardTerms
    const content = {
      ...terms,
      autoApproveBelowFen: terms.autoApproveBelowFen ?? autoApproveBelowFen,
      secondReviewFromFen: terms.secondReviewFromFen ?? secondReviewFromFen,
      overdueHours: terms.overdueHours ?? overdueHours,
    }
    return own ? { cityId: city, content } : fail('withdrawalTerms.otherCity')
  }

export const withdrawalTermsRoutes = implement(
  'withdrawal-terms',
  withdrawalTermsCalls,
)({
  ways: async ({ db, operator, scope }) => {
    const [rows, cities] = await Promise.all([withdrawalTerms.present(db), citiesToKeep(db, scope)])
    return {
      rows: rows.map(withdrawalTerms.view),
      defaults: { ...standardTerms, ways: [...standardTerms.ways] },
      cities,
      mayChangeTenant: mayChangeTenant(scope, operator),
    }
  },
  get: async ({ input, db, fail }) => {
    const [newest] = await withdrawalTerms.versions(db, input.id)
    return newest ? withdrawalTerms.view(newest) : fail('withdrawalTerms.notFound')
  },
  history: ({ input, db }) => withdrawalTerms.history(db, input.settingId),
  save: async ({ input: { version, changeReason: reason, ...input }, db, scope, fail, ...by }) => {
    const seen = { id: input.settingId, version, reason }
    return withdrawalTerms.view(await withdrawalTerms.save(db, seen, { ...by, fail }, proposed(db, scope, fail, input)))
  },
  trial: ({ input: { version, ...input }, db, scope, fail }) =>
    withdrawalTerms.consequenceOf(db, { id: input.settingId, version }, fail, proposed(db, scope, fail, input)),
  taxConfig: async ({ db, operator, scope }) => {
    const row = await withdrawalTax.rowFor(db, null)
    const tax = row?.content ?? (await withdrawalTax.contentFor(db, null))
    return { ...tax, bands: [...tax.bands], version: row?.version ?? 0, mayChange: mayChangeTenant(scope, operator) }
  },
  taxHistory: ({ db }) => withdrawalTax.historyFor(db, null),
  saveTaxConfig: async ({ input: { version, changeReason: reason, ...tax }, db, scope, fail, ...by }) => {
    if (!seesEveryCity(scope)) return fail('withdrawalTerms.otherCity')
    if (!bandsInOrder(tax.bands)) return fail('withdrawalTerms.bandsUnordered')
    if (tax.withhold && !tax.payerName) return fail('withdrawalTerms.taxPayerMissing')
    const { taxableOn } = await withdrawalTax.contentFor(db, null)
    const saved = await withdrawalTax.saveFor(
      db,
      { cityId: null, version, reason },
      { ...by, fail },
      { ...tax, taxableOn: tax.taxableOn ?? taxableOn, payerName: tax.payerName ?? '', payerTaxNo: tax.payerTaxNo ?? '' },
    )
    return { version: saved.version }
  },
})
