import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'
import { consequenceOf } from './terms-consequence.rules.ts'
import { recentApplications } from './terms.queries.ts'
import { standardTax, type TaxTerms } from './tax.rules.ts'
import { standardTerms, type Terms } from './withdrawal.rules.ts'

/** On which terms drivers take their money out. */
export const withdrawalTerms = defineCitySetting<Terms>()({
  kind: 'withdrawalTerms',
  object: 'withdrawalSetting',
  standard: standardTerms,
  view: (row) => ({
    settingId: row.id,
    cityId: row.cityId,
    cityName: row.cityName,
    ...versionFactsOf(row),
    ...row.content,
    ways: [...row.content.ways],
  }),
  refusals: {
    notFound: 'withdrawalTerms.notFound',
    conflict: 'withdrawalTerms.versionConflict',
    taken: 'withdrawalTerms.cityTaken',
  },
  consequence: async (db, _, { cityId, content }) => consequenceOf(await recentApplications(db, cityId), content),
})

export interface Tax extends TaxTerms {
  payerName: string
  payerTaxNo: string
}
/** What is withheld of withdrawals: of the tenant, in every city the same. */
export const withdrawalTax = defineCitySetting<Tax>()({
  kind: 'withdrawalTax',
  object: 'withdrawalTax',
  standard: { ...standardTax, payerName: '', payerTaxNo: '' },
  view: (row) => ({ ...versionFactsOf(row), ...row.content, bands: [...row.content.bands] }),
  refusals: { conflict: 'withdrawalTerms.versionConflict' },
})
