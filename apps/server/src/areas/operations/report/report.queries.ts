import { calledOffServiceStatuses, PAY_STATUS, searchingServiceStatuses, SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import { standingColumns, type StandingFacts, standingJoins } from '#areas/order/model'
import type { TenantDb } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'

const searching = listOf(searchingServiceStatuses)

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
      sql<number>`(count(*) filter (where service_status = ${sql.lit(S.billFiled)}))::int`.as('finished'),
      sql<number>`(count(*) filter (where service_status in ${listOf(calledOffServiceStatuses)}))::int`.as('cancelled'),
      sql<number>`(count(*) filter (where service_status = ${sql.lit(S.dispatchFailed)}))::int`.as('failed'),
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
      sql<number>`(count(*) filter (where service_status = ${sql.lit(S.billFiled)}))::int`.as('finished'),
      sql<number>`(count(*) filter (where service_status = ${sql.lit(S.dispatchFailed)}))::int`.as('failed'),
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

export interface NeedyRow extends StandingFacts {
  order_no: string
  city_name: string
}
/** These orders with what is said of why they need somebody. */
export async function ordersInNeed(db: TenantDb, orderIds: readonly string[]): Promise<NeedyRow[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<NeedyRow>`
    select o.order_no, c.name as city_name, ${standingColumns}
    from orders o join cities c on c.city_id = o.city_id
    ${standingJoins}
    where o.order_id = any (${orderIds}::bigint[])`.execute(db)
  return rows
}

/** The oldest bill of the last two days that has been open for so long, and how many there are. */
export async function unpaidBills(db: TenantDb, cityId: string | undefined, openS: number) {
  const { rows } = await sql<{ order_id: string; order_no: string; status_since: Date; city_name: string; bills: number }>`
    select o.order_id, o.order_no, o.status_since, c.name as city_name, count(*) over ()::int as bills
    from orders o join cities c on c.city_id = o.city_id
    where o.pay_status = ${sql.lit(PAY_STATUS.unpaid)} and o.created_at > now() - interval '2 d' and o.status_since <= now() - make_interval(secs => ${openS})
      ${cityId === undefined ? sql`` : sql`and o.city_id = ${cityId}`}
    order by o.status_since
    limit 1`.execute(db)
  return rows[0]
}
