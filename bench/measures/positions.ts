import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { load } from '../load.ts'
import { placeOf } from '../processes/feed.ts'
import { type Figure, ms, perSecond, printFigures } from '../report.ts'
import { addCities, addDrivers, addDriverSessions, addTenant, home } from '../world.ts'

const DRIVERS = 2_000
const BATCHES = [1, 10, 100]
const TARGET_PER_S = 20_000
/** A process that has just started makes the duty days and the levels of all these drivers, which come in all at once here alone; no measure tells what that costs the first requests. */
const STARTED_S = 15

/** Positions a second through the driver API, each request by the next driver, in batches as a device keeps them. */
export async function positions(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('positions')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const driverIds = await addDrivers(owner, tenant, home.cityId, DRIVERS)
  const tokens = await addDriverSessions(owner, tenant.tenantId, driverIds)
  await owner.query('vacuum (analyze)')
  const server = await startChild('server', { OWNER_URL: ownerUrl })
  const figures: Figure[] = []
  try {
    for (const [turn, batch] of BATCHES.entries()) {
      // The bodies are made beforehand: the generator shares the machine with the server.
      const requests = tokens.map((token, n) => ({
        method: 'POST' as const,
        path: '/driver/v1/positions',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify({ positions: Array.from({ length: batch }, (_, step) => ({ ...placeOf(n, home, step % 3), accuracyM: 10 })) }),
      }))
      const options = {
        address: server.address,
        concurrency: 16,
        request: (number: number) => requests[number % requests.length]!,
        expect: `{"code":0,"message":"","data":{"accepted":${batch},`,
      }
      await load({ ...options, seconds: turn === 0 ? STARTED_S : 2 })
      const result = await load({ ...options, seconds: 6 })
      figures.push({
        name: `batches of ${batch}`,
        ours: `${perSecond(result.perS * batch)} (${perSecond(result.perS)} requests, p99 ${ms(result.p99)})`,
        ...(batch > 1 && { target: `≥ ${perSecond(TARGET_PER_S)}`, met: result.perS * batch >= TARGET_PER_S }),
      })
    }
    const { rows } = await owner.query<{ written: number }>('select count(*)::int as written from driver_positions')
    if (rows[0]!.written === 0) throw new Error('No position reached the database')
  } finally {
    await server.stop()
  }
  printFigures('positions: through the driver API, one process, written to the database within two seconds', figures)
}
