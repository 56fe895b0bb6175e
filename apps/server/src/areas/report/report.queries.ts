import { sql } from 'kysely'
import type { TenantDb } from '#platform/db'

export interface Day {
  from: Date
  to: Date
  cityId: string | undefined
}

/** Counts and revenue of the orders placed within a stretch of time. */
export const daySums = (db: TenantDb, day: Day) =>
  db
    .selectFrom('orders')
    .select([
      sql<number>`count(*)::int`.as('placed'),
      sql<number>`(count(*) filter (where service_status = 501))::int`.as('finished'),
      sql<number>`(count(*) filter (where service_status in (403, 404, 405, 502)))::int`.as('cancelled'),
      sql<number>`(count(*) filter (where service_status = 506))::int`.as('failed'),
      sql<number>`(count(*) filter (where accepted_at is not null))::int`.as('found'),
      sql<string>`coalesce(sum(total_fen) filter (where service_status = 501), 0)`.as('revenueFen'),
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
      sql<string>`coalesce(sum(total_fen) filter (where service_status = 501), 0)`.as('revenueFen'),
    ])
    .where('created_at', '>=', day.from)
    .where('created_at', '<', day.to)
    .$if(day.cityId !== undefined, (q) => q.where('city_id', '=', day.cityId!))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()

export const citySums = (db: TenantDb, day: Day) =>
  db
    .selectFrom('orders')
    .select([
      'city_id',
      sql<number>`(count(*) filter (where created_at >= ${day.from}))::int`.as('placed'),
      sql<number>`(count(*) filter (where service_status in (102, 180)))::int`.as('waiting'),
      sql<number>`coalesce(ceil(extract(epoch from now() - min(dispatch_at) filter (where service_status in (102, 180)))), 0)::int`.as(
        'longestWaitS',
      ),
    ])
    .where((eb) => eb.or([eb('created_at', '>=', day.from), eb('service_status', 'in', [102, 180])]))
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

/** Orders somebody should look at now: long searches, failures of the last half hour, customers waiting long, bills long unpaid. */
export const attentionOrders = (db: TenantDb, cityId: string | undefined) =>
  db
    .selectFrom('orders as o')
    .innerJoin('cities', 'cities.city_id', 'o.city_id')
    .select(['o.order_id', 'o.order_no', 'o.driver_id', 'o.service_status', 'o.status_since', 'o.pay_status', 'cities.name as city_name'])
    .where((eb) =>
      eb.or([
        eb.and([eb('o.service_status', 'in', [102, 180]), eb('o.status_since', '<', sql<Date>`now() - interval '60 s'`)]),
        eb.and([
          eb('o.service_status', '=', 506),
          eb('o.created_at', '>', sql<Date>`now() - interval '1 h'`),
          eb('o.status_since', '>', sql<Date>`now() - interval '30 min'`),
        ]),
        eb('o.service_status', 'in', [301, 302, 303]),
        eb.and([
          eb('o.pay_status', '=', 10),
          eb('o.status_since', '<', sql<Date>`now() - interval '30 min'`),
          eb('o.created_at', '>', sql<Date>`now() - interval '2 d'`),
        ]),
      ]),
    )
    .$if(cityId !== undefined, (q) => q.where('o.city_id', '=', cityId!))
    .orderBy('o.status_since')
    .limit(500)
    .execute()
