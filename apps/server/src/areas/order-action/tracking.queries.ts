import { type OrderTimer, SERVICE_STATUS as S } from '@chauffeur/contract/order-model'
import { sql } from 'kysely'
import { matchingOrders, type OrderListRow } from '#areas/order'
import type { TenantDb } from '#platform/db'
import type { Scope } from '#platform/scope'

/** Timers of an order under way (domain 1.3), seconds. */
const TIMERS = { searchLeadS: 1_800, lateS: 300, freeWaitS: 600, autoFileS: 1_800 }
/** What breaches within this needs an eye. */
const URGENT_S = 120

export interface TrackedRow extends OrderListRow {
  timer: OrderTimer | null
  due_at: Date | null
  round: number | null
  rounds: number | null
  radius_m: number | null
  candidates: number | null
  filtered_out: Record<string, number> | null
  asked: number
  declined: number
}
export interface TrackFilter {
  cityId?: string | undefined
  serviceStatus?: number[] | undefined
  keyword?: string | undefined
  urgent?: boolean | undefined
}

/**
 * Orders under way with what they breach next, soonest first. All of them are looked at, since what is due first is not known before; they
 * are the few that are not over.
 */
export async function trackedOrders(
  db: TenantDb,
  scope: Scope,
  filter: TrackFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: TrackedRow[]; total: number; overdue: number }> {
  const live = matchingOrders(db, scope, {
    cityId: filter.cityId,
    keyword: filter.keyword,
    serviceStatus: [101, 102, 180, 301, 302, 303, 304].filter(
      (status) => !filter.serviceStatus?.length || filter.serviceStatus.includes(status),
    ),
  })
  const { rows } = await sql<TrackedRow & { total: number; overdue: number }>`
    with live as materialized (${live}),
    standing as (
      select o.*, s.search_id, s.round, s.radius_m, s.candidates, (s.params ->> 'rounds')::int as rounds,
        case
          when o.service_status = ${S.created} then 'searchOpens'
          when o.service_status in (${S.dispatchStart}, ${S.dispatching}) then 'searchEnds'
          when o.service_status = ${S.accepted} then 'driverLate'
          when o.service_status = ${S.arrived} then 'freeWaitEnds'
          when o.service_status = ${S.driving} then 'tripLong'
          else 'autoFile' end as timer,
        case
          when o.service_status = ${S.created} then o.book_time - make_interval(secs => ${TIMERS.searchLeadS})
          when o.service_status in (${S.dispatchStart}, ${S.dispatching}) then s.ends_at
          when o.service_status = ${S.accepted} then won.answered_at + make_interval(secs => won.eta_s + ${TIMERS.lateS})
          when o.service_status = ${S.arrived} then greatest(o.arrived_at, o.book_time) + make_interval(secs => ${TIMERS.freeWaitS})
          when o.service_status = ${S.driving} then o.depart_at + make_interval(secs => coalesce(nullif(o.estimate_duration_s, 0), 3600) * 1.5)
          else o.ended_at + make_interval(secs => ${TIMERS.autoFileS}) end as due_at
      from live o
      left join lateral (select search_id, round, radius_m, candidates, params, ends_at from dispatch_searches d
        where d.tenant_id = o.tenant_id and d.booking_id = o.booking_id and o.service_status in (101, 102, 180) order by d.search_id desc limit 1) s on true
      left join lateral (select answered_at, eta_s from offers f
        where f.tenant_id = o.tenant_id and f.order_id = o.order_id and f.result = 'ACCEPTED' and o.service_status = 301 order by f.offer_id desc limit 1) won on true
    ),
    wanted as (select * from standing where ${filter.urgent !== true} or due_at < now() + make_interval(secs => ${URGENT_S})),
    counted as (select count(*)::int as total, (count(*) filter (where due_at < now()))::int as overdue from wanted),
    page as (select * from wanted order by due_at nulls last, status_since, order_id limit ${sql.lit(page.limit)} offset ${sql.lit(page.offset)})
    select o.*, counted.total, counted.overdue, c.name as city_name, c.utc_offset_minutes, b.booking_no, d.driver_no, d.name as driver_name, r.filtered_out,
      coalesce(f.asked, 0) as asked, coalesce(f.declined, 0) as declined
    from counted left join page o on true
    left join cities c on c.city_id = o.city_id
    left join bookings b on b.tenant_id = o.tenant_id and b.booking_id = o.booking_id
    left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
    left join lateral (select filtered_out from dispatch_rounds w where w.tenant_id = o.tenant_id and w.search_id = o.search_id order by w.round desc limit 1) r on true
    left join lateral (select count(*)::int as asked, (count(*) filter (where result in ('REJECTED', 'EXPIRED')))::int as declined
      from offers w where w.tenant_id = o.tenant_id and w.order_id = o.order_id) f on true
    order by o.due_at nulls last, o.status_since, o.order_id`.execute(db)
  const first = rows[0]
  return { rows: rows.filter((row) => row.order_id !== null), total: first?.total ?? 0, overdue: first?.overdue ?? 0 }
}
