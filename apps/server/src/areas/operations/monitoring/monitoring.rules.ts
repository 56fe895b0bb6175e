const GONE_AFTER_S = 30
/** A job may be late by its own pause and a little more before it is called so. */
const LATE_PAUSES = 3
const LATE_BEYOND_S = 10

export const isGone = (silentS: number): boolean => silentS > GONE_AFTER_S
export const isLate = (job: { everyS: number; lastStartedAt: string | null }, now: number): boolean =>
  job.lastStartedAt !== null && now - Date.parse(job.lastStartedAt) > (job.everyS * LATE_PAUSES + LATE_BEYOND_S) * 1000

/** Of what processes take turns at only the last turn says anything; of the rest, what each process says. */
export function latestOf<T extends { name: string; shared: boolean; lastStartedAt: string | null }>(jobs: readonly T[]): T[] {
  const began = ({ lastStartedAt }: T) => (lastStartedAt === null ? 0 : Date.parse(lastStartedAt))
  return jobs.filter((job) => !job.shared || !jobs.some((other) => other.name === job.name && began(other) > began(job)))
}

/** A part in basis points; nothing of nothing is 0. */
export const rateBp = (part: number, of: number): number => (of === 0 ? 0 : Math.round((part * 10_000) / of))

export const callRow = (
  call: string,
  summary: string,
  count: { calls: number; refused: number; faults: number; totalMs: number; maxMs: number },
  p95Ms: number,
) => ({
  call,
  summary,
  calls: count.calls,
  refused: count.refused,
  faults: count.faults,
  faultBp: rateBp(count.faults, count.calls),
  meanMs: count.calls === 0 ? 0 : count.totalMs / count.calls,
  p95Ms,
  maxMs: count.maxMs,
})
