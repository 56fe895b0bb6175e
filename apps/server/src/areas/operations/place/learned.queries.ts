import { sql } from 'kysely'
import type { PlatformDb, TenantDb, WholeTx } from '#platform/database/db'
import type { LatLng } from '#platform/values/geo'

/** So many different customers make a pick-up everybody's. */
const SHARED_BY = 3
/** Some 30 m. */
const CELL = { lat: 0.00027, lng: 0.0003 }
/** Somebody who waits so far from the asked pick-up, in degrees (some 500 m), was met somewhere else. */
const ASKED = { lat: 0.0045, lng: 0.0052 }

export const tenantIds = async (tx: PlatformDb): Promise<string[]> =>
  (await tx.selectFrom('tenants').select('tenant_id').execute()).map(({ tenant_id }) => tenant_id)

/**
 * Learns from the next trips that ended, at most `limit`, and notes the last of them in the same transaction; returns how many. Where somebody
 * was met is where their driver stood on arriving and on setting off.
 */
export async function learnFromTrips(tx: WholeTx, tenantId: string, limit: number, keepDays: number): Promise<number> {
  await sql`insert into pickup_learning (tenant_id, ended_at, order_id) values (${tenantId}, now() - make_interval(days => ${keepDays}), 0)
    on conflict do nothing`.execute(tx)
  // Held until the end: another process must not learn from the same trips.
  await sql`select from pickup_learning where tenant_id = ${tenantId} for update`.execute(tx)
  const { rows } = await sql<{ trips: number }>`
    with due as materialized (
      select o.order_id, o.ended_at, o.city_id, o.customer_id, o.pickup_address, o.pickup_lat, o.pickup_lng
      from pickup_learning l join orders o on o.tenant_id = l.tenant_id and (o.ended_at, o.order_id) > (l.ended_at, l.order_id)
      where l.tenant_id = ${tenantId} and o.depart_at is not null and o.ended_at is not null and o.ended_at < now() - interval '5 minutes'
      order by o.ended_at, o.order_id limit ${limit}),
    met as (
      select d.order_id, avg(e.lat) as lat, avg(e.lng) as lng
      from due d join order_events e on e.tenant_id = ${tenantId} and e.order_id = d.order_id and e.event in ('arrive', 'depart')
      where e.lat is not null and e.lng is not null
      group by d.order_id),
    learned as (
      select d.city_id, floor(m.lat / ${CELL.lat})::int as cell_lat, floor(m.lng / ${CELL.lng})::int as cell_lng, d.customer_id,
        avg(m.lat) as lat, avg(m.lng) as lng, count(*)::int as trips, (array_agg(d.pickup_address order by d.ended_at desc))[1] as address,
        max(d.ended_at) as last_at
      from met m join due d using (order_id)
      where d.pickup_lat is null or (abs(m.lat - d.pickup_lat) < ${ASKED.lat} and abs(m.lng - d.pickup_lng) < ${ASKED.lng})
      group by d.city_id, cell_lat, cell_lng, d.customer_id),
    kept as (
      insert into learned_pickups as l (tenant_id, city_id, cell_lat, cell_lng, customer_id, lat, lng, trips, address, last_at)
      select ${tenantId}::bigint, city_id, cell_lat, cell_lng, customer_id, lat, lng, trips, address, last_at from learned
      on conflict (tenant_id, cell_lat, cell_lng, customer_id) do update set
        lat = (l.lat * l.trips + excluded.lat * excluded.trips) / (l.trips + excluded.trips),
        lng = (l.lng * l.trips + excluded.lng * excluded.trips) / (l.trips + excluded.trips),
        trips = l.trips + excluded.trips, address = excluded.address, last_at = greatest(l.last_at, excluded.last_at)),
    noted as (
      update pickup_learning l set ended_at = last.ended_at, order_id = last.order_id
      from (select ended_at, order_id from due order by ended_at desc, order_id desc limit 1) last where l.tenant_id = ${tenantId})
    select count(*)::int as trips from due`.execute(tx)
  return rows[0]!.trips
}

export interface LearnedRow {
  /** Which of the points asked about, from 0. */
  at: number
  lat: number
  lng: number
  trips: number
  name: string
}

/**
 * Cells around points: those that enough customers share, as all of them make it, and those of one customer, as that customer alone does. A
 * shared one is called by an address only where enough of them typed it.
 */
export async function learnedAround(
  db: TenantDb,
  points: readonly LatLng[],
  { customerId, highDeg, wideDeg }: { customerId: string | null; highDeg: number; wideDeg: number },
): Promise<LearnedRow[]> {
  const { rows } = await sql<LearnedRow>`
    select p.at::int - 1 as at, cell.lat, cell.lng, cell.trips::int as trips, coalesce(cell.name, '') as name
    from unnest(${points.map(({ lat }) => lat)}::float8[], ${points.map(({ lng }) => lng)}::float8[]) with ordinality as p (lat, lng, at)
    cross join lateral (
      select case when shared then lat / trips else own_lat / own_trips end as lat, case when shared then lng / trips else own_lng / own_trips end as lng,
        case when shared then trips else own_trips end as trips, case when shared then called else own_address end as name
      from (
        select sum(customers) >= ${SHARED_BY} as shared, sum(lat) as lat, sum(lng) as lng, sum(trips) as trips,
          sum(own_lat) as own_lat, sum(own_lng) as own_lng, sum(own_trips) as own_trips, max(own_address) as own_address,
          (array_agg(address order by customers desc, address) filter (where customers >= ${SHARED_BY}))[1] as called
        from (
          select cell_lat, cell_lng, address, count(*) as customers, sum(lat * trips) as lat, sum(lng * trips) as lng, sum(trips) as trips,
            sum(lat * trips) filter (where own) as own_lat, sum(lng * trips) filter (where own) as own_lng, sum(trips) filter (where own) as own_trips,
            max(address) filter (where own) as own_address
          from (
            select *, customer_id = ${customerId ?? '0'}::bigint as own from learned_pickups
            where cell_lat between floor((p.lat - ${highDeg}) / ${CELL.lat})::int and floor((p.lat + ${highDeg}) / ${CELL.lat})::int
              and cell_lng between floor((p.lng - ${wideDeg}) / ${CELL.lng})::int and floor((p.lng + ${wideDeg}) / ${CELL.lng})::int) l
          group by cell_lat, cell_lng, address) by_address
        group by cell_lat, cell_lng) by_cell
      where shared or own_trips > 0) cell`.execute(db)
  return rows
}
