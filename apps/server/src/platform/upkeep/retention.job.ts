import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../http/implement.ts'
import type { Round } from '../jobs/rounds.ts'
import { type KeepSettings, retention } from './retention.ts'

const EVERY_S = 3_600
/** Few enough that nobody waits for them, and that live events are not held. */
const STEP = 2_000
/** Of a round, for one table: what is left then is left for the next. */
const ROUND_S = 300

export interface Removed {
  table: string
  rows: number
}

/** Tables whose rows the job removes, with the days they are kept. */
const aged = (keep: KeepSettings) =>
  Object.entries(retention).flatMap(([table, kept]) =>
    'days' in kept ? [{ table, ...kept, days: typeof kept.days === 'number' ? kept.days : keep[kept.days] }] : [],
  )

/**
 * One round: what is past its time goes, a step at a time, with as long a pause after each as it took. A table that cannot be cleared
 * does not hold up the others. `asOf` is the moment that is compared with, the database's own now without one.
 */
export async function removeOld(
  { db, settings, ticks }: Pick<Platform, 'db' | 'settings' | 'ticks'>,
  {
    asOf,
    step = STEP,
    stopped = () => false,
    onError,
  }: { asOf?: Date; step?: number; stopped?: () => boolean; onError(error: unknown): void },
): Promise<Removed[]> {
  const removed: Removed[] = []
  for (const { table, days, since, only } of aged(settings)) {
    if (stopped()) break
    const work = async () => {
      const until = performance.now() + ROUND_S * 1000
      for (let full = true; full && !stopped() && performance.now() < until; ) {
        const began = performance.now()
        const { rowCount } = await db.platform.query(
          `delete from ${table} where ctid = any (array(
             select ctid from ${table} where ${since} < coalesce($1::timestamptz, now()) - make_interval(days => $2)${only ? ` and ${only}` : ''}
             order by ${since} limit $3 for update skip locked))`,
          [asOf?.toISOString() ?? null, days, step],
        )
        removed.push({ table, rows: rowCount ?? 0 })
        counted.set(table, (counted.get(table) ?? 0) + (rowCount ?? 0))
        full = rowCount === step
        if (full) await sleep(performance.now() - began)
      }
    }
    await ticks.run(`retention.${table}`, EVERY_S, work).catch(onError)
  }
  if (!stopped()) await ticks.run('retention.operation_logs', EVERY_S, () => tendLog(db, settings, asOf)).catch(onError)
  return removed
}

/** Partitions of the coming months are there; those past their time go whole. */
async function tendLog(db: Platform['db'], { logKeepMonths }: KeepSettings, asOf: Date | undefined) {
  const moment = asOf?.toISOString() ?? null
  for (;;) {
    const { rows } = await db.platform.query<{ made: string | null }>(
      'select extend_operation_logs(coalesce($1::timestamptz, now())) as made',
      [moment],
    )
    if (!rows[0]!.made) break
  }
  for (;;) {
    const { rows } = await db.platform.query<{ dropped: string | null }>('select drop_operation_logs($1) as dropped', [logKeepMonths])
    if (!rows[0]!.dropped) return
    counted.set('operation_logs', (counted.get('operation_logs') ?? 0) + 1)
  }
}

const counted = new Map<string, number>()
/** Rows, and of the operation log partitions, that this process removed. */
export const removedSoFar = (): ReadonlyMap<string, number> => counted

/** What is past its time goes, once an hour. */
export const retentionRound: Round = {
  name: 'retention',
  everyS: EVERY_S,
  work: async (platform, signal) => {
    const faults: unknown[] = []
    await removeOld(platform, { stopped: () => signal.aborted, onError: (error) => faults.push(error) })
    if (faults.length) throw faults[0]
  },
}
