import { areas } from '@chauffeur/contract/all'
import type { Call } from '@chauffeur/contract/kernel/call'
import { ledgerFindings, monitoringCalls } from '@chauffeur/contract/operations/monitoring'
import { percentileMs, sumCounts, WINDOW_S } from '#platform/process/call-stats'
import { implement } from '#platform/http/implement'
import { findingsOf, lastChecks } from '#areas/finance/ledger'
import { ledgerCheckView, runLedgerCheck } from '#areas/finance/ledger'
import { callRow, isGone, isLate, latestOf, rateBp } from './monitoring.rules.ts'
import {
  allProcesses,
  cityLeases,
  databaseFigures,
  dispatchFigures,
  jobFigures,
  largestTables,
  lockWaits,
  longRunning,
  otherFigures,
  slowStatements,
} from './monitoring.queries.ts'

const summaries = new Map<string, string>(
  Object.entries(areas as Record<string, Record<string, Call>>).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, call]) => [`${area}.${name}`, call.summary] as const),
  ),
)

export const monitoringRoutes = implement(
  'monitoring',
  monitoringCalls,
)({
  overview: async ({ db, platform }) => {
    const now = Date.now()
    const processes = await allProcesses(db)
    const figures = await databaseFigures(db)
    const long = await longRunning(db)
    const waits = await lockWaits(db)
    const slow = figures.counts_statements ? await slowStatements(db) : null
    const tables = await largestTables(db)
    const dispatch = await dispatchFigures(db)
    const leases = await cityLeases(db)
    const others = await otherFigures(db)
    const queues = await jobFigures(db)
    const [ledger] = await lastChecks(db, 1)
    const present = processes.filter((row) => !isGone(row.silent_s))
    const counts = sumCounts(present.map((row) => row.state.calls))
    const calls = Object.entries(counts)
      .map(([call, count]) => callRow(call, summaries.get(call) ?? '', count, percentileMs(count, 95)))
      .sort((a, b) => b.calls - a.calls)
    const sum = (what: 'calls' | 'refused' | 'faults') => calls.reduce((total, row) => total + row[what], 0)
    return {
      at: new Date(now).toISOString(),
      processes: processes.map((row) => ({
        instance: row.instance,
        host: row.host,
        pid: row.pid,
        startedAt: row.started_at.toISOString(),
        seenAt: row.seen_at.toISOString(),
        gone: isGone(row.silent_s),
        self: row.instance === platform.instance,
        node: row.state.node,
        eventLoop: row.state.eventLoop,
        memory: row.state.memory,
        cpuBp: row.state.cpuBp,
        liveStreams: row.state.liveStreams,
        pools: row.state.pools,
      })),
      database: {
        version: figures.version,
        sizeB: figures.size_b,
        startedAt: figures.started_at.toISOString(),
        connections: {
          used: figures.used,
          max: figures.max,
          active: figures.active,
          idle: figures.idle,
          idleInTransaction: figures.in_transaction,
        },
        cacheHitBp: figures.hit_bp,
        deadlocks: figures.deadlocks,
        longRunning: long.map((row) => ({
          pid: row.pid,
          role: row.role,
          state: row.state,
          ageS: row.age_s,
          waitingFor: row.waiting_for,
          statement: row.statement,
        })),
        locks: waits.map((row) => ({
          pid: row.pid,
          blockedBy: row.blocked_by,
          relation: row.relation,
          ageS: row.age_s,
          statement: row.statement,
        })),
        slowStatements:
          slow?.map((row) => ({ statement: row.statement, calls: row.calls, meanMs: row.mean_ms, totalMs: row.total_ms })) ?? null,
        tables: tables.map((row) => ({
          name: row.name,
          sizeB: row.size_b,
          rows: row.rows,
          deadRows: row.dead_rows,
          lastVacuumAt: row.vacuumed_at?.toISOString() ?? null,
        })),
      },
      jobs: latestOf(present.flatMap((row) => row.state.jobs.map((job) => ({ ...job, instance: row.instance })))).map((job) => ({
        ...job,
        late: isLate(job, now),
      })),
      queues: queues.map((row) => ({
        kind: row.kind,
        waiting: row.waiting,
        running: row.running,
        failed: row.failed,
        oldestS: row.oldest_s,
      })),
      liveStreams: present.reduce((total, row) => total + row.state.liveStreams, 0),
      signedIn: { operators: others.operators, drivers: others.drivers },
      dispatch: {
        openSearches: dispatch.open,
        overdueSearches: dispatch.overdue,
        oldestSearchS: dispatch.oldest_s,
        pendingOffers: dispatch.offers,
        driversOnDuty: dispatch.on_duty,
        silentDrivers: dispatch.silent,
        leases: leases.map((row) => ({ cityId: row.city_id, cityName: row.name, holder: row.holder, expiresInS: row.expires_in_s })),
      },
      sms: {
        waiting: others.sms_waiting,
        oldestS: others.sms_oldest_s,
        failed: platform.settings.sms || others.sms_services > 0 ? others.sms_failed : 0,
        provider: platform.settings.sms || others.sms_services > 0 ? ('HTTP' as const) : ('OUTBOX' as const),
      },
      ledger: ledger ? ledgerCheckView(ledger) : null,
      calls,
      totals: {
        calls: sum('calls'),
        refused: sum('refused'),
        faults: sum('faults'),
        faultBp: rateBp(sum('faults'), sum('calls')),
        windowS: WINDOW_S,
      },
    }
  },
  ledger: async ({ db }) => {
    const checks = await lastChecks(db, 10)
    const checked = checks[0] ? (await findingsOf(db, checks[0].check_id)).checked : []
    return { checks: checks.map(ledgerCheckView), checked: ledgerFindings.parse(checked) }
  },
  checkLedger: async ({ db, operator, platform, fail, audit }) => {
    const found = await runLedgerCheck(platform, db, operator.userId)
    if (!found) return fail('monitoring.checkRunning')
    audit({ object: 'ledger', objectId: '', after: found })
    return found
  },
})
