import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb } from '#platform/database/db'

type Db = TenantDb | PlatformDb
const first = async (rows: Promise<{ rows: { language: MessageLanguage }[] }>): Promise<MessageLanguage> =>
  (await rows).rows[0]?.language ?? 'zh'

/** What a driver chose in the app. */
export const driverLanguage = (db: Db, tenantId: string, driverId: string): Promise<MessageLanguage> =>
  first(
    sql<{ language: MessageLanguage }>`
      select coalesce(language, 'zh') as language from drivers where tenant_id = ${tenantId}::bigint and driver_id = ${driverId}::bigint`.execute(
      db,
    ),
  )

/** Of the customer whose telephone it is, who may have gone into another; of the given one where it is nobody's. */
export const customerLanguage = (
  db: Db,
  { tenantId, phone, customerId }: { tenantId: string; phone: string; customerId: string | null },
): Promise<MessageLanguage> =>
  first(
    sql<{ language: MessageLanguage }>`
      select coalesce(k.language, c.language) as language
      from customers c left join customers k on k.tenant_id = c.tenant_id and k.customer_id = c.merged_into
      where c.tenant_id = ${tenantId}::bigint and (c.phone = ${phone} or c.customer_id = ${customerId}::bigint)
      order by c.phone = ${phone} desc limit 1`.execute(db),
  )
