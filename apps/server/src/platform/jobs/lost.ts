import { type Database, prepared } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { jobsWithoutEntry, waitAnew } from './job.queries.ts'
import type { Queue } from './queue.ts'
import { queueOf, type Round, sendRounds } from './rounds.ts'
import { sendJob } from './run.ts'

/** Jobs that are open and that nothing in the queue stands for any more, after a restored dump or a fault of ours, are put in again. */
export const lostJobs = (queue: Queue): Round => ({
  name: 'jobs.lost',
  everyS: 60,
  work: async ({ db }) => {
    for (const job of await jobsWithoutEntry(db.platform))
      await db.write(wholeTenant(job.tenant_id), async (tx) => {
        const waiting = await waitAnew(tx, job)
        if (waiting) await sendJob(queue, tx, waiting)
      })
  },
})

const LOST_ROUNDS_SQL = `select round.name
  from unnest($1::text[], $2::text[]) as round (queue, name)
  where not exists (
    select from pgboss.job
    where job.name = round.queue and job.singleton_key = round.name and job.state < 'completed'
  )`

/** Rounds that nothing in the queue stands for are put in again: an older process beside this one throws away what it does not know. */
export async function putInLostRounds(db: Database, queue: Queue, rounds: readonly Round[]): Promise<void> {
  const asked = [rounds.map((round) => queueOf(round).name), rounds.map(({ name }) => name)]
  const { rows } = await db.platform.query<{ name: string }>(prepared(LOST_ROUNDS_SQL, asked))
  const lost = rounds.filter(({ name }) => rows.some((row) => row.name === name))
  if (lost.length) await db.acrossTenants((tx) => sendRounds(queue, tx, lost))
}
