import { sql } from 'kysely'
import type { PlatformDb, TenantTx } from '../database/db.ts'

export interface Sms {
  tenantId: string
  phone: string
  purpose: 'DRIVER_CODE' | 'DRIVER_INVITATION' | 'ACCOUNT_CODE' | 'ORDER_TEXT' | 'ORDER_VOICE'
  body: string
  /** After so long it is not worth sending. */
  validS: number
}

/**
 * Hands a text message over in the caller's transaction: it goes out exactly when that commits. `sms-sender.ts`
 * empties the outbox where a gateway is set, on processes that `JOBS` says; without one, messages stay there for whoever reads it. Gives its number there.
 */
export async function sendSms(tx: PlatformDb | TenantTx, sms: Sms): Promise<string> {
  const { sms_id } = await tx
    .insertInto('sms_outbox')
    .values({
      tenant_id: sms.tenantId,
      phone: sms.phone,
      purpose: sms.purpose,
      body: sms.body,
      send_before: sql<Date>`now() + make_interval(secs => ${sms.validS})`,
    })
    .returning('sms_id')
    .executeTakeFirstOrThrow()
  return sms_id
}
