import { type CustomerLevel, STANDARD_LEVELS } from '@chauffeur/contract/customer/level'
import type { TenantDb } from '#platform/database/db'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

/** What levels promise, everywhere in the tenant. */
export const customerLevels = defineCitySetting<{ levels: readonly CustomerLevel[] }>()({
  kind: 'customerLevels',
  object: 'customerLevels',
  standard: { levels: STANDARD_LEVELS },
  view: (row) => ({ ...versionFactsOf(row), levels: [...row.content.levels] }),
  refusals: { conflict: 'customerLevels.versionConflict' },
})

/** The levels there are. */
export const levelsOf = async (db: TenantDb): Promise<readonly CustomerLevel[]> => (await customerLevels.contentFor(db, null)).levels

/** What a level promises now; one that nobody set promises nothing. */
export async function promisedTo(db: TenantDb, level: number): Promise<Pick<CustomerLevel, 'priority' | 'freeWaitS'>> {
  const { priority = 0, freeWaitS = 0 } = (await levelsOf(db)).find((one) => one.level === level) ?? {}
  return { priority, freeWaitS }
}
