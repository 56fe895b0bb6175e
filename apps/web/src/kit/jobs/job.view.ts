import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type JobState, type jobCalls, jobStateText } from '@chauffeur/contract/operations/job'
import { t, tr } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import type { Tone } from '#ui/show/tag.tsx'

export type JobRow = AnswerOf<typeof jobCalls.list>['rows'][number]
/** How far something is. */
export interface Progress {
  done: number
  /** Null while it is not known. */
  total: number | null
}

export const jobTone: Record<JobState, Tone> = { WAITING: 'wait', RUNNING: 'run', DONE: 'done', FAILED: 'lost', CANCELLED: 'off' }
export const isUnderWay = ({ state }: { state: JobState }): boolean => state === 'WAITING' || state === 'RUNNING'
export const jobStateWords = ({ state, cancelling }: Pick<JobRow, 'state' | 'cancelling'>): string =>
  cancelling ? t('正在取消') : tr(jobStateText[state])

/** In whole per cent, not 100 before it is; null while the whole is not known. */
export function percentOf({ done, total }: Progress): number | null {
  if (total === null) return null
  return total <= 0 ? 100 : Math.min(done >= total ? 100 : 99, Math.floor((done / total) * 100))
}
export const progressWords = ({ done, total }: Progress): string =>
  total === null ? t('已处理 {n}', { n: countText(done) }) : `${countText(done)} / ${countText(total)}`

/** Those of the newer answer that have ended since the one before; none of the first answer. */
export function endedSince(before: readonly JobRow[] | undefined, now: readonly JobRow[]): JobRow[] {
  if (!before) return []
  const known = new Map(before.map((job) => [job.jobId, job]))
  const newest = before.reduce((id, job) => (BigInt(job.jobId) > id ? BigInt(job.jobId) : id), 0n)
  return now.filter((job) => {
    if (isUnderWay(job)) return false
    const was = known.get(job.jobId)
    return was ? isUnderWay(was) : BigInt(job.jobId) > newest
  })
}
