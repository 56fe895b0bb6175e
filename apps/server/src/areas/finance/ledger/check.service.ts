import type { Database } from '#platform/database/db'
import { type ChainHead, type Checked, type Finding, findBroken, type LedgerSize } from './check.queries.ts'

export interface LedgerHealth extends LedgerSize {
  sound: boolean
  checked: Checked[]
  /** Sums that only one side has and that two people noted without a posting. */
  noted: Finding[]
  heads: ChainHead[]
}
/** Asserts the invariants of every tenant's ledger on one snapshot; changes nothing. */
export const checkLedger = (db: Database): Promise<LedgerHealth> =>
  db.acrossTenants(async (tx) => {
    const found = await findBroken(tx)
    return { ...found, sound: found.checked.every(({ findings }) => findings.length === 0) }
  })
