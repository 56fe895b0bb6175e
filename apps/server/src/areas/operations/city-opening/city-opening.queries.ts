import { QUALIFIED } from '@chauffeur/contract/driver/file'
import { DEPT_TYPE } from '@chauffeur/contract/access/session'
import { inHandServiceStatuses, liveServiceStatuses, searchingServiceStatuses, SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { sql, type Updateable } from 'kysely'
import { servedArea, takesOrders } from '../city/index.ts'
import type { PlatformDb, TenantDb, TenantTx, WholeTx } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'
import type { DB } from '#platform/database/tables.generated'

export const cities = (db: TenantDb) => db.selectFrom('tenant_cities').innerJoin('cities', 'cities.city_id', 'tenant_cities.city_id')

export const listed = (rows: ReturnType<typeof cities>) =>
  rows.select([
    'cities.city_id',
    'cities.name',
    'cities.pinyin',
    'cities.utc_offset_minutes',
    ...servedArea,
    takesOrders.as('open'),
    'tenant_cities.org_id',
    'tenant_cities.closed_from',
    'tenant_cities.closed_until',
    'tenant_cities.closed_reason',
    'tenant_cities.version',
    'tenant_cities.updated_at',
    sql<string>`coalesce((select d.name from departments d where d.tenant_id = tenant_cities.tenant_id and d.dept_id = tenant_cities.org_id), '')`.as(
      'org_name',
    ),
    sql<number>`(select count(*)::int from drivers d where d.tenant_id = tenant_cities.tenant_id and d.city_id = tenant_cities.city_id and d.qualification = ${sql.lit(QUALIFIED)} and d.disabled_reason = '')`.as(
      'drivers_qualified',
    ),
    sql<number>`(select count(*)::int from drivers d where d.tenant_id = tenant_cities.tenant_id and d.city_id = tenant_cities.city_id and d.work_status <> 'OFFLINE')`.as(
      'drivers_on_duty',
    ),
    sql<number>`(select count(*)::int from orders o where o.tenant_id = tenant_cities.tenant_id and o.city_id = tenant_cities.city_id and o.service_status in ${listOf(liveServiceStatuses)})`.as(
      'live_orders',
    ),
  ])
export const listedCity = (db: TenantDb, cityId: string) =>
  listed(cities(db)).where('tenant_cities.city_id', '=', cityId).executeTakeFirstOrThrow()
export type ListedCity = Awaited<ReturnType<typeof listedCity>>

export const lockCity = (tx: TenantTx, cityId: string) =>
  tx.selectFrom('tenant_cities').selectAll().where('city_id', '=', cityId).forUpdate().executeTakeFirst()

export const updateCity = (tx: TenantTx, cityId: string, by: string, set: Updateable<DB['tenant_cities']>) =>
  tx
    .updateTable('tenant_cities')
    .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
    .where('city_id', '=', cityId)
    .execute()

/** Reference data that all tenants share: what is known stays as it is. */
export const addToCountry = (
  tx: TenantTx,
  city: { city_id: string; name: string; pinyin: string; lat: number; lng: number; utc_offset_minutes: number },
) =>
  tx
    .insertInto('cities')
    .values(city)
    .onConflict((on) => on.doNothing())
    .execute()
export const countryCity = (db: TenantDb, cityId: string) =>
  db.selectFrom('cities').selectAll().where('city_id', '=', cityId).executeTakeFirst()

/** Closed until it is opened; false where the tenant has it already. */
export const addToTenant = async (
  tx: TenantTx,
  city: { tenantId: string; cityId: string; orgId: string | null; lat: number | null; lng: number | null; by: string },
) =>
  (await tx
    .insertInto('tenant_cities')
    .values({
      tenant_id: city.tenantId,
      city_id: city.cityId,
      org_id: city.orgId,
      open: false,
      centre_lat: city.lat,
      centre_lng: city.lng,
      created_by: city.by,
      updated_by: city.by,
    })
    .onConflict((on) => on.doNothing())
    .returning('city_id')
    .executeTakeFirst()) !== undefined

/** The company of a new city, below headquarters, which serves the city from now on too; an own one of that name is taken. */
export async function companyOf(tx: WholeTx, city: { tenantId: string; cityId: string; name: string; by: string }): Promise<string | null> {
  const head = await tx
    .selectFrom('departments')
    .select(['dept_id', 'city_ids'])
    .where('parent_id', 'is', null)
    .where('dept_type', '=', DEPT_TYPE.headquarters)
    .orderBy('dept_id')
    .executeTakeFirst()
  if (!head) return null
  if (head.city_ids.length > 0 && !head.city_ids.includes(city.cityId))
    await tx
      .updateTable('departments')
      .set((eb) => ({
        city_ids: [...head.city_ids, city.cityId],
        version: eb('version', '+', 1),
        updated_at: sql<Date>`now()`,
        updated_by: city.by,
      }))
      .where('dept_id', '=', head.dept_id)
      .execute()
  const name = `${city.name}分公司`
  const known = await tx
    .selectFrom('departments')
    .select(['dept_id', 'dept_type'])
    .where('parent_id', '=', head.dept_id)
    .where('name', '=', name)
    .executeTakeFirst()
  if (known) return known.dept_type === DEPT_TYPE.organisation ? known.dept_id : null
  const made = await tx
    .insertInto('departments')
    .values({
      tenant_id: city.tenantId,
      parent_id: head.dept_id,
      name,
      dept_type: DEPT_TYPE.organisation,
      city_ids: [city.cityId],
      sort: sql<number>`(select coalesce(max(sort), 0) + 1 from departments where parent_id = ${head.dept_id})`,
      created_by: city.by,
      updated_by: city.by,
    })
    .returning('dept_id')
    .executeTakeFirstOrThrow()
  return made.dept_id
}

export interface Standing {
  running: number
  searching: number
  bookings: number
  firstBookingAt: Date | null
  driversOnDuty: number
}
/** What goes on in a city. */
export async function standingIn(db: TenantDb, cityId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select count(*) filter (where o.service_status in ${listOf(inHandServiceStatuses)})::int as running,
      count(*) filter (where o.service_status in ${listOf(searchingServiceStatuses)})::int as searching,
      count(*) filter (where o.service_status = ${sql.lit(S.created)})::int as bookings,
      min(o.book_time) filter (where o.service_status = ${sql.lit(S.created)}) as "firstBookingAt",
      (select count(*)::int from drivers d where d.city_id = ${cityId}::bigint and d.work_status <> 'OFFLINE') as "driversOnDuty"
    from orders o where o.city_id = ${cityId}::bigint and o.service_status in ${listOf(liveServiceStatuses)}`.execute(db)
  return rows[0]!
}

/** How many own places and teams a city has. */
export async function placesAndTeams(db: TenantDb, cityId: string): Promise<{ places: number; teams: number }> {
  const { rows } = await sql<{ places: number; teams: number }>`
    select (select count(*)::int from own_places where city_id = ${cityId}::bigint and enabled) as places,
      (select count(*)::int from order_teams where city_id = ${cityId}::bigint and enabled) as teams`.execute(db)
  return rows[0]!
}

/** A closing has begun or ended, and nobody was told. */
const isDue = sql<boolean>`(closed_from > told_at and closed_from <= now() or closed_until > told_at and closed_until <= now())`

export const dueCities = (tx: PlatformDb) => tx.selectFrom('tenant_cities').select(['tenant_id', 'city_id']).where(isDue).execute()

/** How the city stands now; nothing where somebody else has told of it meanwhile. */
export const noteTold = (tx: TenantTx, cityId: string) =>
  tx
    .updateTable('tenant_cities')
    .from('cities')
    .whereRef('cities.city_id', '=', 'tenant_cities.city_id')
    .set({ told_at: sql<Date>`now()` })
    .where('tenant_cities.city_id', '=', cityId)
    .where(isDue)
    .returning(['cities.name', takesOrders.as('open')])
    .executeTakeFirst()
