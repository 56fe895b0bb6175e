import { segmentsOf } from '@chauffeur/contract/message/segments'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '../database/db.ts'
import { maskPhone } from '../identity/mask.ts'
import type { Vault } from '../identity/vault.ts'

export interface Sms {
  tenantId: string
  phone: string
  purpose:
    | 'DRIVER_CODE'
    | 'CUSTOMER_CODE'
    | 'DRIVER_INVITATION'
    | 'DRIVER_PAPER'
    | 'CUSTOMER_POINTS'
    | 'ACCOUNT_CODE'
    | 'ORDER_TEXT'
    | 'ORDER_VOICE'
  body: string
  /** After so long it is not worth sending. */
  validS: number
  /** What it says, of whom: the log knows it by this. */
  about?: { event: string; cityId: string | null; orderId?: string }
}
interface Sealed {
  phone: string
  body: string
}

/** Telephone and text together: neither opens beside another one's. */
const contextOf = (tenantId: string) => `sms:${tenantId}`
/** By what the messages to a telephone are found. */
export const phonePrint = (vault: Vault, tenantId: string, phone: string): Buffer => vault.fingerprint(phone, contextOf(tenantId))
export const openSms = (vault: Vault, tenantId: string, sealed: string): Sealed =>
  JSON.parse(vault.open(sealed, contextOf(tenantId))) as Sealed

/**
 * Hands a text message over in the caller's transaction: it goes out exactly when that commits. `sms-sender.ts`
 * empties the outbox where a gateway is set, on processes that `JOBS` says; without one, messages stay there. Gives its number there.
 */
export async function sendSms(tx: PlatformDb | TenantTx, vault: Vault, sms: Sms): Promise<string> {
  const { tenantId, phone, body, about } = sms
  const { sms_id } = await tx
    .insertInto('sms_outbox')
    .values({
      tenant_id: tenantId,
      purpose: sms.purpose,
      event: about?.event ?? '',
      city_id: about?.cityId ?? null,
      order_id: about?.orderId ?? null,
      sealed: vault.seal(JSON.stringify({ phone, body } satisfies Sealed), contextOf(tenantId)),
      phone_shown: maskPhone(phone),
      phone_print: phonePrint(vault, tenantId, phone),
      segments: segmentsOf(body).segments,
      send_before: sql<Date>`now() + make_interval(secs => ${sms.validS})`,
      due_at: sql<Date>`now()`,
      next_attempt_at: sql<Date>`'infinity'`,
    })
    .returning('sms_id')
    .executeTakeFirstOrThrow()
  return sms_id
}

/** A person is forgotten: messages to their telephones and about their orders are nobody's and say nothing, and what was not sent never is. */
export const forgetMessages = (
  tx: TenantDb,
  vault: Vault,
  { tenantId, phones, orderIds }: { tenantId: string; phones: readonly string[]; orderIds: readonly string[] },
) => sql`select forget_messages(${phones.map((phone) => phonePrint(vault, tenantId, phone))}::bytea[], ${orderIds}::bigint[])`.execute(tx)
