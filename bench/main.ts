// `npm run bench`, `npm run bench -- list nearest` for some, or `npm run bench -- soak --minutes 10`: measures this program against its targets and against plain
// baselines, side by side in one run. Figures depend on the machine; the ratios hardly do.
import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { broadcast } from './customer/broadcast.ts'
import { bulk } from './measures/bulk.ts'
import { deep } from './measures/deep.ts'
import { customers } from './customer/customers.ts'
import { consoleSpeed } from './measures/console.ts'
import { type BenchPostgres, startPostgres } from './database.ts'
import { exportList } from './measures/export.ts'
import { importList } from './customer/import.ts'
import { levels } from './measures/levels.ts'
import { list } from './measures/list.ts'
import { map } from './measures/map.ts'
import { match } from './measures/match.ts'
import { nearest } from './measures/nearest.ts'
import { payout } from './money/payout.ts'
import { phone } from './measures/phone.ts'
import { place } from './measures/place.ts'
import { positions } from './measures/positions.ts'
import { reconciliation } from './money/reconciliation.ts'
import { say } from './report.ts'
import { sending } from './money/sending.ts'
import { soak } from './measures/soak.ts'
import { start } from './measures/start.ts'
import { wall } from './pictures/wall.ts'

const measures: Record<string, (postgres: BenchPostgres) => Promise<void>> = {
  list,
  nearest,
  positions,
  map,
  place,
  start,
  bulk,
  match,
  console: consoleSpeed,
  export: exportList,
  phone,
  reconciliation,
  sending,
  import: importList,
  levels,
  wall,
}

/**
 * Only by name: `soak` holds for as long as it is told, ten minutes by itself; `deep` fills a database with five million orders first; `customers` with a
 * million customers; `payout` kills a thousand processes; `broadcast` sends
 * to a hundred thousand people.
 */
const { values, positionals: wanted } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, drivers: { type: 'string', default: '5000' } },
  allowPositionals: true,
})
const minutes = Number(values.minutes)
if (!(minutes >= 1 && minutes <= 600)) {
  process.stderr.write(`--minutes ${values.minutes} is not a number from 1 to 600\n`)
  process.exit(1)
}
const drivers = Number(values.drivers)
if (!(Number.isInteger(drivers) && drivers >= 1 && drivers <= 15_000)) {
  process.stderr.write(`--drivers ${values.drivers} is not a number from 1 to 15000\n`)
  process.exit(1)
}
const soaking = (postgres: BenchPostgres) => soak(postgres, minutes, drivers)
const all = { ...measures, soak: soaking, deep, payout, customers, broadcast }
const unknown = wanted.filter((name) => !(name in all))
if (unknown.length) {
  process.stderr.write(`There is no measure "${unknown[0]}": ${Object.keys(all).join(', ')}\n`)
  process.exit(1)
}

say(
  `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC · ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'} · ` +
    `${Math.round(totalmem() / 2 ** 30)} GB · Node ${process.versions.node} · load ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')} at the start`,
)
const postgres = await startPostgres()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
let failed = 0
for (const [name, measure] of Object.entries(wanted.length ? all : measures)) {
  if (wanted.length && !wanted.includes(name)) continue
  say(`\n${name} …`)
  await measure(postgres).catch((error: unknown) => {
    failed++
    process.stderr.write(`${name} could not be measured: ${error instanceof Error ? error.stack : error}\n`)
  })
}
await postgres.stop()
process.exit(failed ? 1 : 0)
