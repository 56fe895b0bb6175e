import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'
import { type BankFormat, neutralFormat } from './bank-format.rules.ts'

/** How files for the bank are laid out, of the tenant and of cities whose bank is another. */
export const bankFormats = defineCitySetting<BankFormat>()({
  kind: 'bankFormat',
  object: 'bankFormat',
  standard: neutralFormat,
  view: (row) => ({
    settingId: row.id,
    cityId: row.cityId,
    cityName: row.cityName,
    ...versionFactsOf(row),
    columns: [...row.content.columns],
  }),
  refusals: { notFound: 'bankFormat.notFound', conflict: 'bankFormat.versionConflict', taken: 'bankFormat.cityTaken' },
})
