import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, isAlive, processesWith, signal, until } from './processes.ts'

/**
 * Clears what an earlier run left when it was killed. Three cases of postmaster.pid: our own orphan is stopped; a dead pid is
 * left to PostgreSQL; a pid that is another process by now (or a zombie) would keep PostgreSQL from starting, so the file goes.
 * In each case no process of the old cluster is left attached to the files afterwards. True when an orphan was stopped.
 */
export async function clearLeftovers(cluster: string, title: string): Promise<boolean> {
  const lock = join(cluster, 'postmaster.pid')
  const pid = lockedBy(lock)
  const orphan = pid !== undefined && isAlive(pid) && isPostmasterOf(pid, cluster)
  if (orphan) await stopPostmaster(pid)
  // Backends of a killed postmaster leave when they notice; one in a long computation does not, and would share the files.
  await endProcesses(title)
  // What still answers to the pid is another program or a zombie; PostgreSQL would take either for a running postmaster.
  if (pid !== undefined && isAlive(pid)) rmSync(lock, { force: true })
  return orphan
}

/** Fast shutdown; the hard ways only when it does not end. */
async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await until(() => !isRunning(pid), 20_000)) return
  signal(pid, 'SIGQUIT')
  if (await until(() => !isRunning(pid), 5_000)) return
  signal(pid, 'SIGKILL')
  await until(() => !isRunning(pid), 5_000)
}

function isRunning(pid: number): boolean {
  return isAlive(pid) && commandOf(pid) !== ''
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(`-D ${cluster} `)
}

function lockedBy(lock: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

async function endProcesses(title: string): Promise<void> {
  const left = () => processesWith(`postgres: ${title}: `)
  if (await until(() => left().length === 0, 1_000, 100)) return
  for (const pid of left()) signal(pid, 'SIGQUIT')
  if (await until(() => left().length === 0, 3_000, 100)) return
  for (const pid of left()) signal(pid, 'SIGKILL')
  if (!(await until(() => left().length === 0, 5_000, 100)))
    throw new Error(`Processes of an earlier PostgreSQL do not end: ${left().join(', ')}`)
}
