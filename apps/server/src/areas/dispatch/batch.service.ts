import type { DispatchParams } from '@chauffeur/contract/dispatch-settings'
import type { TenantDb } from '#platform/db'
import type { Platform } from '#platform/implement'
import { ordersInBatch, type WaitingRow } from './batch.queries.ts'
import { askFor, filterCandidates, seenOf } from './candidate.rules.ts'
import { statesOf } from './driver-state.queries.ts'
import { batchPolicy, type DispatchPolicy, type Match, type WaitingOrder } from './policy.rules.ts'
import { pickupEtaS } from './round.service.ts'
import { dispatchDefaults, radiusOf, roundAt } from './search.rules.ts'

type PlannedRow = Omit<WaitingRow, 'params'> & { params: DispatchParams }
export interface BatchPlan {
  /** Searches with an order that waits: all of them take a step, whether or not it is their time. */
  searchIds: ReadonlySet<string>
  match: Match
}
/** Looked at around a pick-up for each driver wanted: some of them will not be free. */
const LOOK_PER_CANDIDATE = 4

/**
 * Matches waiting orders of a city with its free drivers at once: all whose moment this is, which those of the searches that are `due` share
 * by gathering for as long. Only a plan: it is read without a lock, and each offer of it is made by the search's own step, which checks
 * everything again.
 */
export async function planBatch(
  db: TenantDb,
  platform: Platform,
  { tenantId, cityId, due }: { tenantId: string; cityId: string; due: ReadonlySet<string> },
  policy: DispatchPolicy = batchPolicy,
): Promise<BatchPlan> {
  const all = (await ordersInBatch(db, cityId)).map((row) => ({ ...row, params: { ...dispatchDefaults, ...row.params } }))
  const moments = new Set(all.filter((row) => due.has(row.search_id)).map((row) => row.params.batchS))
  const waiting = all.filter((row) => moments.has(row.params.batchS))
  if (!waiting.length) return { searchIds: new Set(), match: new Map() }
  const now = Date.now()
  const asks = await Promise.all(waiting.map((row) => askOf(platform, tenantId, cityId, row, now)))
  const ids = [...new Set(asks.flatMap(({ near }) => near.map(({ fix }) => fix.driverId)))]
  const states = ids.length ? await statesOf(db, tenantId, ids) : new Map()
  const orders: WaitingOrder[] = asks.map(({ row, near, ask }) => ({
    orderId: row.order_id,
    waitedS: row.waited_s,
    params: row.params,
    candidates: filterCandidates(
      near.flatMap(({ fix, distanceM }) => seenOf(fix, distanceM, states.get(fix.driverId), now)),
      ask,
    ).candidates.map(({ driverId, distanceM }) => ({ driverId, etaS: pickupEtaS(platform.settings, distanceM) })),
  }))
  const idleS = new Map<string, number>(
    [...states.values()].map((state) => [state.driver_id, (now - (state.idle_since?.getTime() ?? now)) / 1_000]),
  )
  return { searchIds: new Set(waiting.map((row) => row.search_id)), match: policy.match(orders.map(nearestFirst), idleS, dispatchDefaults) }
}

/** A driver who let an offer lapse is asked last elsewhere; what counts here is the distance alone. */
const nearestFirst = (order: WaitingOrder): WaitingOrder => ({ ...order, candidates: order.candidates.toSorted((a, b) => a.etaS - b.etaS) })

async function askOf(platform: Platform, tenantId: string, cityId: string, row: PlannedRow, now: number) {
  const { params } = row
  const radiusM = radiusOf(params, Math.max(row.round, roundAt(params, row.started_at.getTime(), now)))
  const limit = params.batchCandidates * LOOK_PER_CANDIDATE
  const near = await platform.positions.nearest(tenantId, row.pickup_lat, row.pickup_lng, radiusM, limit, (fix) => fix.cityId === cityId)
  const ask = askFor({
    params,
    radiusM,
    serviceType: row.service_type,
    refused: row.refused,
    lapsed: row.lapsed,
    blocked: row.blocked,
    team: row.team && new Set(row.team),
  })
  return { row, near, ask }
}
