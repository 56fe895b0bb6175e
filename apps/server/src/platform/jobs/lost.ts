import { wholeTenant } from '#platform/database/scope'
import { jobsWithoutEntry, waitAnew } from './job.queries.ts'
import type { Queue } from './queue.ts'
import type { Round } from './rounds.ts'
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
