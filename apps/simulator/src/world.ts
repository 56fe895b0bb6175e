import type { City } from './city/city.ts'
import type { Operator } from './operator.ts'
import type { Scheduler } from './scheduler.ts'
import type { Stats } from './stats.ts'
import type { App, Wire } from './wire.ts'

/** What every actor has at hand. */
export interface World {
  seed: number
  /** How much faster than life drivers move, wait and rest. */
  speed: number
  /** How often a moving driver reports, milliseconds of the real clock. */
  reportMs: number
  scheduler: Scheduler
  wire: Wire
  stats: Stats
}

/** A tenant as seen from outside: one operator's account and the cities it is open in. */
export interface Tenant {
  /** From 1, as the demo world numbers tenants. */
  index: number
  tenantId: string
  app: App
  operator: Operator
  cities: Map<string, City>
}

/** Sleeps for so many seconds of life. */
export const live = (world: World, seconds: number) => world.scheduler.sleep((seconds * 1000) / world.speed)

/** A little list of reports a second is what one core sends with ease. */
const reportsPerSecond = 500
/** Between 3 and 10 seconds, so that few drivers glide over the map and many do not flood the server. */
export const reportMsFor = (drivers: number) => Math.min(10_000, Math.max(3000, (drivers / reportsPerSecond) * 1000))
