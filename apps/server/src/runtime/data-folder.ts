import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { canReach, type SystemUser } from './postgres-user.ts'
import { identityOf } from './processes.ts'

/** The major version is part of the folder's name: another major version cannot read its files. */
export const clusterName = 'postgres-18'

/** Where root keeps what PostgreSQL's own user has to reach: its binaries, and data of a folder that it cannot enter. */
export const outsideRoot = '/var/lib/chauffeur'

// A socket's address holds 108 bytes with the closing zero on Linux, 104 on macOS.
const longestSocketPath = 100

/**
 * The folder that holds the cluster, created when absent. When PostgreSQL's user cannot reach it (a clone below /root), the
 * cluster lives in /var/lib and a link stands in its place, so that removing ./data begins anew all the same.
 */
export function clusterFolder(dataDir: string, user: SystemUser | undefined): string {
  mkdirSync(dataDir, { recursive: true })
  const wanted = join(realpathSync(dataDir), clusterName)
  const link = lstatSync(wanted, { throwIfNoEntry: false })
  if (link?.isSymbolicLink()) {
    if (existsSync(wanted)) return realpathSync(wanted)
    throw new Error(`${wanted} leads to ${readlinkSync(wanted)}, which is gone. Remove the link to begin with a new database.`)
  }
  if (!user || canReach(dirname(wanted), user)) return wanted
  if (link)
    throw new Error(`The user that PostgreSQL runs as (uid ${user.uid}) cannot reach ${wanted}: move the data to a folder it can enter.`)
  mkdirSync(outsideRoot, { recursive: true, mode: 0o755 })
  const home = mkdtempSync(join(outsideRoot, 'data-'))
  chmodSync(home, 0o755)
  const cluster = join(home, clusterName)
  mkdirSync(cluster, { mode: 0o700 })
  giveTo(cluster, user)
  symlinkSync(cluster, wanted)
  return cluster
}

/** The 0700 folder of the unix socket: beside the cluster, or a short one for a long path. */
export function socketFolder(cluster: string, user: SystemUser | undefined): string {
  const beside = join(dirname(cluster), 'socket')
  const short = join(tmpdir(), `chauffeur-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`)
  const folder = Buffer.byteLength(join(beside, '.s.PGSQL.5432.lock')) <= longestSocketPath ? beside : short
  // Made anew: whatever lies there is a leftover, since nobody else holds this data folder.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  giveTo(folder, user)
  return folder
}

export function giveTo(path: string, user: SystemUser | undefined): void {
  if (user) chownSync(path, user.uid, user.gid)
}

/** The data folder belongs to another running program. The message is meant for the operator. */
export class DataFolderInUse extends Error {}

/**
 * Takes the data folder for this process. A holder that no longer lives (killed, or its pid is another process now) is
 * passed over. Gives back the function that lets go.
 */
export function holdDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const file = join(resolve(dataDir), 'in-use-by')
  const own = JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) })
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      writeFileSync(file, own, { flag: 'wx', mode: 0o644 })
      return () => {
        if (read(file) === own) rmSync(file, { force: true })
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const held = read(file)
      const pid = livingHolder(held)
      if (pid !== undefined)
        throw new DataFolderInUse(
          `${dataDir} is in use by a running server (pid ${pid}): stop that one first, or choose another data folder.`,
        )
      discardStale(file, held)
    }
  }
  throw new DataFolderInUse(`${dataDir} is being taken by another server that starts at this moment.`)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function livingHolder(held: string | undefined): number | undefined {
  try {
    const { pid, identity } = JSON.parse(held ?? '') as { pid: number; identity?: string }
    return identity !== undefined && identity === identityOf(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

// Moved aside under a name of our own before it goes: of two that find the same stale file, only one moves it.
function discardStale(file: string, seen: string | undefined): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = read(aside)
  if (moved !== seen && livingHolder(moved) !== undefined) renameSync(aside, file)
  else rmSync(aside, { force: true })
}
