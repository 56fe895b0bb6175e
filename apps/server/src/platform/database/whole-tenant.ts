import type { TenantTx, WholeTx } from './db.ts'
import type { Scope } from './scope.ts'

export type Sight = Pick<Scope, 'cities' | 'orgs' | 'channel' | 'userId'>
const WHOLE: Sight = { cities: '*', orgs: '*', channel: '*' }

interface Sighted {
  sight: Sight
  /** A handle on the same transaction that sees this instead. */
  seeing: (sight: Sight) => TenantTx
  whole?: WholeTx
}
/** What each handle on a transaction sees. */
export const sights = new WeakMap<TenantTx, Sighted>()
const sightedOf = (tx: TenantTx): Sighted => {
  const own = sights.get(tx)
  if (!own) throw new Error('Only a transaction of Database.write can look further than its scope.')
  return own
}

/**
 * The same transaction as the whole tenant sees it, for what is the platform's act: an operator who cancels frees a driver of another fleet,
 * whom that operator may not see. The sight belongs to the handle: what is asked through the narrow one meanwhile stays narrow.
 */
export function whole(tx: TenantTx): WholeTx {
  const own = sightedOf(tx)
  const { cities, orgs, channel, userId } = own.sight
  if (cities === '*' && orgs === '*' && channel === '*') return tx as WholeTx
  return (own.whole ??= own.seeing({ ...WHOLE, ...(userId && { userId }) }) as WholeTx)
}

/** The same transaction as one user's own rows are seen: whoever ends somebody's job tells that person's windows. */
export function withRowsOf(tx: TenantTx, userId: string): TenantTx {
  const own = sightedOf(tx)
  return own.seeing({ ...own.sight, userId })
}
