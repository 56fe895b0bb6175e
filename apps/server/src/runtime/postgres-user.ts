import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface SystemUser {
  uid: number
  gid: number
}

/**
 * Whom PostgreSQL runs as. It refuses to run as root, so root hands it to the owner of the existing data, or to `postgres`,
 * or to `nobody`. Undefined: as ourselves.
 */
export function postgresUser(dataDir: string): SystemUser | undefined {
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  const own = process.getuid?.() ?? 0
  if (own !== 0) {
    if (owner && owner.uid !== own) throw new Error(`${dataDir} belongs to another user (uid ${owner.uid}): start as that user or as root.`)
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = lookUp('postgres') ?? lookUp('nobody')
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.')
  return user
}

function lookUp(name: string): SystemUser | undefined {
  if (process.platform === 'linux') {
    const fields = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find((entry) => entry[0] === name)
    return fields && { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

/** Whether the user gets to the path: every folder above lets it pass, and the path itself can be read (and entered). */
export function canReach(path: string, user: SystemUser): boolean {
  const own = statSync(path)
  if (!allows(own, user, own.isDirectory() ? 5 : 4)) return false
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (!allows(statSync(folder), user, 1)) return false
    if (folder === dirname(folder)) return true
  }
}

function allows(entry: { uid: number; gid: number; mode: number }, user: SystemUser, bits: number): boolean {
  const shift = entry.uid === user.uid ? 6 : entry.gid === user.gid ? 3 : 0
  return ((entry.mode >> shift) & bits) === bits
}
