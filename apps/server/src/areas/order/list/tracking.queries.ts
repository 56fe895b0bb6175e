import { liveServiceStatuses } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import { matchingOrders, type OrderListRow, type StandingFacts, standingFacts } from '../model/index.ts'
import type { TenantDb } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'

export interface TrackFilter {
  cityId?: string | undefined
  serviceStatus?: number[] | undefined
  keyword?: string | undefined
}

/** All orders under way that the filter lets through, since what is due first is not known before; they are the few that are not over. */
export async function liveFacts(db: TenantDb, scope: Scope, { cityId, keyword, serviceStatus }: TrackFilter): Promise<StandingFacts[]> {
  const live = liveServiceStatuses.filter((status) => !serviceStatus?.length || serviceStatus.includes(status))
  // An empty filter would be none, and let through every order that ever was.
  return live.length ? standingFacts(db, matchingOrders(db, scope, { cityId, keyword, serviceStatus: live })) : []
}

export interface TrackedRow extends OrderListRow {
  rounds: number | null
  asked: number
  declined: number
}
/** The rows of a page, in no order. */
export async function trackedRows(db: TenantDb, orderIds: readonly string[]): Promise<TrackedRow[]> {
  const { rows } = await sql<TrackedRow>`
    select o.*, c.name as city_name, c.utc_offset_minutes, b.booking_no, d.driver_no, d.name as driver_name, s.rounds,
      coalesce(f.asked, 0) as asked, coalesce(f.declined, 0) as declined
    from orders o
    join cities c on c.city_id = o.city_id
    left join bookings b on b.tenant_id = o.tenant_id and b.booking_id = o.booking_id
    left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
    left join lateral (select (params ->> 'rounds')::int as rounds from dispatch_searches w
      where w.tenant_id = o.tenant_id and w.booking_id = o.booking_id order by w.search_id desc limit 1) s on true
    left join lateral (select count(*)::int as asked, (count(*) filter (where result in ('REJECTED', 'EXPIRED')))::int as declined
      from offers w where w.tenant_id = o.tenant_id and w.order_id = o.order_id) f on true
    where o.order_id = any (${orderIds}::bigint[])`.execute(db)
  return rows
}
