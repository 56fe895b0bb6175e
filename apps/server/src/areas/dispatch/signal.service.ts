import type { Database } from '#platform/db'
import { driversWithOffers } from './offer.queries.ts'

interface Hub {
  waiting: Map<string, Set<() => void>>
  poll: NodeJS.Timeout | null
}
/** One per database handle: who waits in this process, and for what. */
const hubs = new WeakMap<Database, Hub>()
const hubOf = (db: Database): Hub => {
  let hub = hubs.get(db)
  if (!hub) hubs.set(db, (hub = { waiting: new Map(), poll: null }))
  return hub
}
const keyOf = (tenantId: string, driverId: string) => `${tenantId}/${driverId}`
/** How late an offer that another process made may be noticed. */
const POLL_MS = 2_000

export function tellOffered(db: Database, tenantId: string, driverId: string): void {
  for (const wake of hubOf(db).waiting.get(keyOf(tenantId, driverId)) ?? []) wake()
}

/** Fulfils when the driver may have an offer, or after `ms`. No connection is held meanwhile: one query every two seconds serves all who wait. */
export async function waitForOffer(db: Database, tenantId: string, driverId: string, ms: number): Promise<void> {
  const hub = hubOf(db)
  const key = keyOf(tenantId, driverId)
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const others = hub.waiting.get(key)
  if (others) others.add(resolve)
  else hub.waiting.set(key, new Set([resolve]))
  hub.poll ??= startPoll(db, hub)
  await promise
  clearTimeout(timer)
  const mine = hub.waiting.get(key)
  mine?.delete(resolve)
  if (mine?.size === 0) hub.waiting.delete(key)
}

function startPoll(db: Database, hub: Hub): NodeJS.Timeout {
  const poll = async () => {
    try {
      for (const { tenant_id, driver_id } of await driversWithOffers(db)) tellOffered(db, tenant_id, driver_id)
    } catch {
      // The database is away: whoever waits is answered by their own next read.
    }
    hub.poll = hub.waiting.size > 0 ? later() : null
  }
  const later = () => setTimeout(() => void poll(), POLL_MS).unref()
  return later()
}
