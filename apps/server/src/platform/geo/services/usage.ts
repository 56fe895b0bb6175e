import { setTimeout as sleep } from 'node:timers/promises'
import type { MapFailure } from '@chauffeur/contract/kernel/map-failure'
import type { Database } from '../../database/db.ts'

/** The day of the providers' quotas. */
const TODAY = `(now() at time zone 'Asia/Shanghai')::date`
/** Whoever waits for an address waits no longer than this for their turn. */
const LONGEST_WAIT_MS = 2_000

interface Counted {
  entry: string
  tenantId: string | null
}

/**
 * Counts one request of an entry, in all processes: false where its day is used up, or where too many wait. `everyMs` is what has to lie between
 * two requests.
 */
export async function takeTurn(
  db: Database,
  { entry, tenantId }: Counted,
  { dailyQuota, everyMs = 0 }: { dailyQuota: number | null; everyMs?: number },
): Promise<boolean> {
  const { rows } = await db.platform.query<{ wait_ms: number }>(
    `insert into map_service_days as d (entry, day, tenant_id, asked, free_at)
     values ($1, ${TODAY}, $2, 1, clock_timestamp() + make_interval(secs => $4::float8 / 1000))
     on conflict (entry, day) do update
       set asked = d.asked + 1, free_at = greatest(d.free_at, clock_timestamp()) + make_interval(secs => $4::float8 / 1000)
       where ($3::int is null or d.asked < $3) and d.free_at <= clock_timestamp() + make_interval(secs => $5::float8 / 1000)
     returning extract(epoch from free_at - clock_timestamp())::float8 * 1000 - $4::float8 as wait_ms`,
    [entry, tenantId, dailyQuota, everyMs, LONGEST_WAIT_MS],
  )
  const turn = rows[0]
  if (turn && everyMs > 0 && turn.wait_ms > 0) await sleep(turn.wait_ms)
  return turn !== undefined
}

export const noteFailure = (db: Database, { entry, tenantId }: Counted, { why, reason }: MapFailure) =>
  db.platform.query(
    `insert into map_service_days as d (entry, day, tenant_id, failed, last_failure, last_reason, last_failed_at) values ($1, ${TODAY}, $2, 1, $3, $4, now())
     on conflict (entry, day) do update set failed = d.failed + 1, last_failure = $3, last_reason = $4, last_failed_at = now()`,
    [entry, tenantId, why, reason ?? ''],
  )

export interface Usage {
  entry: string
  asked: number
  failed: number
  last_failure: string
  last_reason: string
  last_failed_at: Date | null
}

/** What entries were asked today. */
export const usageOf = async (db: Database, entries: readonly string[]): Promise<Map<string, Usage>> => {
  const { rows } = await db.platform.query<Usage>(
    `select entry, asked, failed, last_failure, last_reason, last_failed_at from map_service_days where entry = any ($1) and day = ${TODAY}`,
    [entries],
  )
  return new Map(rows.map((row) => [row.entry, row]))
}
