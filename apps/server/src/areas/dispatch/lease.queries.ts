import type { Database } from '#platform/db'

export interface DueSearch {
  tenant_id: string
  search_id: string
  city_id: string
  /** Its orders are matched together with all others of the city. */
  batch: boolean
}

/**
 * Claims the cities of a list ($1: the holder, $2: cities it holds already, $3: seconds): those that nobody runs, or whose holder has not
 * renewed in time.
 */
export const claimFrom = (list: string): string => `
  insert into dispatch_leases (city_id, holder, until)
  select city_id, $1::text, clock_timestamp() + make_interval(secs => $3::int) from (select distinct city_id from ${list} where city_id <> all ($2::bigint[]) order by city_id) wanted
  on conflict (city_id) do update set holder = excluded.holder, until = excluded.until where dispatch_leases.holder = excluded.holder or dispatch_leases.until < clock_timestamp()
  returning city_id`

/**
 * Searches that are due in cities this holder runs. A city with work is claimed when nobody runs it or whoever did has not renewed in time;
 * `held` are cities claimed so lately that they need no renewal.
 */
export async function claimDueSearches(db: Database, holder: string, held: readonly string[], leaseS: number): Promise<DueSearch[]> {
  const { rows } = await db.platform.query<DueSearch>({
    name: 'claim-due-searches',
    text: `
      with due as (select tenant_id, search_id, city_id, coalesce(params ->> 'mode' = 'BATCH', false) as batch from dispatch_searches where state = 'OPEN' and next_round_at <= clock_timestamp() order by next_round_at limit 2000),
        claimed as (${claimFrom('due')})
      select tenant_id, search_id, city_id, batch from due where city_id = any ($2::bigint[]) or city_id in (select city_id from claimed)`,
    values: [holder, held, leaseS],
  })
  return rows
}

/** So that another process need not wait for the lease to lapse. */
export const dropLeases = (db: Database, holder: string) => db.platform.query('delete from dispatch_leases where holder = $1', [holder])
