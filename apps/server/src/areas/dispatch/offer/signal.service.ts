import type { Database } from '#platform/database/db'
import { driversWithOffers } from '../search/index.ts'

interface Hub {
  waiting: Map<string, Set<(goOn: boolean) => void>>
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

/** Whoever waits in this process for an offer to this driver looks for it now. */
export function tellOffered(db: Database, tenantId: string, driverId: string): void {
  for (const wake of hubOf(db).waiting.get(keyOf(tenantId, driverId)) ?? []) wake(true)
}

/** The server stops: whoever waits is answered now. */
export function endWaiting(db: Database): void {
  for (const waiters of hubOf(db).waiting.values()) for (const wake of waiters) wake(false)
}

export interface Listening {
  /** Fulfils when an offer may have come since listening began or was last asked, or after `ms`; with false when there is no point in waiting on. */
  woken(ms: number): Promise<boolean>
  stop(): void
}

/** Hears of a driver's offers from now on. No connection is held meanwhile: one query every two seconds serves all who wait. */
export function listenForOffers(db: Database, tenantId: string, driverId: string): Listening {
  const hub = hubOf(db)
  const key = keyOf(tenantId, driverId)
  let heard: boolean | null = null
  let waiting: ((goOn: boolean) => void) | null = null
  const wake = (goOn: boolean) => {
    if (waiting) waiting(goOn)
    else heard = goOn
  }
  const others = hub.waiting.get(key) ?? new Set()
  hub.waiting.set(key, others.add(wake))
  hub.poll ??= startPoll(db, hub)
  return {
    woken: async (ms) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => resolve(true), ms)
      if (heard !== null) resolve(heard)
      waiting = resolve
      const goOn = await promise
      clearTimeout(timer)
      waiting = null
      heard = null
      return goOn
    },
    stop: () => {
      others.delete(wake)
      if (others.size === 0 && hub.waiting.get(key) === others) hub.waiting.delete(key)
      // Nobody hears any more: whoever still waits does not do so to the end of their minutes.
      waiting?.(false)
    },
  }
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
