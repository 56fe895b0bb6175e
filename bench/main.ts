// `npm run bench`, or `npm run bench -- list nearest` for some: measures this program against its targets and against plain
// baselines, side by side in one run. Figures depend on the machine; the ratios hardly do.
import { cpus, loadavg, totalmem } from 'node:os'
import { bulk } from './bulk.ts'
import { consoleSpeed } from './console.ts'
import { type BenchPostgres, startPostgres } from './database.ts'
import { list } from './list.ts'
import { nearest } from './nearest.ts'
import { phone } from './phone.ts'
import { place } from './place.ts'
import { positions } from './positions.ts'
import { say } from './report.ts'
import { start } from './start.ts'

const measures: Record<string, (postgres: BenchPostgres) => Promise<void>> = {
  list,
  nearest,
  positions,
  place,
  start,
  bulk,
  console: consoleSpeed,
  phone,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in measures))
if (unknown.length) {
  process.stderr.write(`There is no measure "${unknown[0]}": ${Object.keys(measures).join(', ')}\n`)
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
for (const [name, measure] of Object.entries(measures)) {
  if (wanted.length && !wanted.includes(name)) continue
  say(`\n${name} …`)
  await measure(postgres).catch((error: unknown) => {
    failed++
    process.stderr.write(`${name} could not be measured: ${error instanceof Error ? error.stack : error}\n`)
  })
}
await postgres.stop()
process.exit(failed ? 1 : 0)
