import type { RightCover } from '@chauffeur/contract/pricing/model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { rightsInForce } from '#areas/partner/channel'

/** The last callers an operator placed a booking for, each once, with the first order of the newest booking. */
export const recentPhones = (db: TenantDb, userId: string, limit: number) =>
  db
    .with('served', (q) =>
      q
        .selectFrom('bookings')
        .select(['booking_id', 'tenant_id', 'caller_phone', 'customer_id', 'created_at'])
        .where('agent_id', '=', userId)
        .orderBy('created_at', 'desc')
        .limit(300),
    )
    .with('once', (q) =>
      q.selectFrom('served').selectAll().distinctOn('caller_phone').orderBy('caller_phone').orderBy('created_at', 'desc'),
    )
    .selectFrom('once')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('orders as o')
          .selectAll('o')
          .whereRef('o.tenant_id', '=', 'once.tenant_id')
          .whereRef('o.booking_id', '=', 'once.booking_id')
          .orderBy('o.order_id', 'desc')
          .limit(1)
          .as('o'),
      (join) => join.onTrue(),
    )
    .select([
      'once.caller_phone',
      'o.customer_id',
      'o.customer_name',
      'o.order_id',
      'o.order_no',
      'o.service_status',
      'o.created_at',
      'o.city_id',
      'o.pickup_address',
      'o.pickup_lat',
      'o.pickup_lng',
      'o.dropoff_address',
      'o.dropoff_lat',
      'o.dropoff_lng',
    ])
    .orderBy('once.created_at', 'desc')
    .limit(limit)
    .execute()
export type RecentPhone = Awaited<ReturnType<typeof recentPhones>>[number]

/** Rights of a channel that are on now, with what is left of them today and what a customer has of them. */
export async function channelRights(db: TenantDb, channelId: string, of: { phone: string | null; cityId: string | null }) {
  const { rows } = await sql<ChannelRight>`
    select r.right_id as "rightId", r.right_no as "rightNo", r.name, r.cover, r.excess, r.valid_from as "validFrom", r.valid_to as "validTo",
      array(select name from cities where city_id = any (r.city_ids) order by pinyin) as "cityNames",
      case when r.daily_stock is not null then greatest(0, r.daily_stock - (
        select count(*) from right_uses u join right_grants g on g.tenant_id = u.tenant_id and g.right_grant_id = u.right_grant_id
        where g.tenant_id = r.tenant_id and g.right_id = r.right_id and u.state <> 'RELEASED'
          and u.reserved_at >= date_trunc('day', now(), 'Asia/Shanghai')))::int end as "leftToday",
      own.right_grant_id as "grantId", own.times_left as "timesLeft",
      own.amount_left_fen as "amountLeftFen", own.distance_left_m as "distanceLeftM"
    from right_configs r left join lateral (
      select g.right_grant_id, least(g.times - g.used_times, case when r.per_user_times > 0 then greatest(0, r.per_user_times - (
          select sum(x.used_times) from right_grants x where x.tenant_id = g.tenant_id and x.right_id = g.right_id and x.customer_id = g.customer_id)) end)::int as times_left,
        g.amount_fen - g.used_fen as amount_left_fen, g.distance_m - g.used_m as distance_left_m
      from right_grants g
      join customers c on c.tenant_id = g.tenant_id and c.customer_id = g.customer_id
      where g.tenant_id = r.tenant_id and g.right_id = r.right_id and g.state = 'ACTIVE' and g.used_times < coalesce(g.times, g.used_times + 1) and c.phone = ${of.phone}
      order by g.right_grant_id limit 1) own on true
    where r.channel_id = ${channelId} and ${rightsInForce} and (${of.cityId}::bigint is null or r.city_ids = '{}' or ${of.cityId}::bigint = any (r.city_ids))
    order by (own.right_grant_id is null), r.valid_to, r.right_id limit 200`.execute(db)
  return rows
}
export interface ChannelRight {
  rightId: string
  rightNo: string
  name: string
  cover: RightCover
  excess: 'CUSTOMER_PAYS' | 'REFUSE'
  validFrom: Date
  validTo: Date
  cityNames: string[]
  leftToday: number | null
  grantId: string | null
  timesLeft: number | null
  amountLeftFen: number | null
  distanceLeftM: number | null
}
