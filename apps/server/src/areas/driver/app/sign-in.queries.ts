import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import type { PlatformDb } from '#platform/database/db'

export const findDriverByPhone = (tx: PlatformDb, tenantId: string, phone: string) =>
  tx
    .selectFrom('drivers')
    .innerJoin('tenants', 'tenants.tenant_id', 'drivers.tenant_id')
    .select(['drivers.driver_id', 'drivers.driver_no', 'drivers.name', 'drivers.city_id', 'drivers.wallet_frozen', 'drivers.work_status'])
    .where('drivers.tenant_id', '=', tenantId)
    .where('drivers.phone', '=', phone)
    .where('tenants.state', '=', TENANT_STATE.enabled)
    .executeTakeFirst()
