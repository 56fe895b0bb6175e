import {
  liveServiceStatuses,
  type PayStatus,
  searchingServiceStatuses,
  SERVICE_STATUS as S,
  type ServiceStatus,
} from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import { standingColumns, type StandingFacts, standingJoins } from '#areas/order/model'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { holding, listOf } from '#platform/database/sql-text'
import { phoneFound, textFound } from '#platform/list/phone-search'
import type { Scope } from '#platform/database/scope'

/** Searches that failed stay on the queue for this long. */
const FAILED_FOR = sql.lit('30 minutes')
const live = listOf(liveServiceStatuses)
const searching = listOf(searchingServiceStatuses)

export interface StandingRow extends StandingFacts {
  booking_id: string
  booking_no: string
  booking_source: string
  city_id: string
  city_name: string
  channel_id: string | null
  channel_name: string | null
  caller_phone: string
  remark: string
  driver_count: number
  booked_at: Date
  agent_id: string | null
  agent_name: string
  claimed_by: string | null
  claimed_name: string
  claimed_at: Date | null
  booking_version: number
  order_no: string
  pay_status: PayStatus
  customer_name: string
  pickup_address: string
  dropoff_address: string
  version: number
  prepay_until: Date | null
  driver_no: string | null
  driver_name: string | null
}

export interface QueueFilter {
  keyword?: string | undefined
  cityId?: string | undefined
  channelId?: string | undefined
  source?: string | undefined
  /** Bookings this operator claimed, or placed and nobody else claimed. */
  mineOf?: string | undefined
  /** Also orders whose booking is beyond the scope: a fleet sees its orders and no booking. */
  ordersAlone?: boolean | undefined
}

/** An order of the queue as far as its place there depends on it: no names, no texts, nothing that only says why (radius, filters). */
export interface QueueFacts extends StandingFacts {
  booking_id: string
  agent_id: string | null
  claimed_by: string | null
  claimed_at: Date | null
}
/**
 * One order of the queue on the wire. Instants are milliseconds: PostgreSQL's text for them costs more to read than all the rest. Of what
 * means something in one status alone, one column holds what means something in this order's.
 */
interface FactsRow {
  booking_id: string
  agent_id: string | null
  claimed_by: string | null
  claimed_ms: number | null
  order_id: string
  status: ServiceStatus
  since_ms: number
  driver_id: string | null
  book_ms: number | null
  /** The search, the way to the customer, the wait, the trip, or the time after it began. */
  begun_ms: number | null
  /** The search ends, or the driver said to be there. */
  by_ms: number | null
  /** The round; metres to the customer when the driver accepted; seconds the trip was estimated at. */
  figure: number | null
  candidates: number | null
  /** Where the driver is heading. */
  goal_lat: number | null
  goal_lng: number | null
}
const ms = (instant: string) => sql.raw(`(extract(epoch from ${instant}) * 1000)::float8`)
const at = (instantMs: number | null) => (instantMs === null ? null : new Date(instantMs))

function factsOf(row: FactsRow): QueueFacts {
  const { status, figure } = row
  const [begun, by] = [at(row.begun_ms), at(row.by_ms)]
  const seeks = searchingServiceStatuses.includes(status)
  return {
    booking_id: row.booking_id,
    agent_id: row.agent_id,
    claimed_by: row.claimed_by,
    claimed_at: at(row.claimed_ms),
    order_id: row.order_id,
    service_status: status,
    status_since: new Date(row.since_ms),
    driver_id: row.driver_id,
    book_time: at(row.book_ms),
    pickup_lat: row.goal_lat,
    pickup_lng: row.goal_lng,
    dropoff_lat: row.goal_lat,
    dropoff_lng: row.goal_lng,
    dispatch_at: seeks ? begun : null,
    accepted_at: status === S.accepted ? begun : null,
    arrived_at: status === S.arrived ? begun : null,
    depart_at: status === S.driving ? begun : null,
    ended_at: status === S.tripEnded ? begun : null,
    estimate_duration_s: status === S.driving ? figure : null,
    promised_at: status === S.accepted ? by : null,
    offer_away_m: status === S.accepted ? figure : null,
    search_ends_at: seeks ? by : null,
    round: seeks ? figure : null,
    radius_m: null,
    candidates: row.candidates,
    filtered_out: null,
  }
}

function wanted({ keyword, cityId, channelId, source, mineOf, ordersAlone }: QueueFilter, scope: Scope) {
  const part = keyword ? holding(keyword) : null
  const conditions = [
    ordersAlone ? null : sql`b.booking_id is not null`,
    cityId && sql`o.city_id = ${cityId}`,
    channelId && sql`b.channel_id = ${channelId}`,
    source && sql`b.source = ${source}`,
    mineOf && sql`coalesce(b.claimed_by, b.agent_id) = ${mineOf}`,
    part &&
      sql`(b.booking_no = ${keyword} or ${phoneFound('b.caller_phone', keyword!, scope, 'part')} or ${phoneFound('b.contact_phone', keyword!, scope, 'part')}
        or o.order_no = ${keyword} or ${textFound('o.customer_name', part, scope)})`,
  ].filter((condition) => condition !== undefined && condition !== null && condition !== '')
  return conditions.length ? sql`and ${sql.join(conditions, sql` and `)}` : sql``
}

/**
 * Every order of bookings that are not over, one row each: what is due first is not known before. At a busy hour these are thousands, so only
 * what timers, alarms and claims are reckoned from is read.
 */
export async function queueFacts(db: TenantDb, scope: Scope, filter: QueueFilter): Promise<QueueFacts[]> {
  const { rows } = await sql<FactsRow>`
    with open as (
      select o.* from orders o where o.service_status in ${live}
      union all
      select o.* from bookings b join orders o using (tenant_id, booking_id)
      where b.queue_status = 'FAILED' and b.updated_at > now() - ${FAILED_FOR}::interval and o.service_status = ${sql.lit(S.dispatchFailed)})
    select o.booking_id, b.agent_id, b.claimed_by, ${ms('b.claimed_at')} as claimed_ms, o.order_id, o.service_status as status,
      ${ms('o.status_since')} as since_ms, o.driver_id, ${ms('o.book_time')} as book_ms,
      ${ms(`case o.service_status when ${S.accepted} then o.accepted_at when ${S.arrived} then o.arrived_at when ${S.driving} then o.depart_at when ${S.tripEnded} then o.ended_at else o.dispatch_at end`)} as begun_ms,
      ${ms('coalesce(s.ends_at, won.answered_at + make_interval(secs => won.eta_s))')} as by_ms,
      coalesce(s.round, won.distance_m, case when o.service_status = ${sql.lit(S.driving)} then o.estimate_duration_s end) as figure, s.candidates,
      case when o.service_status in (${sql.lit(S.driving)}) then o.dropoff_lat else o.pickup_lat end as goal_lat,
      case when o.service_status in (${sql.lit(S.driving)}) then o.dropoff_lng else o.pickup_lng end as goal_lng
    from open o
    left join bookings b using (tenant_id, booking_id)
    left join dispatch_searches s on s.tenant_id = o.tenant_id and s.booking_id = o.booking_id and s.state = 'OPEN' and o.service_status in ${searching}
    left join lateral (select answered_at, eta_s, distance_m from offers w
      where w.tenant_id = o.tenant_id and w.order_id = o.order_id and w.result = 'ACCEPTED' and o.service_status = ${sql.lit(S.accepted)} order by w.offer_id desc limit 1) won on true
    where true ${wanted(filter, scope)}`.execute(db)
  return rows.map(factsOf)
}

/** The orders of these bookings, or of a customer, that are not over, with all that a screen says of them. */
export async function standingOrders(db: TenantDb, of: { bookingIds: readonly string[] } | { customerId: string }): Promise<StandingRow[]> {
  const whose = 'customerId' in of ? sql`b.customer_id = ${of.customerId}` : sql`b.booking_id = any (${of.bookingIds}::bigint[])`
  const { rows } = await sql<StandingRow>`
    select b.booking_id, b.booking_no, b.source as booking_source, b.city_id, c.name as city_name, b.channel_id, h.name as channel_name, b.caller_phone, b.remark,
      b.driver_count, b.created_at as booked_at, b.agent_id, b.agent_name, b.claimed_by, b.claimed_name, b.claimed_at, b.version as booking_version,
      o.order_no, o.pay_status, o.customer_name, o.pickup_address, o.dropoff_address, o.version, o.prepay_until, d.driver_no, d.name as driver_name, ${standingColumns}
    from bookings b
    join orders o using (tenant_id, booking_id)
    join cities c on c.city_id = b.city_id
    left join channels h on h.tenant_id = b.tenant_id and h.channel_id = b.channel_id
    left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
    ${standingJoins}
    where ${whose} and (o.service_status in ${live}
      or (o.service_status = ${sql.lit(S.dispatchFailed)} and b.queue_status = 'FAILED' and b.updated_at > now() - ${FAILED_FOR}::interval))
    order by b.booking_id, o.order_id`.execute(db)
  return rows
}

export const lockQueuedBooking = (tx: TenantTx, bookingId: string) =>
  tx
    .selectFrom('bookings')
    .select([
      'booking_id',
      'tenant_id',
      'city_id',
      'org_id',
      'channel_id',
      'queue_status',
      'claimed_by',
      'claimed_name',
      'claimed_at',
      'agent_id',
      'version',
    ])
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirst()
export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockQueuedBooking>>>

export const setClaim = (tx: TenantTx, booking: LockedBooking, by: { userId: string; realName: string } | null) =>
  tx
    .updateTable('bookings')
    .set({
      claimed_by: by?.userId ?? null,
      claimed_name: by?.realName ?? '',
      claimed_at: by ? sql<Date>`now()` : null,
      version: booking.version + 1,
      updated_by: by?.userId ?? null,
    })
    .where('booking_id', '=', booking.booking_id)
    .execute()
export const closeBooking = (tx: TenantTx, booking: LockedBooking, by: string) =>
  tx
    .updateTable('bookings')
    .set({ queue_status: 'CLOSED', version: booking.version + 1, updated_at: sql<Date>`now()`, updated_by: by })
    .where('booking_id', '=', booking.booking_id)
    .execute()
