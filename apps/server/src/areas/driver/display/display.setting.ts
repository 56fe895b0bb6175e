import { type DriverDisplay, type DriverLook, STANDARD_LOOK } from '@chauffeur/contract/driver/display'
import type { TenantDb } from '#platform/database/db'
import type { AppClient } from '#platform/identity/driver-apps'
import { type CitySettingRow, defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'
import { lookFor } from './display.rules.ts'

const standard: DriverDisplay = { looks: [{ minVersion: '', ...STANDARD_LOOK }] }
/** What a key says that came after the version was saved. */
const filled = ({ looks }: DriverDisplay): DriverDisplay => ({ looks: looks.map((look) => ({ ...STANDARD_LOOK, ...look })) })

/** What drivers' telephones show, of the tenant and of cities that differ. */
export const driverDisplay = {
  ...defineCitySetting<DriverDisplay>()({
    kind: 'driverDisplay',
    object: 'driverDisplay',
    standard,
    view: (row: CitySettingRow<DriverDisplay>) => ({
      settingId: row.id,
      cityId: row.cityId,
      cityName: row.cityName,
      ...versionFactsOf(row),
      ...filled(row.content),
    }),
    refusals: { notFound: 'driverDisplay.notFound', conflict: 'driverDisplay.versionConflict', taken: 'driverDisplay.cityTaken' },
  }),
  standard,
}

/** What a client shows in a city, by the version that it says it is. */
export async function lookIn(db: TenantDb, cityId: string, { version }: AppClient): Promise<DriverLook> {
  const { minVersion: _from, ...look } = lookFor(filled(await driverDisplay.contentFor(db, cityId)), version)
  return look
}
