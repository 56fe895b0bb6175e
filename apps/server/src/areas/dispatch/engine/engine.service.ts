import { randomUUID } from 'node:crypto'
import type { Platform } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import { type BatchPlan, planBatch } from './batch.service.ts'
import { claimDueSearches, type DueSearch, dropLeases, claimQueues } from './lease.queries.ts'
import { flushPositions, loadPositions } from '#areas/driver/state'
import type { Match } from './policy.rules.ts'
import { keepQueue, type QueueWatch } from '../team/index.ts'
import { advanceSearch } from './round.service.ts'
import { endWaiting, tellOffered } from '../offer/index.ts'

export interface DispatchLog {
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
}
export interface Dispatcher {
  /** Finishes the step under way, answers drivers who wait for offers, gives its cities back and writes the positions held in memory. */
  stop(): Promise<void>
  /** A search may be due: a look follows within 25 ms, and once more when a slow transaction will have committed. */
  wake(cityId?: string): void
}
interface Options {
  log: DispatchLog
  tickMs?: number
  /** How long a city stays with a process that says nothing more; another takes over after it. */
  leaseS?: number
}

/** Queues are kept at every second tick. */
const QUEUE_TICKS = 2
const WAKE_MS = 25
const WAKE_AGAIN_MS = 200
/** Transactions at a time: the rest of the pool is for requests. */
const PARALLEL = 6

type Step = Pick<DueSearch, 'tenant_id' | 'search_id'> & { match?: Match }

/** Where a search in batch mode is due, every waiting order of its city that gathers for as long takes part, each with the driver that the whole is best served by. */
async function withPlans(platform: Platform, due: readonly DueSearch[], log: DispatchLog): Promise<Step[]> {
  const steps: Step[] = due.filter(({ batch }) => !batch)
  const cities = Map.groupBy(
    due.filter(({ batch }) => batch),
    ({ tenant_id, city_id }) => `${tenant_id}/${city_id}`,
  )
  for (const group of cities.values()) {
    const { tenant_id, city_id } = group[0]!
    const due = new Set(group.map(({ search_id }) => search_id))
    // Without a plan nobody is asked this time, and searches whose time is over end as always; other cities notice nothing.
    const plan = await planBatch(platform.db.reader(wholeTenant(tenant_id)), platform, { tenantId: tenant_id, cityId: city_id, due }).catch(
      (error: unknown): BatchPlan => {
        log.error({ err: error, tenantId: tenant_id, cityId: city_id }, 'the orders of a city could not be matched')
        return { searchIds: due, match: new Map() }
      },
    )
    for (const search_id of new Set([...plan.searchIds, ...due])) steps.push({ tenant_id, search_id, match: plan.match })
  }
  return steps
}

/**
 * Runs the searches of every city that no other process runs. Leases keep processes apart for the sake of order; that no driver is asked
 * twice and no search runs twice rests on row locks alone.
 */
export function startDispatch(platform: Platform, { log, tickMs = 1_000, leaseS = 6 }: Options): Dispatcher {
  const holder = randomUUID()
  const claimedAt = new Map<string, number>()
  /** Since when positions of a city come in here, ms of the server's clock. */
  const heardSince = new Map<string, number>()
  const watches = new Map<string, QueueWatch>()
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false
  let running: Promise<void> | null = null
  let keeping: Promise<void> | null = null
  let lookAgain = false
  let away = false

  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const step = async ({ tenant_id, search_id, match }: Step) => {
    try {
      const offered = await platform.db.write(wholeTenant(tenant_id), (tx) => advanceSearch(tx, platform, search_id, match))
      for (const driverId of offered) tellOffered(platform.db, tenant_id, driverId)
    } catch (error) {
      log.error({ err: error, searchId: search_id }, 'a search could not go on')
    }
  }
  const heldAt = (now: number) => [...claimedAt].filter(([, at]) => now - at < (leaseS * 1000) / 2).map(([city]) => city)
  const take = async (cities: readonly string[], held: readonly string[], now: number) => {
    for (const city of new Set(cities)) {
      if (held.includes(city)) continue
      if (now - (claimedAt.get(city) ?? Number.NEGATIVE_INFINITY) > leaseS * 1000) {
        heardSince.set(city, Date.now())
        // Positions the last holder received are in the database.
        await loadPositions(platform, city)
      }
      claimedAt.set(city, now)
    }
  }
  const pass = async () => {
    const now = performance.now()
    const held = heldAt(now)
    const due = await claimDueSearches(platform.db, holder, held, leaseS)
    await take(
      due.map(({ city_id }) => city_id),
      held,
      now,
    )
    const queue = (await withPlans(platform, due, log)).values()
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (const search of queue) await step(search)
      }),
    )
    if (due.length) platform.poke()
  }
  const look = () => {
    if (stopped) return
    if (running) {
      lookAgain = true
      return
    }
    running = platform.ticks
      .run('dispatch.searches', tickMs / 1000, pass)
      .then(() => void (away = false))
      .catch((error: unknown) => {
        // Once, and not every second while the database is away.
        if (!away) log.warn({ err: error }, 'the dispatcher could not look for due searches')
        away = true
      })
      .finally(() => {
        running = null
        if (lookAgain) {
          lookAgain = false
          after(WAKE_MS, look)
        }
      })
  }
  const keepQueues = async () => {
    const now = performance.now()
    const held = heldAt(now)
    const teams = await claimQueues(platform.db, holder, held, leaseS)
    await take(
      teams.map(({ cityId }) => cityId),
      held,
      now,
    )
    for (const team of teams) {
      const key = `${team.tenantId}/${team.teamId}`
      const watch = watches.get(key) ?? new Map()
      watches.set(
        key,
        await keepQueue(platform, team, watch, heardSince.get(team.cityId) ?? Date.now()).catch((error: unknown) => {
          log.error({ err: error, tenantId: team.tenantId, teamId: team.teamId }, 'the queue of an area could not be kept')
          return watch
        }),
      )
    }
  }
  let queuesAway = false
  const lookAtQueues = () => {
    if (stopped || keeping) return
    keeping = platform.ticks
      .run('dispatch.queues', (tickMs * QUEUE_TICKS) / 1000, keepQueues)
      .then(() => void (queuesAway = false))
      .catch((error: unknown) => {
        if (!queuesAway) log.warn({ err: error }, 'the queues of areas could not be kept')
        queuesAway = true
      })
      .finally(() => (keeping = null))
  }
  let wakePending = false
  const wake = () => {
    if (stopped || wakePending) return
    wakePending = true
    after(WAKE_MS, () => {
      wakePending = false
      look()
      after(WAKE_AGAIN_MS, look)
    })
  }
  let ticks = 0
  const tick = () => {
    look()
    if (ticks++ % QUEUE_TICKS === 0) lookAtQueues()
    after(tickMs, tick)
  }
  tick()

  return {
    wake,
    stop: async () => {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      endWaiting(platform.db)
      await running
      await keeping
      await dropLeases(platform.db, holder).catch((error: unknown) =>
        log.warn({ err: error }, 'the cities of this process were not given back'),
      )
      await flushPositions(platform).catch((error: unknown) => log.warn({ err: error }, 'the last positions were not written'))
    },
  }
}
