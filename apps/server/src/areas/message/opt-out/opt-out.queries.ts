import type { OptOutWay } from '@chauffeur/contract/message/opt-out'
import { sql } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx, WholeDb, WholeTx } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { phonePrint } from '#platform/provider/sms'

export const optOuts = (db: TenantDb) => db.selectFrom('message_opt_outs as o')
export const listed = (rows: ReturnType<typeof optOuts>) =>
  rows
    .leftJoin('cities as c', 'c.city_id', 'o.city_id')
    .selectAll('o')
    .select([sql<string>`coalesce(c.name, '')`.as('city_name'), sql<OptOutWay>`o.way`.as('way')])
export const findOptOut = (db: TenantDb, optOutId: string) => listed(optOuts(db)).where('o.opt_out_id', '=', optOutId).executeTakeFirst()
export type OptOutDb = NonNullable<Awaited<ReturnType<typeof findOptOut>>>

/** Which of these numbers want no marketing, by their prints in hexadecimal. */
export async function optedOutAmong(db: WholeDb, prints: readonly Buffer[]): Promise<ReadonlySet<string>> {
  if (prints.length === 0) return new Set()
  const { rows } = await sql<{ print: string }>`
    select encode(phone_print, 'hex') as print from message_opt_outs
    where tenant_id = app_tenant() and removed_at is null and phone_print = any (${prints}::bytea[])`.execute(db)
  return new Set(rows.map(({ print }) => print))
}

/** Whether whoever has a telephone wants no advertising: of what somebody asked for, or has to know, nobody asks this. */
export const refusesAdvertising = async (db: WholeDb, vault: Vault, tenantId: string, phone: string): Promise<boolean> =>
  (await optedOutAmong(db, [phonePrint(vault, tenantId, phone)])).size > 0

export interface NewOptOut {
  phone: string
  print: Buffer
  sealed: string
  shown: string
  said: string
  reference: string
  saidAt: Date
}
interface By {
  userId: string | null
  name: string
}

/**
 * Puts numbers on the list, each with the city of whoever has it; gives the ids of the new entries by print in hexadecimal. Those that are on it
 * stay as they are.
 */
export async function insertOptOuts(tx: WholeTx, way: OptOutWay, by: By, all: readonly NewOptOut[]): Promise<Map<string, string>> {
  const rows = all.map(({ print, saidAt, ...one }) => ({ ...one, print: print.toString('hex'), said_at: saidAt.toISOString() }))
  const { rows: made } = await sql<{ opt_out_id: string; print: string }>`
    insert into message_opt_outs (tenant_id, phone_print, sealed, phone_shown, city_id, way, said, reference, said_at, created_by, created_by_name)
    select app_tenant(), decode(r.print, 'hex'), r.sealed, r.shown, c.city_id, ${way}, r.said, r.reference, r.said_at, ${by.userId}::bigint, ${by.name}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (phone text, print text, sealed text, shown text, said text, reference text, said_at timestamptz)
      left join customers c on c.tenant_id = app_tenant() and c.phone = r.phone
    on conflict (tenant_id, phone_print) where removed_at is null do nothing
    returning opt_out_id, encode(phone_print, 'hex') as print`.execute(tx)
  return new Map(made.map(({ opt_out_id, print }) => [print, opt_out_id]))
}

/** Of customers with these numbers who had agreed to marketing, that they take it back. */
export const withdrawConsents = (tx: WholeTx, source: string, by: By, phones: readonly string[]) =>
  sql`insert into customer_consents (tenant_id, customer_id, kind, given, source, by_id, by_name)
    select c.tenant_id, c.customer_id, 'MARKETING', false, ${source}, ${by.userId}::bigint, ${by.name}
    from (select distinct tenant_id, coalesce(merged_into, customer_id) as customer_id from customers
      where tenant_id = app_tenant() and phone = any (${phones}::text[]) and erased_at is null) c
    where (select s.given from customer_consents s where s.tenant_id = c.tenant_id and s.customer_id = c.customer_id and s.kind = 'MARKETING'
      order by s.consent_id desc limit 1)`.execute(tx)

/** Of these numbers no message of a broadcast goes out that is not on its way. */
export const takeOutMarketing = (tx: WholeTx, prints: readonly Buffer[]) =>
  sql`select take_out_marketing('{}', ${prints}::bytea[])`.execute(tx)

/** False where somebody was first. */
export const removeOptOut = async (
  tx: TenantTx,
  optOutId: string,
  version: number,
  by: { userId: string; realName: string; reason: string },
): Promise<boolean> =>
  (await tx
    .updateTable('message_opt_outs')
    .set({
      removed_at: sql<Date>`now()`,
      removed_by: by.userId,
      removed_by_name: by.realName,
      removed_reason: by.reason,
      version: version + 1,
    })
    .where('opt_out_id', '=', optOutId)
    .where('version', '=', version)
    .where('removed_at', 'is', null)
    .returning('opt_out_id')
    .executeTakeFirst()) !== undefined

/** Takes back what an import put on the list, where it still holds; gives which. */
export async function removeBrought(tx: TenantTx, optOutIds: readonly string[], by: { userId: string; realName: string }) {
  const { rows } = await sql<{ opt_out_id: string }>`
    update message_opt_outs set removed_at = now(), removed_by = ${by.userId}::bigint, removed_by_name = ${by.realName}, removed_reason = '导入撤销',
      version = version + 1
    where opt_out_id = any (${optOutIds}::bigint[]) and way = 'FILE' and removed_at is null returning opt_out_id`.execute(tx)
  return new Set(rows.map(({ opt_out_id }) => opt_out_id))
}

export const findDoor = (db: TenantDb) => db.selectFrom('message_reply_doors').selectAll().executeTakeFirst()
/** Null where somebody else changed it since. */
export async function saveDoor(
  tx: TenantTx,
  { tenantId, version, hash, sealed, by }: { tenantId: string; version: number; hash: Buffer; sealed: string; by: string },
): Promise<boolean> {
  const values = { secret_hash: hash, sealed, version: version + 1, changed_by_name: by }
  const saved = tx.insertInto('message_reply_doors').values({ tenant_id: tenantId, ...values })
  const row = await saved
    .onConflict((on) =>
      on
        .column('tenant_id')
        .doUpdateSet({ ...values, changed_at: sql`now()` })
        .where('message_reply_doors.version', '=', version),
    )
    .returning('tenant_id')
    .executeTakeFirst()
  return row !== undefined
}
/** Whose address it is. */
export const tenantOfDoor = async (db: PlatformDb, hash: Buffer): Promise<string | undefined> =>
  (await db.selectFrom('message_reply_doors').select('tenant_id').where('secret_hash', '=', hash).executeTakeFirst())?.tenant_id
