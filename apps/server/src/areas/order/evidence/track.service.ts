import type { orderTrack, TrackPhase } from '@chauffeur/contract/order/track'
import type * as z from 'zod'
import { findOrder, gapFillsOf, type OrderRowDb, pickupPoint } from '../model/index.ts'
import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { metresBetween } from '#platform/live/positions'
import { filledView } from './gap-fill.service.ts'
import { trackOf } from './track.queries.ts'
import { trackDistance } from './track.rules.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Where the driver of an order went, for the replay on the map; null when the order is not there within the scope. */
export async function orderTrackOf(db: TenantDb, orderId: string, platform: Platform): Promise<z.input<typeof orderTrack> | null> {
  const order = await findOrder(db, orderId)
  if (!order) return null
  const points = await trackOf(db, orderId)
  const { depart_at: departAt, ended_at: endedAt } = order
  const track =
    departAt &&
    trackDistance({
      departAt: departAt.getTime(),
      endedAt: (endedAt ?? order.cancelled_at ?? new Date()).getTime(),
      points,
      pickup: pickupPoint(order),
      end: points.at(-1) ?? null,
      quotedM: null,
      detourX100: platform.roads.detourX100({ tenantId: order.tenant_id, cityId: order.city_id }),
      filled: gapFillsOf(order)?.gaps ?? [],
      metres: metresBetween,
    })
  const final = order.track_quality !== null
  return {
    orderId,
    datum: 'WGS84',
    points: points.map(({ at, lat, lng, accuracyM }) => ({ at: iso(at), lat, lng, accuracyM, phase: phaseOf(order, at) })),
    gaps: (track?.gaps ?? []).map(({ from, to, straightM, filledM }) => ({
      from: iso(from),
      to: iso(to),
      seconds: Math.round((to - from) / 1000),
      straightM,
      filledM,
    })),
    departAt: departAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    distanceM: final ? order.distance_m : (track?.distanceM ?? null),
    quality: final ? order.track_quality : (track?.quality ?? null),
    final,
    gapS: track?.gapS ?? 0,
    gapM: track?.gapM ?? 0,
    filled: filledView(order),
  }
}

const phaseOf = ({ arrived_at, depart_at }: OrderRowDb, at: number): TrackPhase =>
  depart_at && at >= depart_at.getTime() ? 'TRIP' : arrived_at && at >= arrived_at.getTime() ? 'WAITING' : 'TO_PICKUP'
