import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const web = join(root, 'apps', 'web')
/** The driver's page lies in the console's folder, so it is built after it. */
const pages = [web, join(root, 'apps', 'driver')]
const sources = [
  'apps/driver/src',
  'apps/driver/index.html',
  'apps/driver/vite.config.ts',
  'apps/web/src',
  'apps/web/public',
  'apps/web/ground',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/build',
  'packages/contract/src',
  'package-lock.json',
]

export const webDist = join(web, 'dist')
const KEPT = '.kept'

/** Builds the web when what is built is not made from the sources as they are. Throws with Vite's own words. */
export async function buildWeb(log: (line: string) => void): Promise<void> {
  const stamp = join(webDist, '.sources')
  const wanted = hashOfSources()
  if (readOr(stamp) === wanted) return
  log('Building the web …')
  const before = assetsBefore()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  try {
    // A test run that builds would otherwise hand its own NODE_ENV down, and get a web that no user gets.
    const env = { ...process.env, NODE_ENV: 'production' }
    for (const cwd of pages) await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd, env })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`The web could not be built:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error })
  }
  nameBuild(wanted.slice(0, 16))
  keepAssets(before)
  writeFileSync(stamp, wanted)
}

/** An open console asks for version.json now and then, and compares it with what its own page says. */
function nameBuild(build: string): void {
  const page = join(webDist, 'index.html')
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', `<head>\n    <meta name="build" content="${build}" />`))
  writeFileSync(join(webDist, 'version.json'), JSON.stringify({ build }))
}

const assets = join(webDist, 'assets')
/** The files of the last build alone, not those that it kept of the one before. */
function assetsBefore(): Map<string, Buffer> {
  const kept = new Set(readOr(join(webDist, KEPT))?.split('\n'))
  const names = existsSync(assets) ? readdirSync(assets).filter((name) => !kept.has(name)) : []
  return new Map(names.map((name) => [name, readFileSync(join(assets, name))]))
}

/** Consoles that are open during a deployment go on fetching the code of theirs: it is kept for one build. */
function keepAssets(before: ReadonlyMap<string, Buffer>): void {
  const gone = [...before].filter(([name]) => !existsSync(join(assets, name)))
  for (const [name, content] of gone) writeFileSync(join(assets, name), content)
  writeFileSync(join(webDist, KEPT), gone.map(([name]) => name).join('\n'))
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    const entry = statSync(join(root, path), { throwIfNoEntry: false })
    if (!entry) return
    if (entry.isDirectory()) for (const name of readdirSync(join(root, path)).toSorted()) add(`${path}/${name}`)
    else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  }
  for (const path of sources) add(path)
  return hash.digest('hex')
}

function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
