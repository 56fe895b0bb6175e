import type { Database } from '#platform/db'
import { type Checked, findBroken } from './check.queries.ts'

export interface LedgerHealth {
  sound: boolean
  checked: Checked[]
  accounts: number
  entries: number
}
/** Asserts the invariants of every tenant's ledger on one snapshot; changes nothing. */
export const checkLedger = (db: Database): Promise<LedgerHealth> =>
  db.acrossTenants(async (tx) => {
    const found = await findBroken(tx)
    return { ...found, sound: found.checked.every(({ findings }) => findings.length === 0) }
  })
