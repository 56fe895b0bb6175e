import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps', 'web')
const sources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'packages/contract/src',
  'package-lock.json',
]

export const webDist = join(web, 'dist')

/** Builds the web when what is built is not made from the sources as they are. Throws with Vite's own words. */
export async function buildWeb(log: (line: string) => void): Promise<void> {
  const stamp = join(webDist, '.sources')
  const wanted = hashOfSources()
  if (readOr(stamp) === wanted) return
  log('Building the web …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  try {
    // A test run that builds would otherwise hand its own NODE_ENV down, and get a web that no user gets.
    const env = { ...process.env, NODE_ENV: 'production' }
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, env })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`The web could not be built:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error })
  }
  writeFileSync(stamp, wanted)
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
