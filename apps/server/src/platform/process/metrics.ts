import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { Platform } from '../http/implement.ts'
import type { Neighbours } from './neighbours.ts'
import { allOf } from '../provider/providers.ts'
import { poolsOf } from './process-state.ts'
import { removedSoFar } from '../upkeep/retention.job.ts'

/** Gauges that one look into the database answers. */
const COUNTED = `select
  (select count(*)::int from dispatch_searches where state = 'OPEN') as open_searches,
  (select count(*)::int from dispatch_searches where state = 'OPEN' and next_round_at < now() - interval '10 seconds') as overdue_searches,
  (select count(*)::int from drivers where work_status <> 'OFFLINE') as drivers_on_duty,
  (select count(*)::int from sms_outbox where sent_at is null and send_before > now()) as sms_waiting,
  coalesce((select broken from ledger_checks order by at desc limit 1), 0) as ledger_broken_invariants,
  coalesce((select extract(epoch from max(at)) from ledger_checks), 0)::float8 as ledger_checked_timestamp_seconds,
  pg_database_size(current_database())::float8 as database_bytes`
const JOBS = `select kind, state, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as age from jobs
  where state in ('WAITING', 'RUNNING') or state = 'FAILED' and ended_at > now() - interval '1 day' group by 1, 2`
interface JobsOfState {
  kind: string
  state: string
  count: number
  age: number
}
const JOB_GAUGES = [
  ['chauffeur_jobs', 'Work behind requests: what waits, runs, and failed within a day', 'count'],
  ['chauffeur_job_oldest_seconds', 'Age of the oldest of these', 'age'],
] as const
const HELP = {
  open_searches: 'Searches that look for a driver',
  overdue_searches: 'Open searches whose next step is more than 10 s late',
  drivers_on_duty: 'Drivers on duty',
  sms_waiting: 'Text messages to send',
  ledger_broken_invariants: 'Invariants that did not hold when the ledger was last checked',
  ledger_checked_timestamp_seconds: 'When the ledger was last checked, 0 for never',
  database_bytes: 'Size of the database',
} as const

interface Shown {
  streams(): number
  heldS(): number
  neighbours: Neighbours
}

/** `/metrics` in the format of Prometheus: for whoever shows the token, or without one set, for this machine alone. */
export function metricsRoute(app: FastifyInstance, platform: Platform, shown: Shown): void {
  const registry = registryOf(platform, shown)
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, platform.settings.metricsToken)) return reply.callNotFound()
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) {
    const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(given), digest(token))
  }
  // What a proxy on this machine passes on comes from elsewhere.
  const passedOn = request.headers['x-forwarded-for'] ?? request.headers.forwarded ?? request.headers['x-real-ip']
  return passedOn === undefined && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? request.ip)
}

/** All of one reading share one look: a gauge set by another's collecting would show the reading before. Null while the database is away. */
function oneLook<T>(read: () => Promise<T>): () => Promise<T | null> {
  let looking: Promise<T | null> | undefined
  return () =>
    (looking ??= read()
      .catch(() => null)
      .finally(() => {
        looking = undefined
      }))
}

function registryOf(platform: Platform, { streams, heldS, neighbours }: Shown): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const asked = () => [...allOf(platform.providers), ...platform.maps.providers(), ...platform.sms.providers()]
  new Counter({
    name: 'chauffeur_calls_total',
    help: 'Calls by how they ended',
    labelNames: ['call', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [call, count] of Object.entries(platform.calls.total())) {
        this.inc({ call, result: 'done' }, count.calls - count.refused - count.faults)
        this.inc({ call, result: 'refused' }, count.refused)
        this.inc({ call, result: 'fault' }, count.faults)
      }
    },
  })
  new Counter({
    name: 'chauffeur_call_seconds_total',
    help: 'Time spent in calls',
    labelNames: ['call'],
    registers,
    collect() {
      this.reset()
      for (const [call, count] of Object.entries(platform.calls.total())) this.inc({ call }, count.totalMs / 1000)
    },
  })
  new Counter({
    name: 'chauffeur_job_runs_total',
    help: 'Rounds of the jobs of this process',
    labelNames: ['job', 'result'],
    registers,
    collect() {
      this.reset()
      for (const job of platform.ticks.states()) {
        this.inc({ job: job.name, result: 'done' }, job.runs - job.failures)
        this.inc({ job: job.name, result: 'failed' }, job.failures)
      }
    },
  })
  new Counter({
    name: 'chauffeur_provider_requests_total',
    help: 'What was asked of services outside, by how it ended',
    labelNames: ['provider', 'result'],
    registers,
    collect() {
      this.reset()
      for (const { name, counts } of asked())
        for (const [result, { requests }] of counts()) this.inc({ provider: name, result: result.toLowerCase() }, requests)
    },
  })
  new Counter({
    name: 'chauffeur_provider_seconds_total',
    help: 'Time spent waiting for services outside',
    labelNames: ['provider'],
    registers,
    collect() {
      this.reset()
      for (const { name, counts } of asked()) for (const { totalMs } of counts().values()) this.inc({ provider: name }, totalMs / 1000)
    },
  })
  new Gauge({
    name: 'chauffeur_provider_shut',
    help: 'Services outside that failed so often that they are left alone for a while',
    labelNames: ['provider'],
    registers,
    collect() {
      this.reset()
      // Several tenants may have one of a name.
      for (const { name, isShut } of asked()) this.inc({ provider: name }, isShut() ? 1 : 0)
    },
  })
  new Counter({
    name: 'chauffeur_retention_removed_total',
    help: 'Rows past their time that this process removed, of operation_logs partitions',
    labelNames: ['table'],
    registers,
    collect() {
      this.reset()
      for (const [table, rows] of removedSoFar()) this.inc({ table }, rows)
    },
  })
  new Gauge({
    name: 'chauffeur_live_streams',
    help: 'Open live streams of this process',
    registers,
    collect() {
      this.set(streams())
    },
  })
  new Gauge({
    name: 'chauffeur_live_feed_held_seconds',
    help: 'For how long the oldest open transaction of the database server has held live events back',
    registers,
    collect() {
      this.set(heldS())
    },
  })
  new Gauge({
    name: 'chauffeur_other_processes',
    help: 'Other server processes on this database',
    registers,
    collect() {
      this.set(neighbours.count())
    },
  })
  new Gauge({
    name: 'chauffeur_positions_divided',
    help: '1 while there are other server processes and no Redis to share live positions: each knows a part of the drivers',
    registers,
    collect() {
      this.set(neighbours.divided() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'chauffeur_database_connections',
    help: 'Connections of this process',
    labelNames: ['role', 'state'],
    registers,
    collect() {
      for (const pool of poolsOf(platform)) {
        this.set({ role: pool.role, state: 'busy' }, pool.total - pool.idle)
        this.set({ role: pool.role, state: 'idle' }, pool.idle)
        this.set({ role: pool.role, state: 'waiting' }, pool.waiting)
      }
    },
  })
  const look = oneLook(async () => (await platform.db.platform.query<Record<string, number>>(COUNTED)).rows[0] ?? null)
  for (const [name, help] of Object.entries(HELP)) {
    new Gauge({
      name: `chauffeur_${name}`,
      help,
      registers,
      async collect() {
        const seen = await look()
        if (seen) this.set(seen[name]!)
      },
    })
  }
  const jobs = oneLook(async () => (await platform.db.platform.query<JobsOfState>(JOBS)).rows)
  for (const [name, help, value] of JOB_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['kind', 'state'],
      registers,
      async collect() {
        this.reset()
        for (const row of (await jobs()) ?? []) this.set({ kind: row.kind, state: row.state.toLowerCase() }, row[value])
      },
    })
  }
  new Gauge({
    name: 'chauffeur_database_up',
    help: '1 while the database answers',
    registers,
    async collect() {
      this.set((await look()) ? 1 : 0)
    },
  })
  return registry
}
