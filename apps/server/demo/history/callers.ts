import type { DemoCustomer } from '../people/people.ts'
import type { Chance } from '../random.ts'
import type { DemoTenant, DemoTenantCity } from '../tenants.ts'

export interface Callers {
  /** Who orders here at `at`; somebody without an order in progress. */
  next: (tenant: DemoTenant, city: DemoTenantCity, at: number, until: number) => DemoCustomer
}

const MINUTE = 60_000
const DAY = 86_400_000
/** Nobody goes out again at once. */
const PAUSE_MS = 45 * MINUTE
/** Whoever is blacklisted has not ordered since. */
const BLACKLISTED_FOR_MS = 12 * DAY
/** The nearer to 1, the more evenly orders spread over customers; the first of a city order most. */
const LOYALTY = 1.3
/** People also order away from home. */
const AWAY = 0.04
const TRIES = 40

export function callersOf(customers: readonly DemoCustomer[], now: number, random: Chance): Callers {
  const byTenant = Map.groupBy(customers, (customer) => customer.tenant.tenantId)
  const byCity = Map.groupBy(customers, (customer) => `${customer.tenant.tenantId} ${customer.city.cityId}`)
  const busyUntil = new Map<DemoCustomer, number>()
  const mayOrder = (customer: DemoCustomer, at: number) =>
    (busyUntil.get(customer) ?? 0) <= at && !(customer.blacklisted && at > now - BLACKLISTED_FOR_MS)
  return {
    next: (tenant, city, at, until) => {
      const local = byCity.get(`${tenant.tenantId} ${city.cityId}`) ?? []
      const all = byTenant.get(tenant.tenantId) ?? []
      for (let tries = 0; tries < TRIES; tries++) {
        const list = local.length === 0 || random.is(AWAY) ? all : local
        const customer = list[Math.floor(list.length * random.unit() ** LOYALTY)]
        if (!customer || !mayOrder(customer, at)) continue
        busyUntil.set(customer, until + PAUSE_MS)
        return customer
      }
      throw new RangeError(`There are too few customers for this many orders in ${city.cityId}.`)
    },
  }
}
