import { segmentsOf } from '@chauffeur/contract/message/segments'
import type { MessageState } from '@chauffeur/contract/message/sending'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '../database/db.ts'
import { maskPhone } from '../identity/mask.ts'
import type { Vault } from '../identity/vault.ts'
import { knockAt } from '../sending/push/push.queries.ts'

/** A text in a wording: providers that send registered templates alone find theirs by it, and fill in the values. */
export interface Said {
  body: string
  /** `codes`: how single providers have it, by their ids, where that goes for this message alone. */
  template: { ref: string; values: Readonly<Record<string, string>>; codes?: Readonly<Record<string, RegisteredText>> }
}
/** A text as a provider has it registered. */
export interface RegisteredText {
  code: string
  /** Our variable, or ours=theirs, in its order. */
  params: readonly string[]
  /** Empty: the provider's. */
  sign: string
}

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
    | 'BROADCAST'
  body: string
  /** Without it only a provider that takes any text can send it. */
  template?: Said['template']
  /** After so long it is not worth sending. */
  validS: number
  /** What it says, of whom: the log knows it by this. */
  about?: { event: string; cityId: string | null; orderId?: string }
  /** After an attempt that was not answered it is UNKNOWN, and never sent again: rather nobody reads it than somebody twice. */
  once?: boolean
  /** Whose messages can be stopped together. */
  broadcastId?: string
}
interface Sealed {
  phone: string
  body: string
  values?: Readonly<Record<string, string>>
  codes?: Readonly<Record<string, RegisteredText>>
}

/** Telephone and text together: neither opens beside another one's. */
const contextOf = (tenantId: string) => `sms:${tenantId}`
/** By what the messages to a telephone are found. */
export const phonePrint = (vault: Vault, tenantId: string, phone: string): Buffer => vault.fingerprint(phone, contextOf(tenantId))
export const openSms = (vault: Vault, tenantId: string, sealed: string): Sealed =>
  JSON.parse(vault.open(sealed, contextOf(tenantId))) as Sealed
/** The telephone alone, for as long as a provider may have to be asked about what went there. */
export const sealPhone = (vault: Vault, tenantId: string, phone: string): string => vault.seal(phone, `sms-phone:${tenantId}`)
export const openPhone = (vault: Vault, tenantId: string, sealed: string): string => vault.open(sealed, `sms-phone:${tenantId}`)

/**
 * Hands a text message over in the caller's transaction: it goes out exactly when that commits. `platform/sending` empties the outbox where
 * there is a provider, on processes that `JOBS` says; without one, messages stay there. Gives its number there.
 */
export async function sendSms(tx: PlatformDb | TenantTx, vault: Vault, sms: Sms): Promise<string> {
  const { tenantId, phone, body, about, template } = sms
  const sealed: Sealed = { phone, body, ...(template && { values: template.values, ...(template.codes && { codes: template.codes }) }) }
  const { sms_id } = await tx
    .insertInto('sms_outbox')
    .values({
      tenant_id: tenantId,
      purpose: sms.purpose,
      channel: sms.purpose === 'ORDER_VOICE' ? 'VOICE' : 'SMS',
      event: about?.event ?? '',
      city_id: about?.cityId ?? null,
      order_id: about?.orderId ?? null,
      text_ref: template?.ref ?? '',
      once: sms.once ?? false,
      broadcast_id: sms.broadcastId ?? null,
      sealed: vault.seal(JSON.stringify(sealed), contextOf(tenantId)),
      phone_shown: maskPhone(phone),
      phone_print: phonePrint(vault, tenantId, phone),
      segments: segmentsOf(body).segments,
      send_before: sql<Date>`now() + make_interval(secs => ${sms.validS})`,
      try_at: sql<Date>`now()`,
      due_at: sql<Date>`'infinity'`,
      next_attempt_at: sql<Date>`'infinity'`,
    })
    .returning('sms_id')
    .executeTakeFirstOrThrow()
  return sms_id
}

/** A message in a driver's app. The telephone is by what the log finds it, and by what it goes when its person does. */
export interface AppMessage {
  tenantId: string
  driverId: string
  phone: string
  body: string
  textRef: string
  about: { event: string; cityId: string; orderId?: string }
}
/** Is there as soon as the caller's transaction commits: there is nobody to hand it to. Devices that listen are knocked at. All of one tenant. */
export async function putInApps(tx: PlatformDb | TenantTx, vault: Vault, messages: readonly AppMessage[]): Promise<void> {
  const rows = await tx
    .insertInto('sms_outbox')
    .values(
      messages.map(({ tenantId, driverId, phone, body, textRef, about }) => ({
        tenant_id: tenantId,
        purpose: 'DRIVER_APP',
        channel: 'PUSH',
        driver_id: driverId,
        event: about.event,
        city_id: about.cityId,
        order_id: about.orderId ?? null,
        text_ref: textRef,
        sealed: vault.seal(JSON.stringify({ phone, body } satisfies Sealed), contextOf(tenantId)),
        phone_shown: maskPhone(phone),
        phone_print: phonePrint(vault, tenantId, phone),
        segments: 0,
        sent_at: sql<Date>`now()`,
        // It is taken out with its row, not before.
        send_before: sql<Date>`'infinity'`,
        due_at: sql<Date>`'infinity'`,
        next_attempt_at: sql<Date>`'infinity'`,
      })),
    )
    .returning(['sms_id', 'tenant_id'])
    .execute()
  const [first] = rows
  if (first)
    await knockAt(
      tx,
      first.tenant_id,
      rows.map(({ sms_id }) => sms_id),
    )
}

/**
 * Of a broadcast nothing more goes out: what no provider has in hand at this moment never does. Gives how many were stopped. The tenant is that
 * of the transaction.
 */
export const stopBroadcastMessages = async (tx: TenantTx, broadcastId: string): Promise<number> =>
  (await sql<{ n: number }>`select stop_broadcast_messages(${broadcastId}::bigint) as n`.execute(tx)).rows[0]!.n

/** Where a message of the outbox (as `alias`) is, by all that is known of it. */
export const messageStateSql = (alias: string) => sql<MessageState>`case
  when ${sql.ref(`${alias}.result`)} is not null then ${sql.ref(`${alias}.result`)} when ${sql.ref(`${alias}.unsure`)} then 'UNKNOWN'
  when ${sql.ref(`${alias}.sent_at`)} is not null then 'SENT' when ${sql.ref(`${alias}.send_before`)} > now() then 'QUEUED' else 'FAILED' end`

/** A person is forgotten: messages to their telephones and about their orders are nobody's and say nothing, and what was not sent never is. */
export const forgetMessages = (
  tx: TenantDb,
  vault: Vault,
  { tenantId, phones, orderIds }: { tenantId: string; phones: readonly string[]; orderIds: readonly string[] },
) => sql`select forget_messages(${phones.map((phone) => phonePrint(vault, tenantId, phone))}::bytea[], ${orderIds}::bigint[])`.execute(tx)
