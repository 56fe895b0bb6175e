import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

/** Whom the business knows by this telephone; who went into another is that one. */
export const findCustomerToSignIn = (tx: PlatformDb, tenantId: string, phone: string) =>
  tx
    .selectFrom('customers as c')
    .innerJoin('tenants as t', 't.tenant_id', 'c.tenant_id')
    .leftJoin('customers as k', (join) => join.onRef('k.tenant_id', '=', 'c.tenant_id').onRef('k.customer_id', '=', 'c.merged_into'))
    .select([
      sql<string>`coalesce(k.customer_id, c.customer_id)`.as('customer_id'),
      sql<string>`coalesce(k.name, c.name)`.as('name'),
      sql<string | null>`coalesce(k.city_id, c.city_id)`.as('city_id'),
    ])
    .where('c.tenant_id', '=', tenantId)
    .where('c.phone', '=', phone)
    .where('c.erased_at', 'is', null)
    .where('t.state', '=', TENANT_STATE.enabled)
    .executeTakeFirst()
