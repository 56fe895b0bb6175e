import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { driverCalls } from '@chauffeur/contract/driver'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/db'
import { COUNT_LIMIT, offsetOf } from '#platform/page'

type Filter = ParsedInputOf<typeof driverCalls.list>

const filtered = (db: TenantDb, filter: Filter) => {
  let q = db.selectFrom('drivers as d')
  const { keyword } = filter
  if (keyword)
    q = q.where((eb) =>
      eb.or([
        eb('d.driver_no', 'like', `${keyword.replaceAll(/[%_\\]/g, '')}%`),
        eb('d.phone', '=', keyword),
        eb('d.name', 'like', `${keyword.replaceAll(/[%_\\]/g, '')}%`),
      ]),
    )
  if (filter.cityId) q = q.where('d.city_id', '=', filter.cityId)
  if (filter.workStatus) q = q.where('d.work_status', '=', filter.workStatus)
  return q
}

const SORTABLE: Record<string, 'd.driver_no' | 'd.order_count' | 'd.level' | 'd.rating_x100' | 'd.online_since'> = {
  driverNo: 'd.driver_no',
  orderCount: 'd.order_count',
  level: 'd.level',
  ratingX100: 'd.rating_x100',
  onlineSince: 'd.online_since',
}

export const listDrivers = (db: TenantDb, filter: Filter) =>
  filtered(db, filter)
    .innerJoin('cities', 'cities.city_id', 'd.city_id')
    .leftJoin('departments', 'departments.dept_id', 'd.org_id')
    .selectAll('d')
    .select((eb) => [
      'cities.name as city_name',
      'departments.name as org_name',
      eb
        .selectFrom('orders')
        .select('order_id')
        .whereRef('orders.tenant_id', '=', 'd.tenant_id')
        .whereRef('orders.driver_id', '=', 'd.driver_id')
        .where('service_status', 'in', [301, 302, 303, 304])
        .limit(1)
        .as('current_order_id'),
    ])
    .orderBy(SORTABLE[filter.sortBy ?? ''] ?? 'd.driver_no', filter.sortOrder ?? 'asc')
    .orderBy('d.driver_id')
    .limit(filter.pageSize)
    .offset(offsetOf(filter))
    .execute()

export async function countDrivers(db: TenantDb, filter: Filter): Promise<number> {
  const some = filtered(db, filter)
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_LIMIT + 1)
  return (await db.selectFrom(some.as('some')).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n
}
