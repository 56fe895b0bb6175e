import type { OrderRowDb } from '#areas/order'
import type { Database, TenantDb, TenantTx } from '#platform/db'
import type { Fix } from '#platform/positions'
import type { Traced } from './position.rules.ts'

export interface TrackedFix extends Fix {
  /** ms on the server's clock. */
  takenAt: number
}

/** Fixes of drivers with an order become points of it; the others belong to no order and are dropped. */
export async function saveTrackPoints(db: Database, fixes: readonly TrackedFix[]): Promise<void> {
  await db.platform.query({
    name: 'save-track-points',
    text: `
      insert into track_points (tenant_id, order_id, at, lat, lng, accuracy_m)
      select o.tenant_id, o.order_id, p.at, p.lat, p.lng, p.accuracy_m
      from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::float8[], $5::float8[], $6::int[]) as p (tenant_id, driver_id, at, lat, lng, accuracy_m)
      join orders o on o.tenant_id = p.tenant_id and o.driver_id = p.driver_id and o.service_status in (301, 302, 303, 304)
      where p.at >= o.accepted_at and (o.ended_at is null or p.at <= o.ended_at)
      on conflict do nothing`,
    values: [
      fixes.map((fix) => fix.tenantId),
      fixes.map((fix) => fix.driverId),
      fixes.map((fix) => new Date(fix.takenAt)),
      fixes.map((fix) => fix.lat),
      fixes.map((fix) => fix.lng),
      fixes.map((fix) => fix.accuracyM),
    ],
  })
}

/** The two ends of a trip's trace: where the driver was when it began or ended. */
export const addTrackPoint = (tx: TenantTx, order: OrderRowDb, at: Date, fix: Fix) =>
  tx
    .insertInto('track_points')
    .values({ tenant_id: order.tenant_id, order_id: order.order_id, at, lat: fix.lat, lng: fix.lng, accuracy_m: fix.accuracyM })
    .onConflict((on) => on.doNothing())
    .execute()

/** An order's points from acceptance on, in the order they were taken. */
export async function trackOf(db: TenantDb, orderId: string): Promise<Traced[]> {
  const rows = await db
    .selectFrom('track_points')
    .select(['at', 'lat', 'lng', 'accuracy_m'])
    .where('order_id', '=', orderId)
    .orderBy('at')
    .execute()
  return rows.map(({ at, lat, lng, accuracy_m }) => ({ at: at.getTime(), lat, lng, accuracyM: accuracy_m }))
}
