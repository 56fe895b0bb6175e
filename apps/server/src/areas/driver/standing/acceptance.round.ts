import type { Database } from '#platform/database/db'
import type { Round } from '#platform/jobs/rounds'
import { countOffers, takeOffers } from './acceptance.queries.ts'

/** Counts how drivers answered what they were offered since the last time. */
async function countAcceptance({ db }: { db: Database }, signal?: AbortSignal): Promise<void> {
  for (let more = true; more; ) {
    signal?.throwIfAborted()
    more = await db.acrossTenants(async (tx) => {
      const step = await takeOffers(tx)
      if (step) await countOffers(tx, step)
      return step !== null
    })
  }
}

export const acceptanceRound: Round = { name: 'driver.acceptance', everyS: 60, work: countAcceptance }
