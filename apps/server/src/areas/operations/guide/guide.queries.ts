import { QUALIFIED } from '@chauffeur/contract/driver/file'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

export interface Begun {
  logo: boolean
  city: boolean
  /** Every open city has a price in force. */
  prices: boolean
  people: boolean
  driver: boolean
  /** A driver has worked with their telephone. */
  invitation: boolean
  order: boolean
}

/** How far the business has come. Each is a look for one row. */
export async function howFar(db: TenantDb): Promise<Begun> {
  const { rows } = await sql<Begun>`
    select exists (select from tenants where tenant_id = app_tenant() and logo <> '') as logo,
      exists (select from tenant_cities where open) as city,
      exists (select from tenant_cities where open) and not exists (
        select from tenant_cities c where c.open and not exists (
          select from price_templates p where c.city_id = any (p.city_ids) and p.effective_from <= statement_timestamp())) as prices,
      (select count(*) from (select from users where status = 'ENABLED' limit 2) u) > 1 as people,
      exists (select from drivers where qualification = ${QUALIFIED}) as driver,
      exists (select from drivers where online_since is not null or work_status <> 'OFFLINE')
        or exists (select from driver_invitations where used_at is not null) as invitation,
      exists (select from orders where service_status = ${SERVICE_STATUS.billFiled}) as "order"`.execute(db)
  return rows[0]!
}
