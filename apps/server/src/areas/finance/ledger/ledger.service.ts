import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { insertEntry, insertLines, moveBalance, type NewEntry, type NewLine, openAccounts } from './ledger.queries.ts'
import { type Account, deltaOf, entryProblem, inLockOrder, type Line } from './posting.rules.ts'

/** `again`: this step was posted before and nothing changed. `refused`: this account has not so much, or is closed or frozen. */
export type Posted = { done: 'posted' | 'again' } | { refused: Account }

/** For an entry that no account has a reason to refuse: one that does is a fault, which takes the work back. */
export function mustBePosted(posted: Posted, what: string): void {
  if ('refused' in posted) throw new Error(`${what} could not be posted: the ${posted.refused.kind} account is shut or has too little.`)
}

/**
 * Posts one entry in the caller's transaction. Accounts are the last rows a transaction locks: after the order, its search, the booking,
 * offers and drivers. A refused posting leaves half an entry behind, so the caller rolls back.
 */
export async function post(own: TenantTx, entry: NewEntry, lines: readonly Line[]): Promise<Posted> {
  const tx = whole(own)
  const problem = entryProblem(lines)
  if (problem) throw new Error(`${entry.businessType} ${entry.businessId} ${entry.step} cannot be posted: ${problem}.`)
  const entryId = await insertEntry(tx, entry)
  if (entryId === null) return { done: 'again' }
  const ordered = inLockOrder(lines)
  await openAccounts(
    tx,
    entry.tenantId,
    ordered.map(({ account }) => account),
  )
  const moved: NewLine[] = []
  for (const line of ordered) {
    const after = await moveBalance(tx, entry.tenantId, line.account, deltaOf(line))
    if (!after) return { refused: line.account }
    moved.push({ ...after, side: line.side, amountFen: line.amountFen })
  }
  await insertLines(tx, entry.tenantId, entryId, moved)
  return { done: 'posted' }
}
