import { phoneFor } from '#areas/order/model'
import type { Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import type { Vault } from '#platform/identity/vault'
import type { OptOutDb } from './opt-out.queries.ts'

const contextOf = (tenantId: string) => `opt-out:${tenantId}`
export const sealPhone = (vault: Vault, tenantId: string, phone: string): string => vault.seal(phone, contextOf(tenantId))
const openPhone = (vault: Vault, tenantId: string, sealed: string): string => vault.open(sealed, contextOf(tenantId))

/** The number of an entry; as it was shown where it was sealed under another `APP_SECRET`. */
function numberOf(row: OptOutDb, { vault }: Platform, { authorities, tenantId }: OperatorSession): string {
  if (row.sealed === null) return ''
  try {
    return phoneFor(authorities, openPhone(vault, tenantId, row.sealed))
  } catch {
    return row.phone_shown
  }
}

export const optOutView = (row: OptOutDb, { operator, platform }: { operator: OperatorSession; platform: Platform }) => ({
  optOutId: row.opt_out_id,
  phone: numberOf(row, platform, operator),
  cityName: row.city_name,
  way: row.way,
  said: row.said,
  reference: row.reference,
  saidAt: row.said_at.toISOString(),
  createdByName: row.created_by_name,
  holds: row.removed_at === null,
  removedAt: row.removed_at?.toISOString() ?? null,
  removedByName: row.removed_by_name,
  removedReason: row.removed_reason,
  version: row.version,
  allowedActions: row.removed_at === null && operator.authorities.has('optOut.edit') ? (['remove'] as const).slice() : [],
})
