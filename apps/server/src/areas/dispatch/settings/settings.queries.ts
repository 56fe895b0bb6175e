import type { cityDetour } from '@chauffeur/contract/dispatch/settings'
import type * as z from 'zod'
import { sql } from 'kysely'
import type { TenantDb, WholeTx } from '#platform/database/db'
import { belongs } from '#areas/customer/standing'
import type { Team, TeamTraits } from '../team/index.ts'

export const channelExists = async (db: TenantDb, channelId: string): Promise<boolean> =>
  (await db.selectFrom('channels').select('channel_id').where('channel_id', '=', channelId).executeTakeFirst()) !== undefined

export interface BookingTraits extends Omit<TeamTraits, 'at'> {
  serviceType: string
  /** Of the city, oldest first. */
  teams: Team[]
}

/** What the choice of a setting and of a team goes by, for a booking whose search is about to begin. */
export async function traitsOf(tx: WholeTx, bookingId: string, cityId: string): Promise<BookingTraits> {
  const { rows } = await sql<BookingTraits>`
    select o.channel_id as "channelId", o.customer_id as "customerId", o.pickup_lat as lat, o.pickup_lng as lng, o.service_type as "serviceType", c.utc_offset_minutes as "utcOffsetMinutes",
      array(select m.group_id::text from customer_group_members m join customer_groups g using (tenant_id, group_id) where m.tenant_id = o.tenant_id and m.customer_id = o.customer_id and ${belongs}) as "groupIds",
      (select coalesce(json_agg(json_build_object('teamId', t.team_id::text, 'channelIds', t.channel_ids::text[], 'customerIds', t.customer_ids::text[], 'groupIds', t.group_ids::text[], 'fence', t.fence,
          'weekMask', t.week_mask, 'from', t.from_minute, 'to', t.to_minute, 'exclusiveS', t.exclusive_s, 'fallback', t.fallback) order by t.team_id), '[]') from order_teams t where t.tenant_id = o.tenant_id and t.city_id = c.city_id and t.enabled) as teams
    from orders o cross join cities c where o.booking_id = ${bookingId} and c.city_id = ${cityId} limit 1`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`Booking ${bookingId} has no order to look for a driver for.`)
  return row
}

/** What was measured in the cities that the person sees. */
export async function detoursInScope(db: TenantDb): Promise<z.input<typeof cityDetour>[]> {
  const rows = await db
    .selectFrom('city_detours')
    .innerJoin('cities', 'cities.city_id', 'city_detours.city_id')
    .selectAll('city_detours')
    .select('cities.name')
    .orderBy('cities.pinyin')
    .execute()
  return rows.map((row) => ({
    cityId: row.city_id,
    cityName: row.name,
    detourX100: row.detour_x100,
    measuredFrom: row.measured_from,
    samples: row.samples,
    measuredAt: row.measured_at.toISOString(),
  }))
}
