import type { Platform } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { keylessCustomers, writeKeys } from './search.queries.ts'

/** At a time: some hundred milliseconds. */
const SOME = 2_000

/** Makes customers findable who came or changed otherwise than on their own screens, and all whose keys a migration took away. */
export async function keyCustomers({ db }: Pick<Platform, 'db'>, signal?: AbortSignal): Promise<void> {
  let keyed = SOME
  while (keyed === SOME && !signal?.aborted)
    keyed = await db.acrossTenants(async (tx) => {
      const customers = await keylessCustomers(tx, SOME)
      if (customers.length > 0) await writeKeys(tx, customers)
      return customers.length
    })
}

export const searchRound: Round = { name: 'customer.keys', everyS: 10, work: keyCustomers }
