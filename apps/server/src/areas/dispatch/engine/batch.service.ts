import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import type { WholeDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { ordersInBatch, type WaitingRow } from './batch.queries.ts'
import { driversAround } from './around.service.ts'
import { askFor, filterCandidates, goesInTurn, seenOf } from './candidate.rules.ts'
import { statesOf } from '#areas/driver/state'
import { batchPolicy, type DispatchPolicy, type Match, type WaitingOrder } from './policy.rules.ts'
import { pickupWays } from './round.service.ts'
import { turnsFrom } from '../search/index.ts'
import { roundAt, EVERYBODY } from '../search/index.ts'
import { dispatchDefaults, radiusOf } from '../settings/index.ts'

type PlannedRow = Omit<WaitingRow, 'params'> & { params: DispatchParams }
export interface BatchPlan {
  /** Searches with an order that waits: all of them take a step, whether or not it is their time. */
  searchIds: ReadonlySet<string>
  match: Match
}
/** Looked at around a pick-up for each driver wanted: some of them will not be free. Where too few are, up to `FAR` in all. */
const LOOK_PER_CANDIDATE = 4
const FAR = 500
/** The nearest by the straight line, of whom streets make those that are wanted: some are beyond a river. */
const ROADS_PER_CANDIDATE = 2

/**
 * Matches waiting orders of a city with its free drivers at once: all whose moment this is, which those of the searches that are `due` share
 * by gathering for as long. Only a plan: it is read without a lock, and each offer of it is made by the search's own step, which checks
 * everything again.
 */
export async function planBatch(
  db: WholeDb,
  platform: Platform,
  { tenantId, cityId, due }: { tenantId: string; cityId: string; due: ReadonlySet<string> },
  policy: DispatchPolicy = batchPolicy,
): Promise<BatchPlan> {
  const all = (await ordersInBatch(db, cityId)).map((row) => ({ ...row, params: { ...dispatchDefaults, ...row.params } }))
  const moments = new Set(all.filter((row) => due.has(row.search_id)).map((row) => row.params.batchS))
  const waiting = all.filter((row) => moments.has(row.params.batchS))
  if (!waiting.length) return { searchIds: new Set(), match: new Map() }
  const now = Date.now()
  const states: Awaited<ReturnType<typeof statesOf>> = new Map()
  const look = async (rows: readonly PlannedRow[], limitOf: (row: PlannedRow) => number) => {
    const asks = await Promise.all(rows.map((row) => askOf(platform, { tenantId, cityId }, row, now, limitOf(row))))
    const ids = [...new Set(asks.flatMap(({ near }) => near.map(({ fix }) => fix.driverId)))].filter((id) => !states.has(id))
    if (ids.length) for (const [driverId, state] of await statesOf(db, tenantId, ids)) states.set(driverId, state)
    return asks.map(({ row, near, full, ask }) => ({
      row,
      full,
      inTurn: goesInTurn(ask),
      candidates: filterCandidates(
        near.flatMap(({ fix, distanceM }) => seenOf(fix, distanceM, states.get(fix.driverId), now)),
        ask,
      ).candidates,
    }))
  }
  const near = await look(waiting, ({ params }) => params.batchCandidates * LOOK_PER_CANDIDATE)
  const crowded = near.filter(({ row, full, candidates }) => full && candidates.length < row.params.batchCandidates)
  const far = new Map(
    (
      await look(
        crowded.map(({ row }) => row),
        () => FAR,
      )
    ).map((one) => [one.row, one]),
  )
  const orders: WaitingOrder[] = near.map((one) => {
    const wayOf = pickupWays(platform, { tenant_id: tenantId, city_id: cityId, ...one.row })
    const { candidates } = far.get(one.row) ?? one
    const looked = one.inTurn ? candidates : candidates.slice(0, one.row.params.batchCandidates * ROADS_PER_CANDIDATE)
    return {
      orderId: one.row.order_id,
      waitedS: one.row.waited_s,
      priority: one.row.priority,
      inTurn: one.inTurn,
      params: one.row.params,
      candidates: looked.map((candidate) => ({
        driverId: candidate.driverId,
        etaS: wayOf(candidate).etaS,
        dispatchWeight: candidate.dispatchWeight,
      })),
    }
  })
  const idleS = new Map<string, number>(
    [...states.values()].map((state) => [state.driver_id, (now - (state.idle_since?.getTime() ?? now)) / 1_000]),
  )
  return { searchIds: new Set(waiting.map((row) => row.search_id)), match: policy.match(orders.map(nearestFirst), idleS, dispatchDefaults) }
}

/** A driver who let an offer lapse is asked last elsewhere; what counts here is the distance alone, but for a team's turns. */
const nearestFirst = (order: WaitingOrder): WaitingOrder =>
  order.inTurn ? order : { ...order, candidates: order.candidates.toSorted((a, b) => a.etaS - b.etaS) }

async function askOf(
  platform: Platform,
  { tenantId, cityId }: { tenantId: string; cityId: string },
  row: PlannedRow,
  now: number,
  limit: number,
) {
  const { params } = row
  const radiusM = radiusOf(params, Math.max(row.round, roundAt(params, row.started_at.getTime(), now)))
  const ask = askFor({
    params,
    radiusM,
    serviceType: row.service_type,
    refused: row.refused,
    lapsed: row.lapsed,
    blocked: row.blocked,
    ...(row.of_team ? turnsFrom(row.turns, row.opens) : EVERYBODY),
  })
  const around = { tenantId, cityId, lat: row.pickup_lat, lng: row.pickup_lng, reachM: radiusM }
  return { row, ask, ...(await driversAround(platform, around, limit, ask)) }
}
