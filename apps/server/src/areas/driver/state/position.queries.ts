import type { Database } from '#platform/database/db'
import type { Fix } from '#platform/live/positions'
import { inHandServiceStatuses } from '@chauffeur/contract/order/model'

const IN_HAND = inHandServiceStatuses.join(', ')

const at = (ms: number | null) => (ms === null ? null : new Date(ms))

/** One row per driver; an older fix never replaces a newer one. Across tenants, as the platform. */
export async function savePositions(db: Database, fixes: readonly Fix[]): Promise<void> {
  await db.platform.query({
    name: 'save-positions',
    text: `
      insert into driver_positions (tenant_id, driver_id, lat, lng, heading_deg, speed_mps, accuracy_m, device_at, received_at)
      select * from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[], $5::smallint[], $6::real[], $7::int[], $8::timestamptz[], $9::timestamptz[]) order by 1, 2
      on conflict (tenant_id, driver_id) do update set lat = excluded.lat, lng = excluded.lng, heading_deg = excluded.heading_deg, speed_mps = excluded.speed_mps,
        accuracy_m = excluded.accuracy_m, device_at = excluded.device_at, received_at = excluded.received_at
      where driver_positions.received_at <= excluded.received_at`,
    values: [
      fixes.map((fix) => fix.tenantId),
      fixes.map((fix) => fix.driverId),
      fixes.map((fix) => fix.lat),
      fixes.map((fix) => fix.lng),
      fixes.map((fix) => fix.headingDeg),
      fixes.map((fix) => fix.speedMps),
      fixes.map((fix) => fix.accuracyM),
      fixes.map((fix) => at(fix.deviceAt)),
      fixes.map((fix) => at(fix.receivedAt)),
    ],
  })
}

/** Where drivers were last seen, of one city or of all, no older than `maxAgeS`. */
export async function lastPositions(db: Database, cityId: string | null, maxAgeS: number): Promise<Fix[]> {
  const { rows } = await db.platform.query<{
    tenant_id: string
    driver_id: string
    city_id: string
    lat: number
    lng: number
    heading_deg: number | null
    speed_mps: number | null
    accuracy_m: number | null
    device_at: Date | null
    received_at: Date
  }>(
    `select p.*, d.city_id from driver_positions p join drivers d on d.tenant_id = p.tenant_id and d.driver_id = p.driver_id
     where ($1::bigint is null or d.city_id = $1) and p.received_at > now() - make_interval(secs => $2)`,
    [cityId, maxAgeS],
  )
  return rows.map((row) => ({
    driverId: row.driver_id,
    tenantId: row.tenant_id,
    cityId: row.city_id,
    lat: row.lat,
    lng: row.lng,
    headingDeg: row.heading_deg,
    speedMps: row.speed_mps,
    accuracyM: row.accuracy_m,
    deviceAt: row.device_at?.getTime() ?? null,
    receivedAt: row.received_at.getTime(),
  }))
}

/** Fixes of drivers with an order become points of it, each once by the device's time; the others belong to no order and are dropped. */
export async function saveTrackPoints(db: Database, fixes: readonly TrackedFix[]): Promise<void> {
  await db.platform.query({
    name: 'save-track-points',
    text: `
      insert into track_points (tenant_id, order_id, at, lat, lng, accuracy_m, device_at)
      select o.tenant_id, o.order_id, p.at, p.lat, p.lng, p.accuracy_m, p.device_at
      from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::float8[], $5::float8[], $6::int[], $7::timestamptz[]) as p (tenant_id, driver_id, at, lat, lng, accuracy_m, device_at)
      join orders o on o.tenant_id = p.tenant_id and o.driver_id = p.driver_id and o.service_status in (${IN_HAND})
      where p.at >= o.accepted_at and (o.ended_at is null or p.at <= o.ended_at)
      on conflict do nothing`,
    values: [
      fixes.map((fix) => fix.tenantId),
      fixes.map((fix) => fix.driverId),
      fixes.map((fix) => new Date(fix.takenAt)),
      fixes.map((fix) => fix.lat),
      fixes.map((fix) => fix.lng),
      fixes.map((fix) => fix.accuracyM),
      fixes.map((fix) => (fix.deviceAt === null ? null : new Date(fix.deviceAt))),
    ],
  })
}

export interface TrackedFix extends Fix {
  /** ms on the server's clock. */
  takenAt: number
}
