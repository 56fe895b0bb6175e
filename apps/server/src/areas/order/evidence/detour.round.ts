import type { Platform } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'

/** Trips of so many days, of them the latest; fewer say nothing of a city. */
const DAYS = 60
const MOST = 3_000
const QUOTE_DAYS = 14
const LEAST = 50
/** Shorter ones begin and end in a car park. */
const STRAIGHT_M = 1_000
/** What no city has is a fault of what was measured. */
const BETWEEN = [105, 250] as const

/** The straight metres between two places, as `metresBetween` has them. */
const straight = (latA: string, lngA: string, latB: string, lngB: string) =>
  `6371000 * 2 * asin(least(1, sqrt(power(sin(radians(${latB} - ${latA}) / 2), 2) + cos(radians(${latA})) * cos(radians(${latB})) * power(sin(radians(${lngB} - ${lngA}) / 2), 2))))`

/**
 * How much longer than the straight line streets are, in each city: the median of its latest trips with an unbroken track, from where the driver
 * departed to where they ended; where there are too few, of ways that a service gave for quotes. A city with neither keeps what it has.
 */
export async function measureDetours({ db, roads }: Pick<Platform, 'db' | 'roads'>): Promise<number> {
  const { rowCount } = await db.platform.query(
    `with trips as (
       select a.tenant_id, a.city_id, count(*) as samples, percentile_cont(0.5) within group (order by t.driven_m / t.straight_m) as ratio
       from tenant_cities a cross join lateral (
         select o.distance_m as driven_m, ${straight('d.lat', 'd.lng', 'e.lat', 'e.lng')} as straight_m
         from orders o
         join lateral (select lat, lng from order_events v where v.tenant_id = o.tenant_id and v.order_id = o.order_id and v.event = 'depart' and v.lat is not null limit 1) d on true
         join lateral (select lat, lng from order_events v where v.tenant_id = o.tenant_id and v.order_id = o.order_id and v.event = 'end' and v.lat is not null limit 1) e on true
         where o.tenant_id = a.tenant_id and o.city_id = a.city_id and o.created_at > now() - make_interval(days => $1) and o.track_quality = 'GOOD'
         order by o.created_at desc limit $2) t
       where t.straight_m >= $4 group by 1, 2 having count(*) >= $3),
     ways as (
       select tenant_id, city_id, count(*) as samples, percentile_cont(0.5) within group (order by q.distance_m / q.straight_m) as ratio
       from (select tenant_id, city_id, distance_m, ${straight(...placeOf('pickup'), ...placeOf('dropoff'))} as straight_m
         from fee_quotes f where f.created_at > now() - make_interval(days => $7) and f.measured_by = 'ROAD') q
       where q.straight_m >= $4 group by 1, 2 having count(*) >= $3),
     measured as (
       select tenant_id, city_id, samples, ratio, 'TRIPS' as measured_from from trips
       union all
       select tenant_id, city_id, samples, ratio, 'ROADS' from ways w where not exists (select from trips t where t.tenant_id = w.tenant_id and t.city_id = w.city_id))
     insert into city_detours (tenant_id, city_id, detour_x100, measured_from, samples, measured_at)
     select tenant_id, city_id, least($6, greatest($5, round(ratio * 100)))::integer, measured_from, samples, now() from measured
     on conflict (tenant_id, city_id) do update set detour_x100 = excluded.detour_x100, measured_from = excluded.measured_from,
       samples = excluded.samples, measured_at = excluded.measured_at`,
    [DAYS, MOST, LEAST, STRAIGHT_M, ...BETWEEN, QUOTE_DAYS],
  )
  await roads.reload()
  return rowCount ?? 0
}

/** In a quote's trip, as JSON. */
function placeOf(place: 'pickup' | 'dropoff'): [string, string] {
  return [`(f.trip -> '${place}' ->> 'lat')::float8`, `(f.trip -> '${place}' ->> 'lng')::float8`]
}

export const detourRound: Round = { name: 'order.detours', everyS: 6 * 3_600, work: measureDetours }
