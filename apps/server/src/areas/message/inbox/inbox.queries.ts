import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'

interface InboxRow {
  sms_id: string
  event: string
  sealed: string
  created_at: Date
  read_at: Date | null
}
/** What one driver is told, newest first. */
export const inboxOf = async (db: TenantDb, driverId: string, most: number): Promise<InboxRow[]> =>
  (await sql<InboxRow>`select sms_id::text, event, sealed, created_at, read_at from driver_inbox(${driverId}::bigint, ${most})`.execute(db))
    .rows

/** Their app has these now, and with `opened` they have been read; gives how many of them are that driver's. */
export const markSeen = async (tx: TenantTx, driverId: string, messageIds: readonly string[], opened: boolean): Promise<number> =>
  (await sql<{ n: number }>`select driver_inbox_seen(${driverId}::bigint, ${messageIds}::bigint[], ${opened}) as n`.execute(tx)).rows[0]!.n

export const languageKept = async (db: TenantDb, driverId: string): Promise<MessageLanguage | null> =>
  ((await db.selectFrom('drivers').select('language').where('driver_id', '=', driverId).executeTakeFirst())?.language ??
    null) as MessageLanguage | null
export const keepLanguage = (tx: TenantTx, driverId: string, language: MessageLanguage) =>
  tx.updateTable('drivers').set({ language }).where('driver_id', '=', driverId).execute()

export interface Reader {
  driver_id: string
  city_id: string
  org_id: string | null
  phone: string
  language: MessageLanguage
}
export const readers = (tx: PlatformDb | TenantTx, tenantId: string, driverIds: readonly string[]): Promise<Reader[]> =>
  (tx as TenantTx)
    .selectFrom('drivers')
    .select(['driver_id', 'city_id', 'org_id', 'phone', sql<MessageLanguage>`coalesce(language, 'zh')`.as('language')])
    .where('tenant_id', '=', tenantId)
    .where('driver_id', '=', sql<string>`any (${driverIds}::bigint[])`)
    .execute()
