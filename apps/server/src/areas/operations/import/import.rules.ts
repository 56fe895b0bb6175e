import type { ImportState } from '#platform/import/import.queries'
import type { JobState } from '#platform/jobs/job.queries'

const UNDO_MS = 86_400_000

interface Import {
  state: ImportState
  ended_at: Date | null
  refused_id: string | null
}

/** Until when it can be undone; null where it is not at an end, or was undone. */
export function undoUntil({ state, ended_at }: Import): Date | null {
  return state === 'DONE' && ended_at ? new Date(ended_at.getTime() + UNDO_MS) : null
}

/** A job that was cancelled or failed left a part of its rows: it can be gone on with, from the list of jobs, or taken back. */
export function importActions(made: Import, job: JobState | null, now: Date): ('RUN' | 'UNDO' | 'TAKE_REFUSED')[] {
  const until = undoUntil(made)
  const brokenOff = made.state === 'RUNNING' && (job === 'CANCELLED' || job === 'FAILED')
  return [
    ...(made.state === 'READ' ? (['RUN'] as const) : []),
    ...((until && until > now) || brokenOff ? (['UNDO'] as const) : []),
    ...(made.refused_id ? (['TAKE_REFUSED'] as const) : []),
  ]
}
