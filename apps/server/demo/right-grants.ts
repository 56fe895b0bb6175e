import { rightGrantCalls, RIGHTS_AT_ONCE } from '@chauffeur/contract/pricing/right-grant'
import type pg from 'pg'
import type { RuntimeUrls } from '#platform/upkeep/migrate'
import { byCalls } from './by-calls.ts'
import { grantsOf } from './pricing/market.ts'
import { demoTenants } from './tenants.ts'

/** Customers of a tenant, every so many of them, who have not been given a right: a start that was cut off had given it to some. */
const withoutGrant = async (client: pg.ClientBase, of: { tenantId: number; rightId: number; every: number }): Promise<string[]> =>
  (
    await client.query<{ id: string }>(
      `select c.customer_id::text as id from (
         select customer_id, row_number() over (order by customer_id) - 1 as n from customers where tenant_id = $1 and merged_into is null and erased_at is null) c
       where c.n % $3 = 0 and not exists (select from right_grants g where g.tenant_id = $1 and g.right_id = $2 and g.customer_id = c.customer_id)
       order by c.customer_id`,
      [of.tenantId, of.rightId, of.every],
    )
  ).rows.map(({ id }) => id)

/** Rights of partners, granted as an administrator does it at the screen. */
export async function makeRightGrants(client: pg.ClientBase, urls: RuntimeUrls): Promise<void> {
  const tenants = demoTenants()
  await byCalls(client, urls, null, async ({ signedIn, send }) => {
    for (const tenant of tenants) {
      const { rows } = await client.query<{ admin: string }>('select admin_user_id::text as admin from tenants where tenant_id = $1', [
        tenant.tenantId,
      ])
      const token = await signedIn('OPERATOR', String(tenant.tenantId), rows[0]!.admin)
      for (const { rightId, every, times } of grantsOf(tenants, tenant)) {
        const customerIds = await withoutGrant(client, { tenantId: tenant.tenantId, rightId, every })
        for (let from = 0; from < customerIds.length; from += RIGHTS_AT_ONCE)
          await send(
            rightGrantCalls.give,
            { rightId: String(rightId), customerIds: customerIds.slice(from, from + RIGHTS_AT_ONCE), times },
            token,
          )
      }
    }
  })
}
