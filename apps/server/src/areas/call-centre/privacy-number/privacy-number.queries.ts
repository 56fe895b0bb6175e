import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

export const bindings = (db: TenantDb) =>
  db
    .selectFrom('privacy_bindings as b')
    .innerJoin('orders as o', (on) => on.onRef('o.tenant_id', '=', 'b.tenant_id').onRef('o.order_id', '=', 'b.order_id'))
    .innerJoin('cities as c', 'c.city_id', 'b.city_id')
    .leftJoin('drivers as d', (on) => on.onRef('d.tenant_id', '=', 'b.tenant_id').onRef('d.driver_id', '=', 'b.driver_id'))
/** Read of the rows of a page alone. */
const ofCalls = (what: 'true' | `k.record_state = 'MISSING'`) =>
  sql<number>`(select count(*)::int from privacy_calls k where k.tenant_id = b.tenant_id and k.binding_id = b.binding_id and ${sql.raw(what)})`
export const listed = (rows: ReturnType<typeof bindings>) =>
  rows
    .select([
      'b.binding_id',
      'b.order_id',
      'o.order_no',
      'b.city_id',
      'c.name as city_name',
      'b.state',
      'b.number',
      'b.driver_phone',
      'b.contact_phone',
      'b.attempts',
      'b.failure',
      'b.failure_code',
      'b.bound_at',
      'b.until',
      'b.released_at',
      'b.created_at',
      'b.recorded',
    ])
    .select([
      sql<string>`coalesce(d.name, '')`.as('driver_name'),
      sql<string>`coalesce(d.driver_no, '')`.as('driver_no'),
      ofCalls('true').as('calls'),
      ofCalls(`k.record_state = 'MISSING'`).as('missing'),
    ])

export const bindingOf = (db: TenantDb, bindingId: string) => listed(bindings(db)).where('b.binding_id', '=', bindingId).executeTakeFirst()
export type ListedBinding = NonNullable<Awaited<ReturnType<typeof bindingOf>>>

/** The newest of an order. */
export const newestOf = (db: TenantDb, orderId: string) =>
  listed(bindings(db)).where('b.order_id', '=', orderId).orderBy('b.binding_id', 'desc').limit(1).executeTakeFirst()

/** What somebody has to look at: no number, a release that does not come off, a recording that is gone. */
export const WRONG = sql<boolean>`(b.state = 'FAILED' or (b.state in ('ASKED', 'CHANGING', 'RELEASING', 'BOUND') and b.failure <> '')
  or exists (select from privacy_calls k where k.tenant_id = b.tenant_id and k.binding_id = b.binding_id and k.record_state = 'MISSING'))`
