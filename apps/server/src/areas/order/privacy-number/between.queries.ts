import type { TenantDb } from '#platform/database/db'

/**
 * The number that lies between an order's driver and its contact; undefined while none does. It counts for who they are now alone: over one that
 * is bound for others, somebody else would be rung.
 */
export const boundNumber = (db: TenantDb, orderId: string) =>
  db
    .selectFrom('privacy_bindings as p')
    .innerJoin('orders as o', (on) => on.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.order_id', '=', 'p.order_id'))
    .innerJoin('drivers as d', (on) => on.onRef('d.tenant_id', '=', 'o.tenant_id').onRef('d.driver_id', '=', 'o.driver_id'))
    .select(['p.number', 'p.recorded'])
    .where('p.order_id', '=', orderId)
    .where('p.state', '=', 'BOUND')
    .whereRef('p.driver_phone', '=', 'd.phone')
    .whereRef('p.contact_phone', '=', 'o.contact_phone')
    .executeTakeFirst()
