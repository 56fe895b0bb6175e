import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'

const binary = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0)
/** Where the whole check runs it has to be there: a test that was left out proves nothing. */
if (!binary && process.env.CI) throw new Error('Neither redis-server nor valkey-server is installed.')
export const hasRedis = binary !== undefined

export interface ThrowawayRedis {
  url: string
  /** Ends the server at once, as a power cut would; `start` brings back an empty one. */
  kill(): Promise<void>
  start(): Promise<void>
  drop(): Promise<void>
}

/** A server of its own in memory, on a unix socket alone. */
export async function throwawayRedis(): Promise<ThrowawayRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-redis-'))
  const url = join(folder, 'socket')
  let running: ChildProcess | null = null
  const start = async () => {
    running = spawn(binary!, ['--port', '0', '--unixsocket', url, '--save', '', '--appendonly', 'no', '--dir', folder], { stdio: 'ignore' })
    const client = new Redis(url, { retryStrategy: () => 25, maxRetriesPerRequest: null })
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
  }
  const kill = async () => {
    const ended = Promise.withResolvers<void>()
    if (!running || running.exitCode !== null) return
    running.once('exit', () => ended.resolve())
    running.kill('SIGKILL')
    await ended.promise
    running = null
  }
  await start()
  return {
    url,
    kill,
    start,
    drop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
