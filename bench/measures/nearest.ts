import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { inProcessPositions } from '../../apps/server/src/platform/live/positions.ts'
import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { load } from '../load.ts'
import { type Crowd, placeOf, startFeed } from '../processes/feed.ts'
import { type Figure, median, ms, percentile, perSecond, printFigures } from '../report.ts'
import { addCities, addDrivers, addOperator, addTenant, home } from '../world.ts'

const SIZES = [10_000, 100_000]
const FEED_PER_S = 5_000
const TARGET_P99_MS = 5
const NEAREST = 20
/** As for `positions`: what a start has to do for drivers who come in all at once is left out. */
const STARTED_S = 30
const RADIUS_M = 5_000

/** The nearest drivers while positions stream in: over HTTP as the order desk asks, and of the index alone. */
export async function nearest(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('nearest')
  await addCities(owner)
  const crowds: { crowd: Crowd; token: string }[] = []
  for (const size of SIZES) {
    const tenant = await addTenant(owner, `${size} 司机`)
    const driverIds = await addDrivers(owner, tenant, home.cityId, size)
    const crowd = { tenantId: tenant.tenantId, cityId: home.cityId, driverIds, lat: home.lat, lng: home.lng, perS: FEED_PER_S }
    crowds.push({ crowd, token: await addOperator(owner, tenant) })
  }
  await owner.query('vacuum (analyze)')
  await owner.query('checkpoint')
  const figures: Figure[] = []
  for (const { crowd, token } of crowds) figures.push(...(await overHttp(ownerUrl, crowd, token)))
  for (const { crowd } of crowds) figures.push(indexAlone(crowd))
  printFigures(`nearest: ${NEAREST} nearest drivers while ${FEED_PER_S} positions a second come in`, figures)
}

async function overHttp(ownerUrl: string, crowd: Crowd, token: string): Promise<Figure[]> {
  const server = await startChild('server', { OWNER_URL: ownerUrl })
  try {
    await server.tell({ feed: crowd })
    const request = (number: number) => {
      const { lat, lng } = placeOf(number * 37, home)
      const query = `cityId=${home.cityId}&lat=${lat.toFixed(6)}&lng=${lng.toFixed(6)}&datum=WGS84&radiusM=${RADIUS_M}&limit=${NEAREST}`
      return { method: 'GET' as const, path: `/djweb/callCenter/nearby_driver_list?${query}`, headers: { token } }
    }
    const options = { address: server.address, request, expect: '{"code":0,"message":"","data":{"rows":[{' }
    await load({ ...options, concurrency: 4, seconds: STARTED_S, perS: 50 })
    await load({ ...options, concurrency: 4, seconds: 5 })
    // As a desk asks: well below what the server can do, so that the latency is that of an answer and not of a queue.
    const steady = await load({ ...options, concurrency: 4, seconds: 8, perS: 200 })
    const full = await load({ ...options, concurrency: 16, seconds: 4 })
    const of = `of ${crowd.driverIds.length.toLocaleString('en')} over HTTP`
    return [
      {
        name: `${of}, 200/s`,
        ours: `p50 ${ms(steady.p50)}, p99 ${ms(steady.p99)}`,
        target: `p99 < ${TARGET_P99_MS} ms`,
        met: steady.p99 < TARGET_P99_MS,
      },
      { name: `${of}, 16 at a time`, ours: `${perSecond(full.perS)}, p50 ${ms(full.p50)}, p99 ${ms(full.p99)}` },
    ]
  } finally {
    await server.stop()
  }
}

/** Each query after fifty new positions, as they come in at 100 queries a second. */
function indexAlone(crowd: Crowd): Figure {
  const positions = inProcessPositions()
  startFeed(positions, { ...crowd, perS: 0 })()
  const fixes = [...positions.all(crowd.tenantId)]
  const ours: number[] = []
  const rebuilt: number[] = []
  for (let n = 0; n < 300; n++) {
    const moved = Array.from({ length: 50 }, (_, i) => {
      const at = (n * 50 + i) % fixes.length
      return { ...fixes[at]!, ...placeOf(at, home, n % 7), receivedAt: Date.now() }
    })
    const { lat, lng } = placeOf(n * 37, home)
    ours.push(
      timed(() => {
        positions.put(moved)
        positions.nearestNow(crowd.tenantId, lat, lng, RADIUS_M, NEAREST)
      }),
    )
    // Rebuilding is slow: fewer of them tell as much.
    if (n % 10 !== 0) continue
    rebuilt.push(
      timed(() => {
        const index = new KDBush(fixes.length, 64, Float64Array)
        for (const fix of fixes) index.add(fix.lng, fix.lat)
        index.finish()
        around(index, lng, lat, NEAREST, RADIUS_M / 1000)
      }),
    )
  }
  return {
    name: `of ${crowd.driverIds.length.toLocaleString('en')}, index alone, with 50 updates`,
    ours: `p50 ${ms(median(ours))}, p99 ${ms(percentile(ours, 99))}`,
    baseline: `kdbush rebuilt: p50 ${ms(median(rebuilt))}`,
    ratio: median(rebuilt) / median(ours),
  }
}

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
