import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { auditOf } from './dependencies.ts'
import { root, runTool } from '../common/tool.ts'

const sources = () =>
  globSync('{packages,apps,scripts,e2e,bench}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/data/**'] })

export async function lint(): Promise<void> {
  const { status, output } = await runTool('oxlint/bin/oxlint', ['--deny-warnings', '.'])
  if (status !== 0) throw new Error('oxlint has findings.')
  const looked = Number(/on (\d+) files/.exec(output)?.[1] ?? 0)
  if (looked < sources().length) throw new Error(`oxlint looked at ${looked} files of ${sources().length}.`)
}

/**
 * Two at a time, the longest first. What the server is made of is looked at once for its neighbours too, and once for what runs it
 * beside a browser: each workspace by itself would do so three times. One checker for each program: four, as they come, find out four
 * times what the contract's types are, for half as much work again and three times the memory.
 */
const PROGRAMS = ['tsconfig.node.json', 'scripts/tsconfig.json', 'apps/web/tsconfig.json', 'apps/driver/tsconfig.json']

export async function checkTypes(): Promise<void> {
  const left = [...PROGRAMS]
  const failed: string[] = []
  const looked = new Set<string>()
  const worker = async () => {
    for (let project = left.shift(); project; project = left.shift()) {
      const { status, output } = await runTool('typescript/bin/tsc', ['--noEmit', '--listFiles', '--checkers', '1', '-p', project], {
        quiet: true,
      })
      const lines = output.split('\n')
      for (const line of lines) if (isAbsolute(line)) looked.add(relative(root, line))
      process.stdout.write(lines.filter((line) => !isAbsolute(line)).join('\n'))
      if (status !== 0) failed.push(project)
    }
  }
  await Promise.all([worker(), worker()])
  if (failed.length > 0) throw new Error(`Types do not hold in ${failed.join(', ')}.`)
  const missed = sources().filter((file) => !looked.has(file))
  if (missed.length > 0) throw new Error(`No program looks at the types of ${missed.slice(0, 5).join(', ')} (${missed.length} files).`)
}

export async function unused(): Promise<void> {
  const { status } = await runTool('knip/bin/knip.js', ['--no-progress'])
  if (status !== 0) throw new Error('knip found what nothing uses (or what is used and not declared).')
}

export async function checkFormat(): Promise<void> {
  if (!existsSync(`${root}/biome.json`)) throw new Error('biome.json is missing.')
  const { status } = await runTool('@biomejs/biome/bin/biome', ['format', '.'])
  if (status !== 0) throw new Error('Files are not formatted: npm run format.')
}

/** The generated table types are those of the migrations. */
export async function checkTables(): Promise<void> {
  const { status } = await runTool('../scripts/tables.ts', ['--verify'])
  if (status !== 0) throw new Error('The table types do not fit the migrations: npm run tables.')
}

const AUDIT_WITHIN_MS = 30_000

/** Known faults of what is shipped, where the registry serves advisories; where it does not, that is said and nothing fails. */
export async function auditDependencies(): Promise<void> {
  const cli = process.env.npm_execpath
  const args = ['audit', '--omit=dev', '--json']
  const [command, all] = cli && /npm-cli\.c?js$/.test(cli) ? [process.execPath, [cli, ...args]] : ['npm', args]
  const child = spawn(command, all, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], timeout: AUDIT_WITHIN_MS })
  const { promise, resolve } = Promise.withResolvers<string>()
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.on('error', () => resolve(''))
  child.on('close', () => resolve(output))
  const audit = auditOf(await promise)
  if (!audit.known) {
    process.stdout.write(`NOT looked for: known faults of the dependencies, for the registry serves no advisories (${audit.why}).\n`)
    return
  }
  process.stdout.write(`${audit.serious.length} serious known faults, ${audit.others} others.\n`)
  if (audit.serious.length > 0) throw new Error(`Dependencies with serious known faults:\n${audit.serious.join('\n')}`)
}
