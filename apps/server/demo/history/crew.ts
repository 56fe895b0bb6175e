import type { DemoDriver } from '../people/people.ts'
import type { Chance } from '../random.ts'
import type { DemoTenant, DemoTenantCity } from '../tenants.ts'

export interface Crew {
  /** A driver of the city who is free at `from`, and is taken until `until` where that is given; null when all are busy. */
  ask: (
    tenant: DemoTenant,
    city: DemoTenantCity,
    span: { from: number; until: number | null },
    except: ReadonlySet<DemoDriver>,
  ) => DemoDriver | null
}

const DAY = 86_400_000
/** Between two orders a driver needs a moment. */
const REST_MS = 90_000

/** Keeps every driver to one order at a time, on the days they are out at all. */
export function crewOf(drivers: readonly DemoDriver[], random: Chance): Crew {
  const teams = Map.groupBy(drivers, (driver) => teamKey(driver.tenant, driver.city))
  const busyUntil = new Map<DemoDriver, number>()
  return {
    ask: (tenant, city, { from, until }, except) => {
      const free = (teams.get(teamKey(tenant, city)) ?? []).filter(
        (driver) => driver.joinedAt < from && (busyUntil.get(driver) ?? 0) <= from && !except.has(driver),
      )
      if (free.length === 0) return null
      const out = free.filter((driver) => isOut(driver, from))
      const driver = random.pick(out.length > 0 ? out : free)
      if (until !== null) busyUntil.set(driver, until + REST_MS)
      return driver
    },
  }
}

const teamKey = (tenant: DemoTenant, city: DemoTenantCity) => `${tenant.tenantId} ${city.cityId}`

/** The same answer for a driver and a day whenever it is asked. */
function isOut({ driverId, diligence }: DemoDriver, at: number): boolean {
  const mixed = Math.imul(driverId, 2_654_435_761) ^ Math.imul(Math.floor(at / DAY) + 7, 1_597_334_677)
  return ((mixed >>> 8) % 1000) / 1000 < diligence
}
