import { DEPT_TYPE } from '@chauffeur/contract/access/session'
import { inHandServiceStatuses, searchingServiceStatuses } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import { FOUND_AT_MOST } from '@chauffeur/contract/kernel/find'
import type { TenantDb } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import { literally } from '#platform/database/sql-text'
import { anyOf } from '#platform/list/conditions'
import { phoneFound, textFound } from '#platform/list/phone-search'
import type { Duty } from '../state/index.ts'

/** Drivers that what was typed finds: the beginning of a number or name, or a telephone. */
export const driverFound = (typed: string, viewer: Pick<Scope, 'phones'>) => {
  const beginning = `${literally(typed)}%`
  return anyOf([
    sql<boolean>`d.driver_no like ${beginning}`,
    phoneFound('d.phone', typed, viewer, 'whole'),
    textFound('d.name', beginning, viewer, 'like'),
  ])
}

export const drivers = (db: TenantDb) => db.selectFrom('drivers as d')
export const withNames = (rows: ReturnType<typeof drivers>) =>
  rows
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

/** Drivers to pick one from, or those of the ids. */
export const findDrivers = (
  db: TenantDb,
  asked: { keyword?: string | undefined; ids?: readonly string[] | undefined; cityId?: string | undefined },
  viewer: Pick<Scope, 'phones'>,
) =>
  drivers(db)
    .innerJoin('cities', 'cities.city_id', 'd.city_id')
    .select(['d.driver_id as id', 'd.name', 'd.driver_no as fact', 'cities.name as place', sql<boolean>`d.disabled_reason <> ''`.as('off')])
    .$if(asked.ids !== undefined, (q) => q.where('d.driver_id', 'in', asked.ids!.length ? [...asked.ids!] : ['0']))
    .$if(asked.keyword !== undefined, (q) => q.where(driverFound(asked.keyword!, viewer)))
    .$if(asked.cityId !== undefined, (q) => q.where('d.city_id', '=', asked.cityId!))
    .orderBy('d.driver_no')
    .limit(asked.ids?.length || FOUND_AT_MOST)
    .execute()

export const findDriver = (db: TenantDb, driverId: string): Promise<DriverDb | undefined> =>
  withNames(drivers(db)).where('d.driver_id', '=', driverId).executeTakeFirst()

/**
 * Organisations within sight that serve a city, or any city of the scope: the city's company, those named for the city, and all below them.
 * Somebody bound to a fleet does not see the company above it: the fleet then counts for each of their cities.
 */
export async function organisationsOf(db: TenantDb, cityId: string | undefined) {
  const { rows } = await sql<{ dept_id: string; name: string; parent_id: string | null }>`
    with recursive below as (
      select d.tenant_id, d.dept_id, d.name, d.parent_id, d.sort from departments d
      where d.dept_type = ${sql.lit(DEPT_TYPE.organisation)} and (
        exists (select from tenant_cities c where c.tenant_id = d.tenant_id and c.city_id = coalesce(${cityId ?? null}::bigint, c.city_id) and (c.org_id = d.dept_id or c.city_id = any (d.city_ids)))
        or (not (select app_all_orgs()) and cardinality(d.city_ids) = 0
          and not exists (select from departments p where p.tenant_id = d.tenant_id and p.dept_id = d.parent_id)
          and not exists (select from tenant_cities c where c.tenant_id = d.tenant_id and c.org_id = d.dept_id)))
      union select c.tenant_id, c.dept_id, c.name, c.parent_id, c.sort from departments c join below b on c.tenant_id = b.tenant_id and c.parent_id = b.dept_id where c.dept_type = ${sql.lit(DEPT_TYPE.organisation)}
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
      (eb) =>
        eb
          .selectFrom('dispatch_searches as search')
          .select('search.ends_at')
          .whereRef('search.tenant_id', '=', 'orders.tenant_id')
          .whereRef('search.booking_id', '=', 'orders.booking_id')
          .where('search.state', '=', 'OPEN')
          .as('search_ends_at'),
    ])
    .where('service_status', 'in', searchingServiceStatuses)
  if (cityId) q = q.where('city_id', '=', cityId)
  return q.orderBy('waiting_since').orderBy('order_id').limit(most).execute()
}
