import { inHandServiceStatuses } from '@chauffeur/contract/order/model'
import { type Selectable, sql } from 'kysely'
import type { OrderRowDb } from '../model/index.ts'
import type { Database, TenantDb, TenantTx } from '#platform/database/db'
import type { Fix } from '#platform/live/positions'
import type { TrackPoints } from '#platform/database/tables.generated'
import type { Traced } from '#areas/driver/state'
import { mergeTracks, openTrack, sealTrack } from './track-code.rules.ts'

const IN_HAND = inHandServiceStatuses.join(', ')

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
  const sealed = await findSealed(db, orderId)
  const points = rows.map(tracedOf)
  return sealed ? mergeTracks(openTrack(sealed), points) : points
}

const tracedOf = ({ at, lat, lng, accuracy_m }: Pick<Selectable<TrackPoints>, 'at' | 'lat' | 'lng' | 'accuracy_m'>): Traced => ({
  at: at.getTime(),
  lat,
  lng,
  accuracyM: accuracy_m,
})

async function findSealed(db: TenantDb, orderId: string) {
  const row = await db.selectFrom('order_tracks').select(['first_at', 'path', 'times']).where('order_id', '=', orderId).executeTakeFirst()
  return row && { firstAt: row.first_at.getTime(), path: row.path, times: row.times }
}

/** Orders that are over and still have their points as rows, across tenants. Points of live orders are stepped over, not read. */
export async function tracksToSeal(db: Database, except: string[], limit: number): Promise<{ tenantId: string; orderId: string }[]> {
  const { rows } = await db.platform.query<{ tenantId: string; orderId: string }>({
    name: 'tracks-to-seal',
    text: `
      with recursive held as (
        (select tenant_id, order_id from track_points order by tenant_id, order_id limit 1)
        union all
        select next.tenant_id, next.order_id from held cross join lateral (
          select tenant_id, order_id from track_points t where (t.tenant_id, t.order_id) > (held.tenant_id, held.order_id)
          order by tenant_id, order_id limit 1) next)
      select o.tenant_id as "tenantId", o.order_id as "orderId" from held
      join orders o on o.tenant_id = held.tenant_id and o.order_id = held.order_id
      where o.service_status not in (${IN_HAND}) and o.status_since < now() - interval '5 seconds' and o.order_id <> all ($1::bigint[]) limit $2`,
    values: [except, limit],
  })
  return rows
}

/** Takes an order's rows out and puts what they said into its sealed track; the number of points it then has, 0 where nothing was left to do. */
export async function sealTrackOf(tx: TenantTx, { tenantId, orderId }: { tenantId: string; orderId: string }): Promise<number> {
  const rows = await tx.deleteFrom('track_points').where('order_id', '=', orderId).returning(['at', 'lat', 'lng', 'accuracy_m']).execute()
  if (!rows.length) return 0
  const earlier = await findSealed(tx, orderId)
  const { firstAt, ...sealed } = sealTrack(mergeTracks(earlier ? openTrack(earlier) : [], rows.map(tracedOf)))
  const set = { ...sealed, first_at: new Date(firstAt) }
  await tx
    .insertInto('order_tracks')
    .values({ tenant_id: tenantId, order_id: orderId, ...set })
    .onConflict((on) => on.columns(['tenant_id', 'order_id']).doUpdateSet({ ...set, sealed_at: sql<Date>`now()` }))
    .execute()
  return sealed.points
}
