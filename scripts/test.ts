// The check of the whole repository: `npm test`, or `npm test -- unit pg` for some stages, with parts of file names to choose
// files (`npm test -- pg order`). `--also-on URL` runs the server tests once more on that PostgreSQL. A stage that fails does not
// hide what the others find: all are run, the end names those that failed, and the last line is the count.
import { endProcess } from '../apps/server/src/platform/process/end-process.ts'
import { chromium } from './check/chromium.ts'
import { missingPeers } from './check/sip-peers.ts'
import { auditDependencies, checkFormat, checkTables, checkTypes, lint, unused } from './check/test-checks.ts'
import { runTests, total } from './check/test-vitest.ts'
import { buildWeb } from './common/web-build.ts'

const log = (line: string) => process.stdout.write(`${line}\n`)

const stages: Record<string, (filters: string[]) => Promise<void> | void> = {
  lint,
  types: checkTypes,
  knip: unused,
  audit: auditDependencies,
  format: checkFormat,
  tables: checkTables,
  unit: (filters) => runTests([['unit-node', 'unit-dom', 'unit-dom-apart']], filters),
  pg: (filters) => runTests([['pg', 'pg-apart', 'pg-own']], filters),
  sip: async (filters) => {
    const lacking = missingPeers()
    if (lacking.length === 0) return runTests([['sip']], filters)
    // The machine of the check installs them; elsewhere nobody is made to.
    if (process.env.CI === 'true') throw new Error(`The tests of the SIP line need ${lacking.join(' and ')}.`)
    log(`Skipped: the SIP line is tested against ${lacking.join(' and ')}, which this machine lacks.`)
  },
  e2e: async (filters) => {
    await buildWeb(log)
    return runTests([['e2e-1'], ['e2e-2']], filters, { CHROMIUM_PATH: chromium(log) })
  },
}

const args = process.argv.slice(2)
const alsoAt = args.indexOf('--also-on')
const alsoOn = alsoAt >= 0 ? args.splice(alsoAt, 2)[1] : undefined
const chosen = args.filter((arg) => arg in stages)
const filters = args.filter((arg) => !(arg in stages))
const plan = Object.entries(stages).filter(([name]) => chosen.length === 0 || chosen.includes(name))
if (alsoOn) plan.push(['pg on another PostgreSQL', () => runTests([['pg', 'pg-apart']], filters, { TEST_DATABASE_URL: alsoOn })])

process.on('disconnect', () => process.exit(1))
process.channel?.unref()
// Whoever reads our output may stop reading.
process.stdout.on('error', () => process.exit(1))

const failed: string[] = []
for (const [name, stage] of plan) {
  const began = Date.now()
  log(`\n── ${name}`)
  try {
    await stage(filters)
    log(`── ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`)
  } catch (error) {
    log(error instanceof Error ? error.message : String(error))
    log(`── ${name} failed after ${((Date.now() - began) / 1000).toFixed(1)} s`)
    failed.push(name)
  }
}
// Once more at the end: who reads a long log, or is kept its end only, looks here first.
for (const fault of total.unsteady) log(`\nUnsteady, passed when it went once more: ${fault}`)
for (const fault of total.faults) log(`\n✗ ${fault}`)
if (failed.length > 0) log(`\nFailed: ${failed.join(', ')}`)
// A stage without tests of its own, such as lint, counts as one.
if (total.failed < failed.length) total.failed = failed.length
const also = Object.entries({ skipped: total.skipped, unsteady: total.unsteady.length }).filter(([, count]) => count > 0)
log(`\n${total.passed} passed, ${total.failed} failed${also.map(([word, count]) => `, ${count} ${word}`).join('')}`)
endProcess(failed.length > 0 ? 1 : 0)
