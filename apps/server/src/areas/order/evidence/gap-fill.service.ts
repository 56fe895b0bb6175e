import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import type { FilledGaps } from '@chauffeur/contract/order/track'
import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { billedFills, filledMetres, findOrder, type GapFill, type GapFills, type OrderRowDb } from '../model/index.ts'
import { trackOf } from './track.queries.ts'
import { gapsBetween, missingAt, passable } from './track.rules.ts'

/** A trip with more of them says too little anyway. */
const MOST = 20

/**
 * Asks for the streets where a trip under way has no fix, for whoever is about to end it: before the order is locked, and for
 * a moment only. What does not come in time counts as the straight line, now and for ever.
 */
export async function askForGaps(db: TenantDb, { roads, settings }: Platform, tenantId: string, orderId: string): Promise<GapFills | null> {
  const order = await findOrder(db, orderId)
  if (order?.service_status !== SERVICE_STATUS.driving || !order.depart_at) return null
  const points = (await trackOf(db, orderId)).filter(({ at }) => at >= order.depart_at!.getTime())
  const gaps = gapsBetween(points).slice(0, MOST)
  if (!gaps.length) return null
  const given = await roads.fill(
    tenantId,
    gaps.map((gap) => missingAt(points, gap)),
    settings.roadWaitMs.trip,
  )
  if (!given) return null
  const filled = gaps.flatMap((gap, index) => {
    const metres = given.metres[index] ?? null
    return metres !== null && passable(gap, metres) ? [{ ...gap, metres }] : []
  })
  return filled.length ? { provider: given.provider, gaps: filled } : null
}

/** Of these what the distance was made of, as it is kept with the order. */
export const keptFills = (fills: GapFills | null, gaps: readonly { from: number; to: number; filledM: number | null }[]): string | null => {
  const used = gaps.flatMap(({ from, to, filledM }): GapFill[] => (filledM === null ? [] : [{ from, to, metres: filledM }]))
  return fills && used.length ? JSON.stringify({ provider: fills.provider, gaps: used } satisfies GapFills) : null
}

/** As it is said beside the distance. */
export function filledView(order: Pick<OrderRowDb, 'gap_fills' | 'track_quality'>): FilledGaps | null {
  const fills = billedFills(order)
  return fills && { provider: fills.provider, gaps: fills.gaps.length, metres: filledMetres(order)! }
}
