import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, runTool } from '../common/tool.ts'

/**
 * Counted over every stage so far. `faults` names each test that failed, `unsteady` each that failed and passed when it went once more,
 * with what it said first.
 */
export const total = { passed: 0, failed: 0, skipped: 0, faults: [] as string[], unsteady: [] as string[] }

const filesOf: Record<string, string> = {
  'unit-node': '{packages,apps/server,apps/simulator,apps/softphone,scripts,e2e,bench}/**/*.test.ts',
  'unit-dom': 'apps/web/src/**/*.test.{ts,tsx}',
  pg: 'apps/**/*.pg.test.ts',
  'unit-dom-apart': 'apps/web/src/**/*.test.tsx',
  'pg-own': 'apps/server/src/runtime/*.pg.test.ts',
  'pg-apart': 'apps/server/test/access/attacks.pg.test.ts',
  sip: 'apps/softphone/**/*.sip.test.ts',
  'e2e-1': 'e2e/**/*.journey.ts',
  'e2e-2': 'e2e/**/*.journey.ts',
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * Where tests put what they throw away: in memory where there is room. A database cloned for a file is a thousand files that are made and
 * removed, which on a disk takes many times as long.
 */
function throwawayFolder(): string {
  const mounted = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : []
  const options = mounted.find((line) => line.split(' ')[1] === MEMORY)?.split(' ')[3]
  // The embedded PostgreSQL runs from a copy beside its data.
  if (!options || options.split(',').includes('noexec')) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir()
}

export interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/**
 * Runs vitest projects and adds to the count. Each row of projects is a process; rows go side by side, what those behind the first
 * print comes when they are done. Throws when a test fails, and when nothing ran though there are test files.
 */
export async function runTests(rows: string[][], filters: string[], env: Record<string, string> = {}): Promise<void> {
  const withFiles = rows
    .map((projects) =>
      projects.filter((project) => globSync(filesOf[project] as string, { cwd: root, exclude: ['**/node_modules/**'] }).length > 0),
    )
    .filter((projects) => projects.length > 0)
  if (withFiles.length === 0) throw new Error(`There are no test files for ${rows.flat().join(', ')}.`)
  const ran = await Promise.all(withFiles.map((projects, at) => runRow(projects, filters, env, at > 0)))
  if (ran.some(({ failed }) => failed)) throw new Error('Tests failed.')
  if (ran.every(({ passed }) => passed === 0)) throw new Error('No test ran.')
}

async function runRow(projects: string[], filters: string[], env: Record<string, string>, quiet: boolean) {
  const { status, report } = await runVitest(projects, filters, env, quiet)
  const again = status === 0 ? [] : filesToRepeat(projects, report)
  if (again.length === 0) return count(report, status !== 0)
  process.stdout.write(`\nOnce more, on a database or platform of their own: ${again.map((file) => relative(root, file)).join(', ')}\n`)
  const repeated = await runVitest(projects, again, env, quiet)
  return repeated.status === 0 ? count(asUnsteady(report), false) : count(report, true)
}

/** Where more files fail, chance is not the cause. */
const REPEATED_FILES = 2

/**
 * Server tests of a file share a database, and journeys a platform that others have changed, so a test that depended on chance takes those
 * behind it along: the whole file goes once more, on a database or platform of its own. What fails again is a fault; what passes is named
 * as unsteady.
 */
export function filesToRepeat(projects: readonly string[], report: Report): string[] {
  if (!projects.some((project) => project === 'pg' || project.startsWith('e2e-'))) return []
  const files = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return files.length <= REPEATED_FILES ? files : []
}

/** The report as it is after its failed files passed when they went once more. */
export function asUnsteady(report: Report): Report {
  const testResults = report.testResults.map((file) => {
    if (file.status !== 'failed') return file
    const tests = file.assertionResults.map((one) => (one.status === 'failed' ? { ...one, status: 'passed' } : one))
    // A file that failed before its first test has only itself to name.
    const itself = { status: 'passed', fullName: '', failureMessages: [file.message] }
    return { ...file, status: 'passed', assertionResults: tests.length > 0 ? tests : [itself] }
  })
  return { ...report, numPassedTests: report.numPassedTests + report.numFailedTests, numFailedTests: 0, testResults }
}

function count(report: Report, hasFailed: boolean) {
  // A file that fails before its first test has no test of its own to count.
  const broken = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0)
  const { faults, unsteady } = faultsOf(report)
  total.faults.push(...faults, ...broken.map(({ name, message }) => fault(name, '', message)))
  total.unsteady.push(...unsteady)
  total.passed += report.numPassedTests
  total.failed += report.numFailedTests + broken.length
  total.skipped += report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, failed: hasFailed }
}

async function runVitest(projects: string[], filters: string[], env: Record<string, string>, quiet: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-report-'))
  try {
    const file = join(folder, 'report.json')
    const args = [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      // Of the files that somebody chose a row may have none.
      ...(filters.length > 0 ? ['--passWithNoTests'] : []),
    ]
    const { status, output } = await runTool('vitest/vitest.mjs', [...args, ...filters], {
      env: { TMPDIR: throwawayFolder(), ...env },
      quiet,
    })
    if (quiet) process.stdout.write(output)
    return { status, report: JSON.parse(readFileSync(file, 'utf8')) as Report }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const LINES = 6

/** A test that passed and has something to say failed before it did. */
export function faultsOf(report: Report) {
  const all = report.testResults.flatMap(({ name, assertionResults }) => assertionResults.map((one) => ({ name, ...one })))
  const said = all.filter(({ failureMessages }) => failureMessages?.length)
  const words = ({ name, fullName, failureMessages }: (typeof all)[number]) => fault(name, fullName, failureMessages?.[0] ?? '')
  return {
    faults: all.filter(({ status }) => status === 'failed').map(words),
    unsteady: said.filter(({ status }) => status === 'passed').map(words),
  }
}

function fault(file: string, test: string, message: string): string {
  const said = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, LINES)
  return [`${relative(root, file)} ${test}`, ...said.map((line) => `    ${line}`)].join('\n')
}
