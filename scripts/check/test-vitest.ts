import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runTool } from '../common/tool.ts'

/** Counted over every stage so far. */
export const total = { passed: 0, failed: 0, skipped: 0 }

const filesOf: Record<string, string> = {
  'unit-node': '{packages,apps/server,apps/simulator,apps/softphone,scripts,e2e,bench}/**/*.test.ts',
  'unit-dom': 'apps/web/src/**/*.test.{ts,tsx}',
  pg: 'apps/**/*.pg.test.ts',
  'pg-apart': 'apps/server/test/access/attacks.pg.test.ts',
  sip: 'apps/softphone/**/*.sip.test.ts',
  e2e: '{e2e,apps/server/test}/**/*.journey.ts',
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** Runs vitest projects and adds to the count. Throws when a test fails, and when nothing ran though there are test files. */
export async function runTests(projects: string[], filters: string[], env: Record<string, string> = {}): Promise<void> {
  const withFiles = projects.filter(
    (project) => globSync(filesOf[project] as string, { cwd: root, exclude: ['**/node_modules/**'] }).length > 0,
  )
  if (withFiles.length === 0) throw new Error(`There are no test files for ${projects.join(', ')}.`)
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-report-'))
  try {
    const file = join(folder, 'report.json')
    const args = [
      'run',
      ...withFiles.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]
    const { status } = await runTool('vitest/vitest.mjs', [...args, ...filters], { env })
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    // A file that fails before its first test has no test of its own to count.
    const broken = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length
    total.passed += report.numPassedTests
    total.failed += report.numFailedTests + broken
    total.skipped += report.numPendingTests + report.numTodoTests
    if (status !== 0) throw new Error('Tests failed.')
    if (report.numPassedTests === 0) throw new Error('No test ran.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
