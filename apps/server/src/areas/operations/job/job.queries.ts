import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import type { JobDb } from '#platform/jobs/job.queries'
import { countUpToLimit } from '#platform/list/page'

interface Which {
  /** Null for those of everybody in sight. */
  askedBy: string | null
  state?: string | undefined
  kind?: string | undefined
  /** Waiting or running, or ended. */
  open?: boolean | undefined
}

const those = ({ askedBy, state, kind, open }: Which) => sql<JobDb>`
  select * from jobs where (${askedBy}::bigint is null or asked_by = ${askedBy}) and (${state ?? null}::text is null or state = ${state ?? null})
    and (${kind ?? null}::text is null or kind = ${kind ?? null})
    and (${open ?? null}::boolean is null or (state in ('WAITING', 'RUNNING')) = ${open ?? null})
  order by job_id desc`

export const listJobs = async (db: TenantDb, which: Which, limit: number, offset: number): Promise<JobDb[]> =>
  (await sql<JobDb>`${those(which)} limit ${limit} offset ${offset}`.execute(db)).rows

export const countJobs = (db: TenantDb, which: Which): Promise<number> =>
  countUpToLimit(db, { limit: (most) => sql`(${those(which)} limit ${most})` })
