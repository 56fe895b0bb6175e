import type { JobKind } from '#platform/jobs/kind'

/** Every kind of job that this program knows. */
export const jobKinds: readonly JobKind[] = []
