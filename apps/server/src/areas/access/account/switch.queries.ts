import type { TenantDb, TenantTx } from '#platform/database/db'

export const readSwitches = (db: TenantDb, userId: string) =>
  db.selectFrom('users').select(['popup_enabled']).where('user_id', '=', userId).executeTakeFirstOrThrow()
export const saveSwitches = (tx: TenantTx, userId: string, set: { popup_enabled: boolean }) =>
  tx.updateTable('users').set(set).where('user_id', '=', userId).execute()
