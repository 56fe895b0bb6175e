import type { JobKind } from '#platform/jobs/kind'
import { importJob } from './import.job.ts'
import type { ImportKind } from './kind.ts'

/** What this program can bring in, and the job that does it. */
export interface Imports {
  kinds: readonly ImportKind[]
  job: JobKind<{ importId: string; undo: boolean; origin?: string | undefined }>
}

export const importsOf = (kinds: readonly ImportKind[]): Imports => ({ kinds, job: importJob(kinds) })
