import { eachDue } from '#platform/jobs/each'
import type { Platform } from '#platform/http/implement'
import type { QueueSpec } from '#platform/jobs/queue'
import type { Round } from '#platform/jobs/rounds'
import { beginPairs, forgetNames, livePairs, numbersToAsk, strayOf } from './binding.queries.ts'
import { type Pairing, releaseStray, work } from './binding.service.ts'
import { fetchRecordings } from './recording.service.ts'

const LIMIT = 100
const AT_ONCE = 10

/** Binds, changes, extends and releases what is due; gives how many pairs were looked at. */
export async function keepPairs(pairing: Pairing & Partial<Pick<Platform, 'poke'>>): Promise<number> {
  await beginPairs(pairing.db)
  const seen = await eachDue(
    {
      read: (except, limit) => livePairs(pairing.db, except, limit),
      idOf: ({ tenant_id, binding_id }) => `${tenant_id}/${binding_id}`,
      limit: LIMIT,
      atOnce: AT_ONCE,
    },
    (pair) => work(pairing, pair),
  )
  if (seen > 0) pairing.poke?.()
  return seen
}

/** A number is asked about so often. */
const ASK_EVERY_S = 600
const NUMBERS = 20
/** What the provider has bound is held against what stands here: nothing stays bound that nobody needs, whatever became of whom. */
export async function sweepNumbers(pairing: Pairing, everyS = ASK_EVERY_S): Promise<number> {
  let released = 0
  await eachDue(
    {
      read: () => numbersToAsk(pairing.db, everyS, NUMBERS),
      idOf: ({ tenant_id, number }) => `${tenant_id}/${number}`,
      limit: NUMBERS,
      atOnce: 2,
    },
    async ({ tenant_id, number }) => {
      const stray = await releaseStray(pairing, tenant_id, number, (bound) => strayOf(pairing.db, tenant_id, bound))
      released += stray
    },
  )
  await forgetNames(pairing.db)
  return released
}

/** Drivers and customers wait for their number, and not behind anybody's report. */
const numbersQueue: QueueSpec = { name: 'numbers', once: true }
export const numberRounds: readonly Round[] = [
  { name: 'numbers.pairs', everyS: 1, queue: numbersQueue, work: keepPairs },
  { name: 'numbers.recordings', everyS: 5, queue: numbersQueue, work: fetchRecordings },
  { name: 'numbers.sweep', everyS: 60, queue: numbersQueue, work: (platform) => sweepNumbers(platform) },
]
