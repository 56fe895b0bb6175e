import type { Database } from '#platform/database/db'
import type { QueueTeam } from '../team/index.ts'

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
const claimFrom = (list: string): string => `
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
      with due as (select tenant_id, search_id, city_id, booking_id, coalesce(params ->> 'mode' = 'BATCH', false) as batch from dispatch_searches where state = 'OPEN' and next_round_at <= clock_timestamp() order by next_round_at limit 2000),
        claimed as (${claimFrom('due')})
      select tenant_id, search_id, city_id, batch from due where city_id = any ($2::bigint[]) or city_id in (select city_id from claimed)
      order by (select b.priority from bookings b where b.tenant_id = due.tenant_id and b.booking_id = due.booking_id) desc nulls last`,
    values: [holder, held, leaseS],
  })
  return rows
}

/** So that another process need not wait for the lease to lapse. */
export const dropLeases = (db: Database, holder: string) => db.platform.query('delete from dispatch_leases where holder = $1', [holder])

/** The queues that this holder keeps, in the cities it runs; see `claimDueSearches`. */
export async function claimQueues(db: Database, holder: string, held: readonly string[], leaseS: number): Promise<QueueTeam[]> {
  const { rows } = await db.platform.query<QueueTeam>({
    name: 'claim-queues',
    text: `
      with wanted as (
          select t.tenant_id, t.team_id, t.city_id, t.week_mask, t.from_minute, t.to_minute, t.fence, t.enabled, exists (
            select from team_queue_entries e where e.tenant_id = t.tenant_id and e.team_id = t.team_id and e.left_at is null) as occupied
          from order_teams t where t.type = 'POI_QUEUE'),
        kept as (select * from wanted where enabled or occupied),
        claimed as (${claimFrom('kept')})
      select k.tenant_id as "tenantId", k.team_id as "teamId", k.city_id as "cityId", c.utc_offset_minutes as "utcOffsetMinutes", k.week_mask as "weekMask",
        k.from_minute as "from", k.to_minute as "to", k.fence, k.enabled, k.occupied
      from kept k join cities c on c.city_id = k.city_id
      where k.city_id = any ($2::bigint[]) or k.city_id in (select city_id from claimed) order by k.tenant_id, k.team_id`,
    values: [holder, held, leaseS],
  })
  return rows
}
