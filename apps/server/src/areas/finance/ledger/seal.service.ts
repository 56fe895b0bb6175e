import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/db'
import type { Round } from '#platform/jobs/rounds'
import { countSealed } from './ledger-days.queries.ts'
import { chainHeads, claimSealing, insertSeals, takeUnsealed } from './seal.queries.ts'

const AT_ONCE = 1_000

/**
 * Puts what was posted at the end of its tenant's chain, by one process at a time: whoever posts waits for nobody (ADR 0016). How many entries
 * were sealed.
 */
export async function sealEntries(db: Database): Promise<number> {
  let sealed = 0
  for (;;) {
    const step = await db.acrossTenants(async (tx) => {
      if (!(await claimSealing(tx))) return 0
      const taken = await takeUnsealed(tx, AT_ONCE)
      if (taken.length === 0) return 0
      const ends = new Map((await chainHeads(tx)).map((head) => [head.tenant_id, head]))
      const seals = taken.map((entry) => {
        const before = ends.get(entry.tenant_id)
        const hash = createHash('sha256')
        if (before) hash.update(before.chain_hash)
        const chain_hash = hash.update(entry.content_hash).digest()
        const seal = { ...entry, seq: String(BigInt(before?.seq ?? 0) + 1n), chain_hash }
        ends.set(entry.tenant_id, seal)
        return seal
      })
      await insertSeals(tx, seals)
      return seals.length
    })
    sealed += step
    if (step < AT_ONCE) return sealed
  }
}

/** Of one tenant in one step: a moment's work. */
const COUNTED_AT_ONCE = 5_000
/** An installation of years catches up over some rounds: meanwhile what is posted is sealed. */
const COUNTING_MS = 2_000
/** Counts what was sealed into the sums of its days. */
export async function countDays(db: Database): Promise<void> {
  const end = performance.now() + COUNTING_MS
  const step = () => db.acrossTenants(async (tx) => ((await claimSealing(tx)) ? countSealed(tx, COUNTED_AT_ONCE) : 0))
  while ((await step()) === COUNTED_AT_ONCE && performance.now() < end);
}

export const sealing: Round = {
  name: 'wallet.seal',
  everyS: 5,
  work: async ({ db }) => {
    await sealEntries(db)
    await countDays(db)
  },
}
