import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { instantOf, local, since, turns, type Whose } from './clock.queries.ts'

/** Experience and level as they were when each week ended: of each a look into an index. */
export async function growthOf(db: TenantDb, of: Whose & { level: number }, weeks: number) {
  const ends = instantOf(sql`(w + interval '7 days')`, of)
  const { rows } = await sql<{ week: string; exp: number | null; level: number | null }>`
    select to_char(w, 'YYYY-MM-DD') as week,
      (select x.balance from driver_experience x where x.driver_id = ${of.driverId}::bigint and x.balance is not null and x.at < ${ends}
        order by x.at desc, x.experience_id desc limit 1) as exp,
      (select l.from_level from driver_level_changes l where l.driver_id = ${of.driverId}::bigint and l.at >= ${ends}
        order by l.at, l.change_id limit 1) as level
    from ${turns(of, 'week', weeks)} w order by w`.execute(db)
  return rows.map(({ week, exp, level }) => ({ week, exp, level: level ?? of.level }))
}

/** What was said of the driver, and what became of their orders, by month. */
export async function serviceOf(db: TenantDb, of: Whose, months: number, seesOrders: boolean) {
  const from = since(of, 'month', months)
  const monthOf = (at: RawBuilder<unknown>) => sql`date_trunc('month', ${local(at, of)})`
  const { rows } = await sql<{
    month: string
    praises: number
    complaints: number
    served: number | null
    cancelled: number | null
  }>`
    with said as (
      select ${monthOf(sql`r.at`)} as month, count(*) filter (where r.type = 'PRAISE')::int as praises,
        count(*) filter (where r.type = 'COMPLAINT')::int as complaints
      from driver_remarks r where r.driver_id = ${of.driverId}::bigint and r.at >= ${from} group by 1),
    done as (
      select ${monthOf(sql`o.created_at`)} as month,
        count(*) filter (where o.service_status = ${sql.lit(SERVICE_STATUS.billFiled)})::int as served,
        count(*) filter (where o.service_status = ${sql.lit(SERVICE_STATUS.driverCancelled)})::int as cancelled
      from orders o where ${seesOrders} and o.driver_id = ${of.driverId}::bigint and o.created_at >= ${from} group by 1)
    select to_char(m, 'YYYY-MM') as month, coalesce(s.praises, 0) as praises, coalesce(s.complaints, 0) as complaints,
      case when ${seesOrders} then coalesce(d.served, 0) end as served,
      case when ${seesOrders} then coalesce(d.cancelled, 0) end as cancelled
    from ${turns(of, 'month', months)} m left join said s on s.month = m left join done d on d.month = m order by m`.execute(db)
  return rows
}
