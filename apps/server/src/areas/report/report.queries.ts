import { inHandServiceStatuses, PAY_STATUS, searchingServiceStatuses } from '@chauffeur/contract/order-model'
import { sql } from 'kysely'
import { standingColumns, type StandingFacts, standingJoins } from '#areas/order'
import type { TenantDb } from '#platform/db'
import { listOf } from '#platform/sql-text'

const searching = listOf(searchingServiceStatuses)
const underWay = listOf([...searchingServiceStatuses, ...inHandServiceStatuses])

export interface Day {
  from: Date
  to: Date
  cityId: string | undefined
}

/** Counts of the orders placed within a stretch of time. */
export const daySums = (db: TenantDb, day: Day) =>
  db
    .selectFrom('orders')
    .select([
      sql<number>`count(*)::int`.as('placed'),
      sql<number>`(count(*) filter (where service_status = 501))::int`.as('finished'),
      sql<number>`(count(*) filter (where service_status in (403, 404, 405, 502)))::int`.as('cancelled'),
      sql<number>`(count(*) filter (where service_status = 506))::int`.as('failed'),
      sql<number>`(count(*) filter (where accepted_at is not null))::int`.as('found'),
    ])
    .where('created_at', '>=', day.from)
    .where('created_at', '<', day.to)
    .$if(day.cityId !== undefined, (q) => q.where('city_id', '=', day.cityId!))
    .executeTakeFirstOrThrow()

export const hourSums = (db: TenantDb, day: Day) =>
  db
    .selectFrom('orders')
    .select([
      sql<Date>`date_trunc('hour', created_at)`.as('hour'),
      sql<number>`count(*)::int`.as('placed'),
      sql<number>`(count(*) filter (where service_status = 501))::int`.as('finished'),
      sql<number>`(count(*) filter (where service_status = 506))::int`.as('failed'),
    ])
    .where('created_at', '>=', day.from)
    .where('created_at', '<', day.to)
    .$if(day.cityId !== undefined, (q) => q.where('city_id', '=', day.cityId!))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()

/**
 * What was paid within a stretch of time, of bills and of fees for cancelling, whenever the order was placed (ADR 0014), by hour and city: the
 * one figure of which the day's, an hour's and a city's are sums.
 */
export const paidSums = (db: TenantDb, day: Day) =>
  db
    .selectFrom('orders')
    .select([sql<Date>`date_trunc('hour', paid_at)`.as('hour'), 'city_id', sql<number>`sum(total_fen)::float8`.as('fen')])
    .where('paid_at', '>=', day.from)
    .where('paid_at', '<', day.to)
    .where('pay_status', '=', PAY_STATUS.paid)
    .$if(day.cityId !== undefined, (q) => q.where('city_id', '=', day.cityId!))
    .groupBy([sql`1`, 'city_id'])
    .execute()

export const citySums = (db: TenantDb, day: Day) =>
  db
    .selectFrom('orders')
    .select([
      'city_id',
      sql<number>`(count(*) filter (where created_at >= ${day.from}))::int`.as('placed'),
      sql<number>`(count(*) filter (where service_status in ${searching}))::int`.as('waiting'),
      sql<number>`coalesce(ceil(extract(epoch from now() - min(dispatch_at) filter (where service_status in ${searching}))), 0)::int`.as(
        'longestWaitS',
      ),
    ])
    .where((eb) => eb.or([eb('created_at', '>=', day.from), eb('service_status', 'in', searchingServiceStatuses)]))
    .$if(day.cityId !== undefined, (q) => q.where('city_id', '=', day.cityId!))
    .groupBy('city_id')
    .execute()

export const driverSums = (db: TenantDb, cityId: string | undefined) =>
  db
    .selectFrom('drivers')
    .select(['city_id', 'work_status', sql<number>`count(*)::int`.as('n')])
    .$if(cityId !== undefined, (q) => q.where('city_id', '=', cityId!))
    .groupBy(['city_id', 'work_status'])
    .execute()

/** Drivers on duty: their places are in memory, what they are doing is here. */
export const dutyDrivers = (db: TenantDb, cityId: string | undefined) =>
  db
    .selectFrom('drivers')
    .select('driver_id')
    .where('work_status', '<>', 'OFFLINE')
    .$if(cityId !== undefined, (q) => q.where('city_id', '=', cityId!))
    .execute()

export interface EyedRow extends StandingFacts {
  order_no: string
  pay_status: number
  city_name: string
}
/**
 * Orders that may need an eye: under way, failed within the half hour that their booking waits for somebody, billed and unpaid. The oldest of
 * them, up to `limit`. A fleet sees its orders and no booking.
 */
export async function eyedOrders(db: TenantDb, cityId: string | undefined, limit: number): Promise<EyedRow[]> {
  const { rows } = await sql<EyedRow>`
    select o.order_no, o.pay_status, c.name as city_name, ${standingColumns}
    from (
      select o.* from orders o left join bookings b on b.tenant_id = o.tenant_id and b.booking_id = o.booking_id
      where (o.service_status in ${underWay}
          or (o.service_status = 506 and o.created_at > now() - interval '8 h' and o.status_since > now() - interval '30 min'
            and coalesce(b.queue_status, 'FAILED') = 'FAILED')
          or (o.pay_status = 10 and o.created_at > now() - interval '2 d'))
        ${cityId === undefined ? sql`` : sql`and o.city_id = ${cityId}`}
      order by case o.service_status when 506 then 0 else case o.pay_status when 10 then 2 else 1 end end, o.status_since
      limit ${sql.lit(limit)}) o
    join cities c on c.city_id = o.city_id
    ${standingJoins}
    order by o.status_since`.execute(db)
  return rows
}
