import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { clusterFolder, clusterName, giveTo, holdDataFolder, socketFolder } from './data-folder.ts'
import { clearLeftovers } from './leftovers.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { postgresUser, type SystemUser } from './postgres-user.ts'
import { signal } from './processes.ts'

export interface EmbeddedPostgres {
  /** Connection string of the superuser that owns everything, for the named database. */
  url(database: string): string
  socketDir: string
  /** Pid of the postmaster. */
  pid: number
  /** Settles when PostgreSQL has ended, whoever ended it. */
  ended: Promise<void>
  /** Fast shutdown: open transactions are rolled back, then the files are in order. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder that holds the cluster, as `postgres-18`. */
  dataDir: string
  /** Database to make when it is not there. */
  database?: string
  /** Settings over ours. Durability is never to be switched off for data that anyone keeps. */
  settings?: Record<string, string>
  /** The data folder is removed when this process ends, even by a kill. For tests. */
  throwaway?: boolean
  log?: (line: string) => void
  /** Called each time PostgreSQL's process is there, which takes a while yet to be ready. */
  spawned?: () => void
}

const owner = 'owner'
const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

// Sized for a machine of two cores that runs the server beside it.
const defaults: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  lc_messages: 'C',
}

// The shell becomes PostgreSQL; the watcher it leaves behind holds our pipe. Its end without a word means that we were killed:
// then the watcher stops PostgreSQL, and removes the folder given as $1, if any.
const guarded = `
exec 3<&0
pid=$$
away=$1
shift
( (
  trap '' INT HUP TERM
  if ! read -r _ <&3; then
    kill -INT "$pid" 2>/dev/null
    tries=0
    while kill -0 "$pid" 2>/dev/null; do
      tries=$((tries + 1))
      [ "$tries" -eq 200 ] && kill -QUIT "$pid" 2>/dev/null
      [ "$tries" -ge 400 ] && break
      sleep 0.1
    done
  fi
  if [ -n "$away" ]; then rm -rf "$away"; fi
) </dev/null >/dev/null 2>&1 & )
exec 3<&-
exec "$@" </dev/null
`

/**
 * Starts the PostgreSQL that comes with the project on the data folder, made on the first run, and recovers what an earlier
 * run that was killed left behind. It listens on a unix socket alone and ends with this process.
 * @throws DataFolderInUse when another program runs on the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log = () => {} } = options
  const letGo = holdDataFolder(options.dataDir)
  try {
    const user = postgresUser(join(options.dataDir, clusterName))
    // PostgreSQL's user removes a throwaway folder, so it has to own it.
    if (options.throwaway) giveTo(options.dataDir, user)
    const cluster = clusterFolder(options.dataDir, user)
    const binaries = postgresBinaries(user, dirname(cluster))
    const title = `chauffeur-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
    if (await clearLeftovers(cluster, title)) log('A PostgreSQL left from an earlier run was stopped.')
    if (!existsSync(join(cluster, 'PG_VERSION'))) {
      log('Making the database …')
      await initialise(binaries.initdb, cluster, user)
    }
    const socketDir = socketFolder(cluster, user)
    const settings = { ...defaults, ...options.settings, cluster_name: title, unix_socket_directories: socketDir }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = await run([binaries.postgres, '-D', cluster, ...args], cluster, user, options.throwaway ? options.dataDir : '')
    options.spawned?.()
    void server.ended.then(letGo)
    const url = (database: string) => `postgresql://${owner}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
    try {
      await ready(url('postgres'), server)
      if (options.database) await ensureDatabase(url('postgres'), options.database)
    } catch (error) {
      await server.stop()
      throw error
    }
    return { url, socketDir, ...server }
  } catch (error) {
    letGo()
    throw error
  }
}

async function initialise(initdb: string, cluster: string, user: SystemUser | undefined): Promise<void> {
  const parent = dirname(cluster)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${clusterName}.init-`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  // Made beside and renamed when whole: a first run that is killed leaves no half database.
  const half = `${cluster}.init-${process.pid}`
  mkdirSync(half, { mode: 0o700 })
  giveTo(half, user)
  const args = [
    '-D',
    half,
    '-U',
    owner,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]
  try {
    await promisify(execFile)(initdb, args, { ...user, cwd: half, env: environment })
    renameSync(half, cluster)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    throw new Error(`The database could not be made: ${(error as { stderr?: string }).stderr?.trim() || (error as Error).message}`)
  }
}

interface Server {
  pid: number
  ended: Promise<void>
  stop(): Promise<void>
  /** The last lines PostgreSQL wrote. */
  lastWords(): string
}

async function run(command: string[], cluster: string, user: SystemUser | undefined, away: string): Promise<Server> {
  const logFile = join(dirname(cluster), 'postgres.log')
  const big = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000
  const output = openSync(logFile, big ? 'w' : 'a')
  // A session of its own: Ctrl-C at the terminal is for us, who stop PostgreSQL last.
  const child: ChildProcess = spawn('/bin/sh', ['-c', guarded, 'postgres-guard', away, ...command], {
    ...user,
    cwd: cluster,
    env: environment,
    detached: true,
    stdio: ['pipe', output, output],
  })
  closeSync(output)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  child.stdin?.on('error', () => {})
  child.on('exit', () => {
    child.stdin?.end('ended\n')
    end()
  })
  await new Promise<void>((spawned, failed) => child.once('spawn', spawned).once('error', failed))
  const pid = child.pid as number
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) signal(pid, 'SIGINT')
    const timer = setTimeout(() => signal(pid, 'SIGQUIT'), 8_000)
    await ended
    clearTimeout(timer)
  }
  return { pid, ended, stop, lastWords: () => readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n') }
}

async function ready(url: string, server: Server): Promise<void> {
  let gone = false
  void server.ended.then(() => {
    gone = true
  })
  const deadline = Date.now() + 150_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (gone) throw new Error(`PostgreSQL did not start:\n${server.lastWords()}`)
      if (Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
