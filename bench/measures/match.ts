import { matchBatch, matchNearest, type WaitingOrder } from '../../apps/server/src/areas/dispatch/engine/index.ts'
import { dispatchDefaults } from '../../apps/server/src/areas/dispatch/settings/index.ts'
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
