import type { JobKind } from '#platform/jobs/kind'
import { imports } from './imports.ts'

/** Every kind of job that this program knows. */
export const jobKinds: readonly JobKind[] = [imports.job as JobKind]
