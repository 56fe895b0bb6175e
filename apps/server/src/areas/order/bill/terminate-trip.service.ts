import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { type Actor, type GapFills, moveOrder, type OrderRowDb, pickupPoint } from '../model/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { metresBetween } from '#platform/live/positions'
import { fileEnded } from './bill.service.ts'
import { releaseOrder } from '#areas/dispatch/search'
import { keptFills, trackDistance } from '../evidence/index.ts'
import { trackOf } from '../evidence/index.ts'

interface Termination {
  billing: 'TRAVELLED' | 'NOTHING'
  /** What was found for the gaps of its track before the order was locked. */
  fills: GapFills | null
  actor: Actor & { id: string }
  reason: string
  payload: object
  requestId: string
  notBooked: () => never
}
export interface Terminated {
  order: OrderRowDb
  lines: { type: string; label: string; amountFen: number }[]
}

/**
 * Ends a trip under way for good. The caller has locked the order and knows that it may be terminated. The driver is free, offers of the
 * order are withdrawn, and the booking says where it stands.
 */
export async function terminateTrip(tx: TenantTx, order: OrderRowDb, platform: Platform, end: Termination): Promise<Terminated | null> {
  const { actor, reason, payload, requestId } = end
  const set = { cancel_actor: 'OPERATOR', cancel_reason: reason, updated_by: actor.id }
  const ended = order.service_status === S.driving ? await cutShort(tx, order, platform, end.fills) : {}
  const filed =
    end.billing === 'TRAVELLED'
      ? await fileEnded(
          tx,
          { ...order, ...ended },
          {
            extras: [],
            cashCollected: false,
            source: 'OPERATOR',
            event: 'terminate',
            actor,
            reason,
            payload,
            requestId,
            set: { ...set, ...ended },
            notBooked: end.notBooked,
          },
        )
      : await notBilled(moveOrder(tx, order, { event: 'terminate', actor, reason, payload, requestId, set: { ...set, ...ended } }))
  if (!filed) return null
  await releaseOrder(tx, order)
  return { order: filed.order, lines: filed.lines }
}

const notBilled = async (moving: Promise<OrderRowDb | null>) => {
  const order = await moving
  return order && { order, lines: [] }
}

/** What was driven until now, by the trace. */
async function cutShort(tx: TenantTx, order: OrderRowDb, platform: Platform, fills: GapFills | null) {
  const endedAt = new Date()
  const fix = order.driver_id ? platform.positions.get(order.driver_id) : undefined
  const { distanceM, quality, gaps } = trackDistance({
    departAt: order.depart_at!.getTime(),
    endedAt: endedAt.getTime(),
    points: await trackOf(tx, order.order_id),
    pickup: pickupPoint(order),
    // A place from before the trip says nothing of where it ended.
    end: fix && fix.receivedAt >= order.depart_at!.getTime() ? { lat: fix.lat, lng: fix.lng } : null,
    // It ended on the way: what was quoted for the whole of it says nothing.
    quotedM: null,
    detourX100: platform.roads.detourX100({ tenantId: order.tenant_id, cityId: order.city_id }),
    filled: fills?.gaps ?? [],
    metres: metresBetween,
  })
  return { ended_at: endedAt, distance_m: distanceM, track_quality: quality, gap_fills: keptFills(fills, gaps) }
}
