import { seekingServiceStatuses, SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'
import { type SearchRow, turnsJson, type TurnsRow } from '../search/index.ts'

const seeking = listOf(seekingServiceStatuses)

export interface WaitingRow {
  search_id: string
  order_id: string
  pickup_lat: number
  pickup_lng: number
  service_type: string
  waited_s: number
  priority: number
  params: Partial<SearchRow['params']>
  started_at: Date
  round: number
  refused: string[]
  lapsed: string[]
  blocked: string[]
  /** It is a team's alone at this moment. */
  of_team: boolean
  turns: TurnsRow | null
  /** After a while everybody sees it. */
  opens: boolean
}
const ofTeam = sql`(s.team_id is not null and (s.team_until is null or s.team_until > clock_timestamp()))`

/** Every order of a city that waits in batch mode: its search has begun, and nobody has an offer of it that has not lapsed. */
export async function ordersInBatch(db: TenantDb, cityId: string): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select s.search_id, o.order_id, o.pickup_lat, o.pickup_lng, o.service_type, s.params, s.started_at, s.round,
      extract(epoch from clock_timestamp() - s.started_at)::float8 as waited_s,
      (select b.priority from bookings b where b.tenant_id = s.tenant_id and b.booking_id = s.booking_id) as priority,
      array(select f.driver_id::text from offers f where f.tenant_id = s.tenant_id and f.booking_id = s.booking_id and f.result = 'REJECTED'
        union all select c.driver_id::text from orders c where c.tenant_id = s.tenant_id and c.booking_id = s.booking_id and c.service_status = ${sql.lit(SERVICE_STATUS.driverCancelled)} and c.driver_id is not null) as refused,
      array(select f.driver_id::text from offers f where f.tenant_id = s.tenant_id and f.booking_id = s.booking_id
        and (f.result = 'EXPIRED' or f.result = 'SENT' and f.expires_at <= clock_timestamp())) as lapsed,
      array(select k.driver_id::text from customer_driver_blocks k where k.tenant_id = o.tenant_id and k.customer_id = o.customer_id and (k.until is null or k.until > clock_timestamp())) as blocked,
      ${ofTeam} as of_team, s.team_until is not null as opens, case when ${ofTeam} then ${turnsJson(sql`s.tenant_id`, sql`s.team_id`)} end as turns
    from dispatch_searches s join orders o on o.tenant_id = s.tenant_id and o.booking_id = s.booking_id and o.service_status in ${seeking}
    where s.city_id = ${cityId} and s.state = 'OPEN' and s.params ->> 'mode' = 'BATCH' and o.pickup_lat is not null and s.started_at <= clock_timestamp() and s.ends_at > clock_timestamp()
      and not exists (select from offers f where f.tenant_id = o.tenant_id and f.order_id = o.order_id and f.result = 'SENT' and f.expires_at > clock_timestamp())
    order by o.order_id limit 1000`.execute(db)
  return rows
}
