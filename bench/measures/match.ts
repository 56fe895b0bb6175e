import { matchBatch, matchNearest, type WaitingOrder } from '../../apps/server/src/areas/dispatch/engine/index.ts'
import { dispatchDefaults } from '../../apps/server/src/areas/dispatch/settings/index.ts'
import { roadsOf } from '../../apps/server/src/platform/geo/roads/roads.ts'
import type { MapServices } from '../../apps/server/src/platform/geo/services/services.ts'
import type { Database } from '../../apps/server/src/platform/database/db.ts'
import { metresBetween } from '../../apps/server/src/platform/live/positions.ts'
import { placeOf } from '../processes/feed.ts'
import { median, ms, percentile, printFigures } from '../report.ts'
import { home } from '../world.ts'

const SIZE = 500
const ROUNDS = 30
const PICKUP_MPS = 8
const DETOUR = 1.3

/** One batch of a city's peak: as many waiting orders as free drivers, matched for the least pick-up time in all; and one after the other. */
export async function match(): Promise<void> {
  await ways()
  const took: number[] = []
  const greedyTook: number[] = []
  const meanS: number[] = []
  const greedyMeanS: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const orders = cityAt(round)
    const idleS = new Map(Array.from({ length: SIZE }, (_, d) => [`${d}`, (d * 977) % 14_400]))
    const began = performance.now()
    const together = matchBatch(orders, idleS, dispatchDefaults)
    took.push(performance.now() - began)
    const greedyBegan = performance.now()
    const greedy = matchNearest(orders)
    greedyTook.push(performance.now() - greedyBegan)
    meanS.push(meanOf(orders, together))
    greedyMeanS.push(meanOf(orders, greedy))
  }
  printFigures(`match: ${SIZE} orders with ${SIZE} drivers, ${dispatchDefaults.batchCandidates} candidates each`, [
    {
      name: 'one batch',
      ours: `p50 ${ms(median(took))}, p99 ${ms(percentile(took, 99))}`,
      baseline: `nearest first: p50 ${ms(median(greedyTook))}`,
      target: '< 100 ms',
      met: percentile(took, 99) < 100,
    },
    {
      name: 'mean pick-up of those served',
      ours: `${median(meanS).toFixed(0)} s`,
      baseline: `nearest first: ${median(greedyMeanS).toFixed(0)} s`,
      ratio: median(meanS) / median(greedyMeanS),
    },
  ])
}

function cityAt(round: number): WaitingOrder[] {
  const drivers = Array.from({ length: SIZE }, (_, d) => ({ driverId: `${d}`, ...placeOf(d + round * 1_000, home) }))
  return Array.from({ length: SIZE }, (_, n) => {
    const at = placeOf(n * 3 + 500_000 + round * 1_000, home)
    const candidates = drivers
      .map(({ driverId, lat, lng }) => ({ driverId, etaS: (metresBetween(at.lat, at.lng, lat, lng) * DETOUR) / PICKUP_MPS }))
      .toSorted((a, b) => a.etaS - b.etaS)
      .slice(0, dispatchDefaults.batchCandidates)
    return { orderId: `${n}`, waitedS: n % 60, candidates }
  })
}

function meanOf(orders: readonly WaitingOrder[], matched: ReadonlyMap<string, string>): number {
  const etas = orders.flatMap(({ orderId, candidates }) => candidates.find(({ driverId }) => driverId === matched.get(orderId))?.etaS ?? [])
  return etas.reduce((sum, etaS) => sum + etaS, 0) / etas.length
}

const WAYS_PER_ORDER = dispatchDefaults.batchCandidates * 2
const WAY_ROUNDS = 9
/** An engine that answers at once: what is measured is the tick, which never waits for one. */
const engine = {
  provider: 'VALHALLA',
  allowed: true,
  asking: {
    get: ({ query }: { query: { json: string } }) => {
      const { sources } = JSON.parse(query.json) as { sources: unknown[] }
      return Promise.resolve({ sources_to_targets: { distances: sources.map(() => [3]), durations: sources.map(() => [500]) } })
    },
  },
}

/** What looking up the ways of such a batch costs its tick: with no service, with nothing known yet, which is asked for behind, and with all of it known. */
async function ways(): Promise<void> {
  const took = { none: [] as number[], unknown: [] as number[], known: [] as number[] }
  const city = { tenantId: '1', cityId: home.cityId }
  const made = (services: unknown[]) =>
    roadsOf({
      db: {} as Database,
      maps: { of: () => Promise.resolve(services) } as unknown as MapServices,
      settings: { detourX100: 135, tripMps: 9, roadBatchesADay: 1_000 },
      log: { warn: () => {} },
    })
  for (let round = 0; round < WAY_ROUNDS; round++) {
    const orders = Array.from({ length: SIZE }, (_, n) => placeOf(n * 3 + 500_000 + round * 1_000, home))
    const drivers = Array.from({ length: WAYS_PER_ORDER }, (_, d) => placeOf(d + round * 1_000, home))
    const [without, roads] = [made([]), made([engine])]
    const look = (of: typeof roads) => {
      const began = performance.now()
      for (const order of orders) {
        const wayFrom = of.toward(city, order)
        for (const driver of drivers) wayFrom(driver)
      }
      return performance.now() - began
    }
    look(without)
    await without.settled()
    took.none.push(look(without))
    took.unknown.push(look(roads))
    // A turn takes in so many pairs and no more.
    for (let turn = 0; turn < 10; turn++) {
      await roads.settled()
      look(roads)
    }
    await roads.settled()
    took.known.push(look(roads))
    without.stop()
    roads.stop()
  }
  const figure = (name: string, of: number[]) => ({ name, ours: `p50 ${ms(median(of))}`, ratio: median(of) / median(took.none) })
  printFigures(`ways: ${SIZE} orders, ${WAYS_PER_ORDER} drivers each, looked up in a tick; ratio to no service at all`, [
    figure('no service', took.none),
    figure('nothing known', took.unknown),
    figure('all known', took.known),
  ])
}
