import { hostname } from 'node:os'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { CallCounts } from './call-stats.ts'
import type { Platform } from '../http/implement.ts'
import type { TickState } from '../jobs/ticks.ts'

/** What a process says of itself, as it is kept in the database for the others to show. */
export interface ProcessState {
  node: string
  eventLoop: { meanMs: number; p99Ms: number; maxMs: number; utilisationBp: number }
  memory: { rssB: number; heapUsedB: number; heapTotalB: number; externalB: number }
  cpuBp: number
  liveStreams: number
  pools: { role: string; total: number; idle: number; waiting: number; max: number }[]
  jobs: TickState[]
  /** Of the last 15 minutes. */
  calls: CallCounts
}

const EVERY_S = 5
const KEEP_GONE = '1 hour'
/** A process that has not been seen for so long runs no more. */
const LOST = '15 seconds'
/** How often the event loop is looked at. What is measured is the time from one look to the next. */
const LOOK_MS = 10

export const newInstance = (): string =>
  `${hostname()}:${process.pid}:${Date.now().toString(36)}${Math.floor(performance.now()).toString(36)}`
/** Milliseconds by which a look came late. */
const lateMs = (ns: number) => (Number.isFinite(ns) ? Math.max(0, Math.round(ns / 1e4 - LOOK_MS * 100) / 100) : 0)

/** Writes this process's state to the database every few seconds; the figures of a beat are those since the one before. */
export function startHeartbeat(
  platform: Platform,
  liveStreams: () => number,
  neighbours: (count: number) => void,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS })
  delay.enable()
  let cpu = process.cpuUsage()
  let utilisation = performance.eventLoopUtilization()
  let at = performance.now()

  const state = (): ProcessState => {
    const now = performance.now()
    const used = process.cpuUsage(cpu)
    const busy = performance.eventLoopUtilization(utilisation)
    const memory = process.memoryUsage()
    const made: ProcessState = {
      node: process.version,
      eventLoop: {
        meanMs: lateMs(delay.mean),
        p99Ms: lateMs(delay.percentile(99)),
        maxMs: lateMs(delay.max),
        utilisationBp: Math.round((busy.utilization || 0) * 10_000),
      },
      memory: { rssB: memory.rss, heapUsedB: memory.heapUsed, heapTotalB: memory.heapTotal, externalB: memory.external },
      cpuBp: Math.round(((used.user + used.system) / 1000 / Math.max(1, now - at)) * 10_000),
      liveStreams: liveStreams(),
      pools: poolsOf(platform),
      jobs: platform.ticks.states(),
      calls: platform.calls.recent(),
    }
    delay.reset()
    cpu = process.cpuUsage()
    utilisation = performance.eventLoopUtilization()
    at = now
    return made
  }
  const beat = async () => {
    await platform.db.platform.query({
      name: 'heartbeat',
      text: `insert into processes (instance, host, pid, started_at, state) values ($1, $2, $3, now() - make_interval(secs => $4), $5)
             on conflict (instance) do update set seen_at = now(), state = excluded.state`,
      values: [platform.instance, hostname(), process.pid, process.uptime(), JSON.stringify(state())],
    })
    await platform.db.platform.query(`delete from processes where seen_at < now() - interval '${KEEP_GONE}'`)
    // Only who was seen since we came: the row of one that was killed stays for a while.
    const { rows } = await platform.db.platform.query<{ count: number }>(
      `select count(*)::int as count from processes other, processes own
       where own.instance = $1 and other.instance <> $1 and other.seen_at > greatest(own.started_at, now() - interval '${LOST}')`,
      [platform.instance],
    )
    neighbours(rows[0]!.count)
  }
  // On a timer of its own: each process says of itself that it is alive.
  const beating = platform.ticks.every({ name: 'platform.heartbeat', everyS: EVERY_S, atOnce: true, work: beat, onError })
  return {
    stop: async () => {
      delay.disable()
      await beating.stop()
      await platform.db.platform.query('delete from processes where instance = $1', [platform.instance]).catch(onError)
    },
  }
}

export const poolsOf = ({ pools }: Platform): ProcessState['pools'] =>
  pools.map(({ role, pool }) => ({
    role,
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: pool.options.max,
  }))
