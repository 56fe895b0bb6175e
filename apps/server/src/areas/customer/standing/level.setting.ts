import { type CustomerLevel, STANDARD_LEVELS } from '@chauffeur/contract/customer/level'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
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

/** A level that customers have and that is none of these, of those that were set: what was never set promises nothing. */
export async function usedBeside(tx: TenantTx, levels: readonly number[]): Promise<number | null> {
  const going = (await levelsOf(tx)).map(({ level }) => level).filter((level) => level > 0 && !levels.includes(level))
  const { rows } = await sql<{ level: number }>`
    select level from unnest(${going}::smallint[]) as level where exists (select from customers c
      where c.tenant_id = app_tenant() and c.level > 0 and c.level = level.level and c.merged_into is null and c.erased_at is null) order by level limit 1`.execute(
    tx,
  )
  return rows[0]?.level ?? null
}
