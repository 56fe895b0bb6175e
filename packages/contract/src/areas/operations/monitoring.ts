import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, nothing } from '../../kernel/fields.ts'

export const monitoringRefusals = refusals({
  'monitoring.checkRunning': { code: 40996, zh: '账本正在核对，请稍后查看结果', en: 'The ledger is being checked, look again in a moment' },
})

const count = z.number().int()
/** Milliseconds with a fraction. */
const ms = z.number()
const bytes = z.number().int()

export const processHealth = z.object({
  /** `<host>:<pid>:<start>`. */
  instance: z.string(),
  host: z.string(),
  pid: count,
  node: z.string(),
  startedAt: instant,
  /** When it was last heard of; processes silent for more than 30 s are `gone`. */
  seenAt: instant,
  gone: z.boolean(),
  /** The one that gave this answer. */
  self: z.boolean(),
  eventLoop: z.object({ meanMs: ms, p99Ms: ms, maxMs: ms, utilisationBp: count }),
  memory: z.object({ rssB: bytes, heapUsedB: bytes, heapTotalB: bytes, externalB: bytes }),
  cpuBp: count,
  liveStreams: count,
  pools: z.array(z.object({ role: z.string(), total: count, idle: count, waiting: count, max: count })),
})

export const databaseHealth = z.object({
  version: z.string(),
  sizeB: bytes,
  startedAt: instant,
  connections: z.object({ used: count, max: count, active: count, idle: count, idleInTransaction: count }),
  /** Reads answered from memory, in basis points. */
  cacheHitBp: count,
  deadlocks: count,
  /** Statements that run for longer than a second, and transactions left open. */
  longRunning: z.array(
    z.object({ pid: count, role: z.string(), state: z.string(), ageS: z.number(), waitingFor: z.string(), statement: z.string() }),
  ),
  locks: z.array(z.object({ pid: count, blockedBy: z.array(count), relation: z.string(), ageS: z.number(), statement: z.string() })),
  /** Slowest by total time; null where the database does not count statements (pg_stat_statements). */
  slowStatements: z.array(z.object({ statement: z.string(), calls: count, meanMs: ms, totalMs: ms })).nullable(),
  tables: z.array(z.object({ name: z.string(), sizeB: bytes, rows: count, deadRows: count, lastVacuumAt: instant.nullable() })),
})

export const jobHealth = z.object({
  name: z.string(),
  instance: z.string(),
  /** Its usual pause. */
  everyS: z.number(),
  lastStartedAt: instant.nullable(),
  lastDoneAt: instant.nullable(),
  lastDurationMs: ms.nullable(),
  runs: count,
  failures: count,
  lastError: z.string(),
  lastErrorAt: instant.nullable(),
  /** It has not come round for three pauses and ten seconds. */
  late: z.boolean(),
})

/** Work behind requests: what is open, for how long the oldest has been, and what failed within a day. */
export const queueHealth = z.object({ kind: z.string(), waiting: count, running: count, failed: count, oldestS: count })

export const dispatchHealth = z.object({
  /** Searches that are looking for a driver, and of them those whose next step is more than 10 s overdue. */
  openSearches: count,
  overdueSearches: count,
  oldestSearchS: count,
  pendingOffers: count,
  driversOnDuty: count,
  /** On duty, and no position for two minutes. */
  silentDrivers: count,
  leases: z.array(z.object({ cityId: id, cityName: z.string(), holder: z.string(), expiresInS: z.number() })),
})

export const callHealth = z.object({
  call: z.string(),
  summary: z.string(),
  calls: count,
  refused: count,
  faults: count,
  faultBp: count,
  meanMs: ms,
  p95Ms: ms,
  maxMs: ms,
})

/** One check of every tenant's ledger, on one snapshot. */
export const ledgerCheck = z.object({
  checkId: id,
  at: instant,
  durationMs: count,
  /** Who asked for it; null when it ran by itself. */
  checkedBy: z.string().nullable(),
  sound: z.boolean(),
  /** Invariants that do not hold. */
  broken: count,
  accounts: count,
  entries: count,
})
/** What breaks an invariant, at most 20 of each. `tenant` is its id, empty where it concerns no tenant. */
export const ledgerFindings = z.array(
  z.object({ invariant: z.string(), findings: z.array(z.object({ tenant: z.string(), what: z.string(), why: z.string() })) }),
)

export const monitoringCalls = {
  /** Everything that the screen shows, across tenants. Rates are those of the last 15 minutes. */
  overview: call({
    method: 'GET',
    path: '/api/monitoring/overview',
    effect: 'read',
    access: { authority: 'monitoring.view' },
    crossTenant: true,
    summary: '系统监控',
    input: nothing,
    output: z.object({
      at: instant,
      processes: z.array(processHealth),
      database: databaseHealth,
      jobs: z.array(jobHealth),
      queues: z.array(queueHealth),
      liveStreams: count,
      signedIn: z.object({ operators: count, drivers: count }),
      dispatch: dispatchHealth,
      sms: z.object({ waiting: count, oldestS: count, failed: count, provider: z.enum(['OUTBOX', 'HTTP']) }),
      /** The last check of the ledger; null before the first. */
      ledger: ledgerCheck.nullable(),
      calls: z.array(callHealth),
      totals: z.object({ calls: count, refused: count, faults: count, faultBp: count, windowS: count }),
    }),
  }),
  /** The last checks, newest first, and all that the newest of them looked at. */
  ledger: call({
    method: 'GET',
    path: '/api/monitoring/ledger',
    effect: 'read',
    access: { authority: 'monitoring.view' },
    crossTenant: true,
    summary: '账本核对结果',
    input: nothing,
    output: z.object({ checks: z.array(ledgerCheck), checked: ledgerFindings }),
  }),
  checkLedger: call({
    method: 'POST',
    path: '/api/monitoring/ledger/check',
    effect: 'write',
    access: { authority: 'monitoring.view' },
    crossTenant: true,
    summary: '核对账本',
    input: nothing,
    output: z.object({ sound: z.boolean(), broken: count }),
    failures: ['monitoring.checkRunning'],
  }),
} satisfies Area
