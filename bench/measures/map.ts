import { connect } from '../../apps/server/src/platform/database/db.ts'
import { driverFrames } from '../../apps/server/src/areas/driver/state/index.ts'
import { runtimeUrls } from '../../apps/server/src/platform/upkeep/migrate.ts'
import { inProcessPositions } from '../../apps/server/src/platform/live/positions.ts'
import { type Scope, wholeTenant } from '../../apps/server/src/platform/database/scope.ts'
import type { BenchPostgres } from '../database.ts'
import { startFeed } from '../processes/feed.ts'
import { type Figure, ms, printFigures } from '../report.ts'
import { addCities, addDrivers, addTenant, cities, home } from '../world.ts'

const WATCHERS = 40
const DRIVERS = 10_000
/** Of another city of the same tenant. */
const SMALL = 500
const SECONDS = 8
const TARGET_MS = 100

/** Operators with the live map open, a fifth of the drivers moving each second. Baseline: every watcher's frame made for them alone. */
export async function map(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('map')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const [, small] = cities
  const crowd = { tenantId: tenant.tenantId, cityId: home.cityId, lat: home.lat, lng: home.lng, perS: DRIVERS / 5 }
  const driverIds = await addDrivers(owner, tenant, home.cityId, DRIVERS)
  const smallIds = await addDrivers(owner, tenant, small.cityId, SMALL)
  const db = connect(await runtimeUrls(ownerUrl))
  const positions = inProcessPositions()
  const stops = [
    startFeed(positions, { ...crowd, driverIds }),
    startFeed(positions, { ...crowd, cityId: small.cityId, lat: small.lat, lng: small.lng, driverIds: smallIds, perS: SMALL / 5 }),
  ]
  /** Processor time of this process for a second of so many who watch, besides what goes on without them. */
  const costOf = async (scopes: readonly Scope[]) => {
    const frames = driverFrames(db, positions)
    let bytes = 0
    for (const scope of scopes) frames.watch(scope, (parts) => parts.forEach((part) => (bytes += part.length)))
    await seconds(2)
    bytes = 0
    const used = process.cpuUsage()
    await seconds(SECONDS)
    const { user, system } = process.cpuUsage(used)
    frames.stop()
    return { ms: (user + system) / 1_000 / SECONDS, kb: bytes / 1_000 / SECONDS / Math.max(1, scopes.length) }
  }
  try {
    const idle = await costOf([])
    const compare = async (name: string, scope: Scope, target?: number): Promise<Figure> => {
      const watching = Array.from({ length: WATCHERS }, () => scope)
      const shared = await costOf(watching)
      // A city without drivers makes the scope another one that sees the same.
      const apart = await costOf(
        watching.map((one, n) => ({
          ...one,
          cities: [...(one.cities === '*' ? cities.map(({ cityId }) => cityId) : one.cities), String(n)],
        })),
      )
      const [ours, baseline] = [shared.ms - idle.ms, apart.ms - idle.ms]
      // Less than that is lost in what else the process does.
      const measurable = ours >= 1
      return {
        name,
        ours: `${measurable ? ms(ours) : '< 1 ms'} a second, ${shared.kb.toFixed(0)} kB/s each`,
        baseline: `${ms(baseline)} a second`,
        ...(measurable && { ratio: baseline / ours }),
        ...(target && { target: `< ${target} ms`, met: ours < target }),
      }
    }
    const everything = wholeTenant(tenant.tenantId)
    printFigures(
      `map: ${WATCHERS} watchers, ${DRIVERS.toLocaleString('en')} drivers in one city and ${SMALL} in another, a fifth of them moving each second`,
      [
        await compare('of the whole tenant', everything, TARGET_MS),
        await compare('of the city of 10,000', { ...everything, cities: [home.cityId] }, TARGET_MS),
        await compare('of the city of 500', { ...everything, cities: [small.cityId] }),
      ],
    )
  } finally {
    for (const stop of stops) stop()
    await db.close()
  }
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000))
