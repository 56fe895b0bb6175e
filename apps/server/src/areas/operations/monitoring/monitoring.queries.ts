import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'
import type { ProcessState } from '#platform/process/process-state'

/** Texts of statements are cut: they are there to be recognised. */
const STATEMENT = 300

export const allProcesses = async (tx: PlatformDb) => {
  const rows = await tx
    .selectFrom('processes')
    .select([
      'instance',
      'host',
      'pid',
      'started_at',
      'seen_at',
      'state',
      sql<number>`extract(epoch from now() - seen_at)::float8`.as('silent_s'),
    ])
    .orderBy('started_at')
    .execute()
  return rows.map((row) => ({ ...row, state: row.state as unknown as ProcessState }))
}

interface DatabaseFigures {
  version: string
  size_b: number
  started_at: Date
  used: number
  max: number
  active: number
  idle: number
  in_transaction: number
  hit_bp: number
  deadlocks: number
  counts_statements: boolean
}
export const databaseFigures = async (tx: PlatformDb): Promise<DatabaseFigures> =>
  (
    await sql<DatabaseFigures>`
      select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size_b, pg_postmaster_start_time() as started_at,
        a.used, current_setting('max_connections')::int as max, a.active, a.idle, a.in_transaction,
        case when d.blks_hit + d.blks_read = 0 then 10000 else (d.blks_hit * 10000 / (d.blks_hit + d.blks_read))::int end as hit_bp,
        d.deadlocks::int as deadlocks, to_regclass('pg_stat_statements') is not null as counts_statements
      from pg_stat_database d, (select count(*)::int as used, (count(*) filter (where state = 'active'))::int as active, (count(*) filter (where state = 'idle'))::int as idle,
        (count(*) filter (where state like 'idle in transaction%'))::int as in_transaction
        from pg_stat_activity where datname = current_database() and backend_type = 'client backend') a
      where d.datname = current_database()`.execute(tx)
  ).rows[0]!

interface LongRunning {
  pid: number
  role: string
  state: string
  age_s: number
  waiting_for: string
  statement: string
}
export const longRunning = async (tx: PlatformDb) =>
  (
    await sql<LongRunning>`
      select pid, coalesce(usename, '') as role, state, extract(epoch from now() - coalesce(xact_start, query_start))::float8 as age_s,
        coalesce(wait_event_type || ': ' || wait_event, '') as waiting_for, coalesce(left(query, ${STATEMENT}), '') as statement
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
        and coalesce(xact_start, query_start) < now() - interval '1 second'
      order by age_s desc limit 20`.execute(tx)
  ).rows

interface Waiting {
  pid: number
  blocked_by: number[]
  relation: string
  age_s: number
  statement: string
}
export const lockWaits = async (tx: PlatformDb) =>
  (
    await sql<Waiting>`
      select a.pid, pg_blocking_pids(a.pid) as blocked_by,
        coalesce((select l.relation::regclass::text from pg_locks l where l.pid = a.pid and not l.granted and l.relation is not null limit 1), '') as relation,
        greatest(0, extract(epoch from clock_timestamp() - a.query_start))::float8 as age_s, coalesce(left(a.query, ${STATEMENT}), '') as statement
      from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock' order by a.query_start limit 20`.execute(
      tx,
    )
  ).rows

interface Slow {
  statement: string
  calls: number
  mean_ms: number
  total_ms: number
}
export const slowStatements = async (tx: PlatformDb) =>
  (
    await sql<Slow>`
      select left(query, ${STATEMENT}) as statement, calls::float8 as calls, mean_exec_time as mean_ms, total_exec_time as total_ms
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time desc limit 15`.execute(
      tx,
    )
  ).rows

interface TableSize {
  name: string
  size_b: number
  rows: number
  dead_rows: number
  vacuumed_at: Date | null
}
export const largestTables = async (tx: PlatformDb) =>
  (
    await sql<TableSize>`
      select relname as name, pg_total_relation_size(relid)::float8 as size_b, n_live_tup::float8 as rows, n_dead_tup::float8 as dead_rows,
        greatest(last_vacuum, last_autovacuum) as vacuumed_at
      from pg_stat_user_tables order by 2 desc limit 12`.execute(tx)
  ).rows

interface DispatchFigures {
  open: number
  overdue: number
  oldest_s: number
  offers: number
  on_duty: number
  silent: number
}
export const dispatchFigures = async (tx: PlatformDb) =>
  (
    await sql<DispatchFigures>`
      select (select count(*)::int from dispatch_searches where state = 'OPEN') as open,
        (select count(*)::int from dispatch_searches where state = 'OPEN' and next_round_at < now() - interval '10 seconds') as overdue,
        (select coalesce(extract(epoch from now() - min(started_at)), 0)::int from dispatch_searches where state = 'OPEN') as oldest_s,
        (select count(*)::int from offers where result = 'SENT') as offers,
        count(*)::int as on_duty,
        (count(*) filter (where p.received_at is null or p.received_at < now() - interval '2 minutes'))::int as silent
      from drivers d left join driver_positions p on p.tenant_id = d.tenant_id and p.driver_id = d.driver_id where d.work_status <> 'OFFLINE'`.execute(
      tx,
    )
  ).rows[0]!

export const cityLeases = (tx: PlatformDb) =>
  tx
    .selectFrom('dispatch_leases')
    .innerJoin('cities', 'cities.city_id', 'dispatch_leases.city_id')
    .select(['cities.city_id', 'cities.name', 'holder', sql<number>`extract(epoch from until - now())::float8`.as('expires_in_s')])
    .orderBy('cities.city_id')
    .execute()

interface Others {
  operators: number
  drivers: number
  sms_waiting: number
  sms_oldest_s: number
  sms_failed: number
  sms_services: number
}
/** Sessions of the last 15 minutes, and text messages: those on their way, and those of the last day that nobody took in time. */
export const otherFigures = async (tx: PlatformDb) =>
  (
    await sql<Others>`
      select s.operators, s.drivers, m.waiting as sms_waiting, m.oldest_s as sms_oldest_s, m.failed as sms_failed,
        (select count(*)::int from sms_services where enabled) as sms_services from
        (select (count(*) filter (where kind = 'OPERATOR'))::int as operators, (count(*) filter (where kind = 'DRIVER'))::int as drivers
          from sessions where ended_at is null and last_active_at > now() - interval '15 minutes') s,
        (select (count(*) filter (where send_before > now()))::int as waiting,
          coalesce(extract(epoch from now() - min(created_at) filter (where send_before > now())), 0)::int as oldest_s,
          (count(*) filter (where send_before <= now() and created_at > now() - interval '1 day'))::int as failed
          from sms_outbox where sent_at is null) m`.execute(tx)
  ).rows[0]!

interface JobsOfKind {
  kind: string
  waiting: number
  running: number
  failed: number
  oldest_s: number
}
/** Work behind requests by kind: what is open, and what failed within a day. */
export const jobFigures = async (tx: PlatformDb) =>
  (
    await sql<JobsOfKind>`
      select kind, (count(*) filter (where state = 'WAITING'))::int as waiting, (count(*) filter (where state = 'RUNNING'))::int as running,
        (count(*) filter (where state = 'FAILED'))::int as failed,
        coalesce(extract(epoch from now() - min(created_at) filter (where state in ('WAITING', 'RUNNING'))), 0)::int as oldest_s
      from jobs where state in ('WAITING', 'RUNNING') or ended_at > now() - interval '1 day'
      group by kind order by kind`.execute(tx)
  ).rows
