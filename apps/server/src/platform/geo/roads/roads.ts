import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Measured as MeasuredBy, RoadProvider } from '@chauffeur/contract/kernel/road'
import type { Database } from '../../database/db.ts'
import { metresBetween } from '../../live/positions.ts'
import type { LatLng } from '../../values/geo.ts'
import { dayInChina } from '../../values/local-clock.ts'
import { askOne, askInTurn } from '../services/in-turn.ts'
import { roadServiceOf } from '../services/roads-adapters.ts'
import type { MapServiceAsked, MapServices } from '../services/services.ts'
import { cellOf, legBetween, NEAR_M } from './cells.ts'
import { readDetours } from './detours.ts'
import type { Fix, Leg, RoadService } from './service.ts'

/** A way, and how it is known: just asked for, known from before, or the straight line with the city's detour. */
export type Measured = Leg & MeasuredBy
export interface CityOfTenant {
  tenantId: string
  cityId: string
}
/** A stretch without a fix: the last fixes before it, and the first after. */
export interface Missing {
  before: readonly Fix[]
  after: readonly Fix[]
}

/** What this process knows of streets. */
export interface Roads {
  /** Streets are so much longer than the straight line in this city, in hundredths. */
  detourX100(city: CityOfTenant): number
  /** For somebody who waits, at most so long; what comes later is known for the next who asks. */
  measure(city: CityOfTenant, from: LatLng, to: LatLng, withinMs: number): Promise<Measured>
  /** At once: what is not known is asked for behind, for the next look. */
  atOnce(city: CityOfTenant, from: LatLng, to: LatLng): Measured
  /** The same for many who go to one place. */
  toward(city: CityOfTenant, to: LatLng): (from: LatLng) => Measured
  /** Metres driven where fixes are missing, each null where no service could say in time; null where none did. */
  fill(
    tenantId: string,
    missing: readonly Missing[],
    withinMs: number,
  ): Promise<{ provider: RoadProvider; metres: (number | null)[] } | null>
  /** The detours of the cities as they are now. */
  reload(): Promise<void>
  /** For a test: what was to be asked for behind has been. */
  settled(): Promise<void>
  stop(): void
}

interface Known extends Leg {
  straightM: number
  provider: RoadProvider
}

interface Made {
  db: Database
  maps: MapServices
  settings: { detourX100: number; tripMps: number; roadBatchesADay: number }
  log: { warn(detail: object, text: string): void }
}

const MINUTE_MS = 60_000
/** As long as a quote is good: the same trip costs the same. */
const WAY_MS = 10 * MINUTE_MS
/** What a hosted service says is not kept for longer than it serves (their terms), and in this process alone; an engine of one's own may be. */
const CELLS_MS: Record<RoadProvider, number> = {
  AMAP: 10 * MINUTE_MS,
  TIANDITU: 10 * MINUTE_MS,
  OSRM: 360 * MINUTE_MS,
  VALHALLA: 360 * MINUTE_MS,
}
/** They count what is asked. */
const HOSTED: ReadonlySet<RoadProvider> = new Set(['AMAP', 'TIANDITU'])
/** After nobody could say. */
const AGAIN_MS = 60_000
/** Cells that anybody goes to, and those they come from. */
const MOST_GOALS = 5_000
const MOST_WAYS = 1_000
const SERVICES_MS = 5_000
/** Whoever comes when so many wait takes the estimate: a slow service must not hold everybody's connections. */
const MOST_WAITING = 8
/** Behind: so many requests in a turn, so many of them at once, a turn a second, and no more pairs than that wait for one. */
const TURN = { requests: 8, atOnce: 4, everyMs: 1_000, pairs: 5_000 }
/** Fixes on either side of a gap say which street and which way. */
const GAPS_AT_ONCE = 10

/** What is known of the ways to one cell, by the cell they begin in; null where nobody could say. */
type Ways = Map<number, { known: Known | null; until: number }>
interface Wanted {
  to: LatLng
  from: Map<number, LatLng>
}

export function roadsOf({ db, maps, settings, log }: Made): Roads {
  const ways = new LRUCache<string, Known>({ max: 20_000, ttl: WAY_MS })
  const goals = new LRUCache<string, Ways>({ max: MOST_GOALS })
  const services = new LRUCache<string, Promise<readonly MapServiceAsked[]>>({ max: 1_000, ttl: SERVICES_MS })
  const underWay = new Map<string, Promise<Known | null>>()
  const wanted = new Map<string, Map<string, Wanted>>()
  /** Tenants without a service: nothing is collected for them. */
  const without = new LRUCache<string, true>({ max: 10_000, ttl: SERVICES_MS })
  const batches = new LRUCache<string, number>({ max: 1_000 })
  let measured: ReadonlyMap<string, number> = new Map()
  let pairs = 0
  let waiting = 0
  let turn: NodeJS.Timeout | undefined
  let turning: Promise<unknown> = Promise.resolve()
  let stopped = false

  const detourX100 = ({ tenantId, cityId }: CityOfTenant) => measured.get(`${tenantId}/${cityId}`) ?? settings.detourX100
  const estimate = (city: CityOfTenant, straightM: number): Measured => {
    const distanceM = Math.round((straightM * detourX100(city)) / 100)
    return { distanceM, durationS: Math.ceil(distanceM / settings.tripMps), by: 'ESTIMATE', provider: null }
  }
  const servicesFor = (tenantId: string) => {
    const known = services.get(tenantId)
    if (known) return known
    const asked = maps.of(tenantId, 'ROADS')
    services.set(tenantId, asked)
    asked.catch(() => services.delete(tenantId))
    return asked
  }
  /** The first who can say; who failed is noted with the services. */
  const first = async <T>(
    tenantId: string,
    ask: (service: RoadService) => Promise<T | null>,
  ): Promise<{ found: T; provider: RoadProvider } | null> => {
    const { found, by } = await askInTurn(
      db,
      await servicesFor(tenantId),
      (service) => {
        const roads = roadServiceOf(service)
        return roads && ask(roads)
      },
      (answer) => answer !== null,
    )
    return found !== null && by ? { found, provider: by.provider as RoadProvider } : null
  }
  const between = (from: LatLng, to: LatLng) => metresBetween(from.lat, from.lng, to.lat, to.lng)

  /** For somebody who holds a connection meanwhile: not for long, not for too many, and never at the price of their own work. */
  async function waitFor<T>(ask: () => Promise<T | null>, withinMs: number): Promise<T | null> {
    if (waiting >= MOST_WAITING) return null
    waiting++
    try {
      return await Promise.race([ask(), delay(withinMs, null, { ref: false })])
    } catch (error) {
      log.warn({ err: error }, 'a way could not be asked for')
      return null
    } finally {
      waiting--
    }
  }

  async function askWay(tenantId: string, key: string, from: LatLng, to: LatLng): Promise<Known | null> {
    const given = await first(tenantId, (service) => service.route(from, to))
    const known = given && { ...given.found, provider: given.provider, straightM: between(from, to) }
    if (known) ways.set(key, known)
    return known
  }

  async function measure(city: CityOfTenant, from: LatLng, to: LatLng, withinMs: number): Promise<Measured> {
    const key = [city.tenantId, from.lat.toFixed(5), from.lng.toFixed(5), to.lat.toFixed(5), to.lng.toFixed(5)].join(' ')
    const known = ways.get(key)
    if (known) return { distanceM: known.distanceM, durationS: known.durationS, by: 'CACHED', provider: known.provider }
    const inTime = await waitFor(() => {
      const asking = underWay.get(key) ?? askWay(city.tenantId, key, from, to).finally(() => underWay.delete(key))
      underWay.set(key, asking)
      return asking
    }, withinMs)
    if (!inTime) return estimate(city, between(from, to))
    return { distanceM: inTime.distanceM, durationS: inTime.durationS, by: 'ROAD', provider: inTime.provider }
  }

  function want(tenantId: string, goal: string, to: LatLng, cell: number, from: LatLng) {
    if (pairs >= TURN.pairs || stopped) return
    const ofTenant = wanted.get(tenantId) ?? new Map<string, Wanted>()
    wanted.set(tenantId, ofTenant)
    const sources = ofTenant.get(goal) ?? { to, from: new Map<number, LatLng>() }
    ofTenant.set(goal, sources)
    if (sources.from.has(cell)) return
    sources.from.set(cell, from)
    pairs++
    turn ??= setTimeout(take, TURN.everyMs / 5).unref()
  }

  function toward(city: CityOfTenant, to: LatLng): (from: LatLng) => Measured {
    if (without.has(city.tenantId)) return (from) => estimate(city, between(from, to))
    const goal = `${city.tenantId} ${cellOf(to)}`
    const ways = goals.get(goal)
    const now = Date.now()
    return (from) => {
      const straightM = between(from, to)
      if (straightM < NEAR_M) return estimate(city, straightM)
      const cell = cellOf(from)
      const way = ways?.get(cell)
      const known = way && way.until > now ? way.known : undefined
      if (known === undefined) want(city.tenantId, goal, to, cell, from)
      if (!known) return estimate(city, straightM)
      const { distanceM, durationS } = legBetween(known, straightM)
      return { distanceM, durationS, by: 'CACHED', provider: known.provider }
    }
  }

  /** Takes what is wanted most: the goals with the most places around them, of each tenant in turn. */
  function take() {
    turn = undefined
    const requests: { tenantId: string; goal: string; asked: Wanted }[] = []
    const lists = [...wanted].map(([tenantId, goals]) => ({
      tenantId,
      goals: [...goals].sort(([, a], [, b]) => b.from.size - a.from.size),
    }))
    for (let at = 0; requests.length < TURN.requests && lists.some(({ goals }) => at < goals.length); at++)
      for (const { tenantId, goals } of lists) {
        const [goal, one] = goals[at] ?? []
        if (!goal || !one || requests.length >= TURN.requests) continue
        requests.push({ tenantId, goal, asked: one })
        pairs -= one.from.size
        const rest = wanted.get(tenantId)!
        rest.delete(goal)
        if (!rest.size) wanted.delete(tenantId)
      }
    turning = inTurn(requests, TURN.atOnce, ({ tenantId, goal, asked }) => askGoal(tenantId, goal, asked)).catch((error: unknown) =>
      log.warn({ err: error }, 'ways could not be asked for'),
    )
    void turning.then(() => {
      if (wanted.size && !stopped) turn ??= setTimeout(take, TURN.everyMs).unref()
    })
  }

  /** Whether a hosted service may be asked once more today for what nobody waits for. */
  function mayBatch(tenantId: string, provider: RoadProvider): boolean {
    if (!HOSTED.has(provider)) return true
    // The services count their days by China's clock.
    const day = `${tenantId} ${dayInChina(new Date())}`
    const count = batches.get(day) ?? 0
    batches.set(day, count + 1)
    return count < settings.roadBatchesADay
  }

  async function askGoal(tenantId: string, goal: string, { to, from }: Wanted): Promise<void> {
    const left = new Map(from)
    const ways = goals.get(goal) ?? (new Map() as Ways)
    if (ways.size > MOST_WAYS) ways.clear()
    goals.set(goal, ways)
    const keep = (cell: number, known: Known | null) =>
      ways.set(cell, { known, until: Date.now() + (known ? CELLS_MS[known.provider] : AGAIN_MS) })
    const asked = await servicesFor(tenantId)
    if (!asked.length) without.set(tenantId, true)
    for (const service of asked) {
      const roads = roadServiceOf(service)
      const provider = service.provider as RoadProvider
      while (roads && left.size && mayBatch(tenantId, provider)) {
        const some = [...left].slice(0, roads.matrix?.sources ?? 1)
        const places = some.map(([, place]) => place)
        const { found: legs } = await askOne(db, service, () =>
          roads.matrix ? roads.matrix.ask(places, to) : roads.route(places[0]!, to).then((leg) => [leg]),
        )
        if (!legs) break
        for (const [index, [cell, place]] of some.entries()) {
          const leg = legs[index]
          left.delete(cell)
          keep(cell, leg ? { ...leg, straightM: between(place, to), provider } : null)
        }
      }
    }
    if (asked.length) for (const cell of left.keys()) keep(cell, null)
  }

  async function fill(tenantId: string, missing: readonly Missing[], withinMs: number) {
    const metres: (number | null)[] = missing.map(() => null)
    let by: RoadProvider | null = null
    const askAll = () =>
      inTurn([...missing.entries()], GAPS_AT_ONCE, async ([index, { before, after }]) => {
        const [last, next] = [before.at(-1), after[0]]
        if (!last || !next) return
        const given = await first(tenantId, async (service) => {
          const matched = await service.match?.([...before, ...after])
          return matched?.[before.length - 1] ?? (await service.route(last, next))?.distanceM ?? null
        })
        if (!given) return
        metres[index] = given.found
        by ??= given.provider
      })
    await waitFor(() => askAll().then(() => null), withinMs)
    return by && { provider: by as RoadProvider, metres: [...metres] }
  }

  return {
    detourX100,
    measure,
    toward,
    atOnce: (city, from, to) => toward(city, to)(from),
    fill,
    reload: async () => void (measured = await readDetours(db)),
    settled: async () => {
      while (turn || wanted.size) {
        clearTimeout(turn)
        take()
        await turning
      }
      await turning
    },
    stop: () => {
      stopped = true
      clearTimeout(turn)
      wanted.clear()
    },
  }
}

/** So many at once, the next when one is done. */
async function inTurn<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all]
  const lane = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane))
}
