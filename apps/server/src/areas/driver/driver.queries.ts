import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { driverCalls } from '@chauffeur/contract/driver'
import { inHandServiceStatuses, searchingServiceStatuses } from '@chauffeur/contract/order-model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/db'
import type { Duty } from '#platform/driver-frames'
import { countUpToLimit, offsetOf } from '#platform/page'
import { phoneFound, textFound } from '#platform/phone-search'
import type { Scope } from '#platform/scope'

type Filter = ParsedInputOf<typeof driverCalls.list> & { organisationsOnly?: boolean; driverIds?: readonly string[] }

const withNames = (db: TenantDb) =>
  db
    .selectFrom('drivers as d')
    .innerJoin('cities', 'cities.city_id', 'd.city_id')
    .leftJoin('departments', (join) =>
      join.onRef('departments.tenant_id', '=', 'd.tenant_id').onRef('departments.dept_id', '=', 'd.org_id'),
    )
    .selectAll('d')
    .select((eb) => [
      'cities.name as city_name',
      'cities.utc_offset_minutes',
      'departments.name as org_name',
      eb
        .selectFrom('orders')
        .select('order_id')
        .whereRef('orders.tenant_id', '=', 'd.tenant_id')
        .whereRef('orders.driver_id', '=', 'd.driver_id')
        .where('service_status', 'in', inHandServiceStatuses)
        .limit(1)
        .as('current_order_id'),
    ])
export type DriverDb = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

const filtered = (db: TenantDb, scope: Scope, filter: Filter) => {
  let q = withNames(db)
  const { keyword, orgId } = filter
  if (keyword) {
    const beginning = `${keyword.replaceAll(/[%_\\]/g, '')}%`
    q = q.where((eb) =>
      eb.or([
        eb('d.driver_no', 'like', beginning),
        phoneFound('d.phone', keyword, scope, 'whole'),
        textFound('d.name', beginning, scope, 'like'),
      ]),
    )
  }
  if (filter.cityId) q = q.where('d.city_id', '=', filter.cityId)
  if (orgId)
    q = q.where(
      sql<boolean>`d.org_id in (with recursive below as (
        select tenant_id, dept_id from departments where dept_id = ${orgId}
        union all select c.tenant_id, c.dept_id from departments c join below b on c.tenant_id = b.tenant_id and c.parent_id = b.dept_id
      ) select dept_id from below)`,
    )
  if (filter.organisationsOnly) q = q.where('d.org_id', 'is not', null)
  if (filter.workStatus === 'ON_DUTY' || filter.workStatus === 'SILENT') q = q.where('d.work_status', '<>', 'OFFLINE')
  else if (filter.workStatus) q = q.where('d.work_status', '=', filter.workStatus)
  if (filter.driverIds) q = q.where('d.driver_id', '=', sql<string>`any (${filter.driverIds}::bigint[])`)
  if (filter.level !== undefined) q = q.where('d.level', '=', filter.level)
  if (filter.disabled !== undefined) q = q.where('d.disabled_reason', filter.disabled ? '<>' : '=', '')
  return q
}

const SORTABLE: Record<string, 'd.driver_no' | 'd.order_count' | 'd.level' | 'd.rating_x100' | 'd.online_since'> = {
  driverNo: 'd.driver_no',
  orderCount: 'd.order_count',
  level: 'd.level',
  ratingX100: 'd.rating_x100',
  onlineSince: 'd.online_since',
}

export const listDrivers = (db: TenantDb, scope: Scope, filter: Filter): Promise<DriverDb[]> =>
  filtered(db, scope, filter)
    .orderBy(SORTABLE[filter.sortBy ?? ''] ?? 'd.driver_no', (order) => {
      const way = filter.sortOrder === 'desc' ? order.desc() : order.asc()
      return filter.sortBy === 'onlineSince' ? way.nullsLast() : way
    })
    .orderBy('d.driver_id')
    .limit(filter.pageSize)
    .offset(offsetOf(filter))
    .execute()

export const countDrivers = (db: TenantDb, scope: Scope, filter: Filter): Promise<number> =>
  countUpToLimit(db, filtered(db, scope, filter).clearSelect().select(sql<number>`1`.as('one')))

export const findDriver = (db: TenantDb, driverId: string): Promise<DriverDb | undefined> =>
  withNames(db).where('d.driver_id', '=', driverId).executeTakeFirst()

/**
 * Organisations within sight that serve a city, or any city of the scope: the city's company, those named for the city, and all below them.
 * Somebody bound to a fleet does not see the company above it: the fleet then counts for each of their cities.
 */
export async function organisationsOf(db: TenantDb, cityId: string | undefined) {
  const { rows } = await sql<{ dept_id: string; name: string; parent_id: string | null }>`
    with recursive below as (
      select d.tenant_id, d.dept_id, d.name, d.parent_id, d.sort from departments d
      where d.dept_type = 2 and (
        exists (select from tenant_cities c where c.tenant_id = d.tenant_id and c.city_id = coalesce(${cityId ?? null}::bigint, c.city_id) and (c.org_id = d.dept_id or c.city_id = any (d.city_ids)))
        or (not (select app_all_orgs()) and cardinality(d.city_ids) = 0
          and not exists (select from departments p where p.tenant_id = d.tenant_id and p.dept_id = d.parent_id)
          and not exists (select from tenant_cities c where c.tenant_id = d.tenant_id and c.org_id = d.dept_id)))
      union select c.tenant_id, c.dept_id, c.name, c.parent_id, c.sort from departments c join below b on c.tenant_id = b.tenant_id and c.parent_id = b.dept_id where c.dept_type = 2
    ) select dept_id, name, parent_id from below order by sort, dept_id`.execute(db)
  return rows
}

/** Cities in which some driver belongs to an organisation within sight. */
export const organisationCities = async (db: TenantDb): Promise<Set<string>> =>
  new Set((await db.selectFrom('drivers').select('city_id').distinct().where('org_id', 'is not', null).execute()).map((row) => row.city_id))

/** Who is on duty in these cities: their places are in memory, what they are doing is here. */
export const dutyIds = async (db: TenantDb, cityId: string | undefined): Promise<string[]> =>
  (
    await db
      .selectFrom('drivers')
      .select('driver_id')
      .where('work_status', '<>', 'OFFLINE')
      .$if(cityId !== undefined, (q) => q.where('city_id', '=', cityId!))
      .execute()
  ).map((row) => row.driver_id)

export const driversOnDuty = (db: TenantDb): Promise<Duty[]> =>
  db
    .selectFrom('drivers')
    .select([
      'driver_id as driverId',
      'tenant_id as tenantId',
      'driver_no as driverNo',
      'name',
      'city_id as cityId',
      'org_id as orgId',
      'level',
      sql<Duty['workStatus']>`work_status`.as('workStatus'),
    ])
    .where('work_status', '<>', 'OFFLINE')
    .execute()

export const waitingOrders = (db: TenantDb, cityId: string | undefined, most: number) => {
  let q = db
    .selectFrom('orders')
    .select([
      'order_id',
      'order_no',
      'city_id',
      'org_id',
      'service_status',
      'pickup_lat',
      'pickup_lng',
      'pickup_address',
      sql<Date>`coalesce(dispatch_at, created_at)`.as('waiting_since'),
    ])
    .where('service_status', 'in', searchingServiceStatuses)
  if (cityId) q = q.where('city_id', '=', cityId)
  return q.orderBy('waiting_since').orderBy('order_id').limit(most).execute()
}
