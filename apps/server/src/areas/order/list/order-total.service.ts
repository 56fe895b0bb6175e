import { orderFilter } from '@chauffeur/contract/order/list'
import { LRUCache } from 'lru-cache'
import type { Database, TenantDb } from '#platform/database/db'
import { COUNT_LIMIT } from '#platform/list/page'
import type { Scope } from '#platform/database/scope'
import { countOrders, type OrderFilter } from '../model/index.ts'

/** What an order keeps for good: a list narrowed by nothing else only grows. */
const LASTING: readonly (keyof OrderFilter)[] = ['cityId', 'source', 'serviceType', 'customerId', 'createdAtFrom', 'createdAtTo']
const FILTERS = Object.keys(orderFilter.shape) as (keyof OrderFilter)[]
const REMEMBER_MS = 600_000

/** Lists that were seen to hold more than is counted. */
const beyond = new WeakMap<Database, LRUCache<string, true>>()

/** How many orders the filter finds, counted up to one more than the limit. That a list which only grows is beyond it is found once. */
export async function totalOrders(database: Database, db: TenantDb, scope: Scope, filter: OrderFilter): Promise<number> {
  const key = keyOf(scope, filter)
  if (key === null) return countOrders(db, scope, filter)
  let known = beyond.get(database)
  if (!known) beyond.set(database, (known = new LRUCache({ max: 10_000, ttl: REMEMBER_MS })))
  if (known.has(key)) return COUNT_LIMIT + 1
  const counted = await countOrders(db, scope, filter)
  if (counted > COUNT_LIMIT) known.set(key, true)
  return counted
}

/** Null for a list that orders can leave. They pass from one organisation to another with their driver. */
function keyOf({ tenantId, cities, orgs, channel }: Scope, filter: OrderFilter): string | null {
  const used = FILTERS.filter((name) => filter[name] !== undefined)
  if (orgs !== '*' || used.some((name) => !LASTING.includes(name))) return null
  return JSON.stringify([tenantId, cities, channel, LASTING.map((name) => filter[name] ?? null)])
}
