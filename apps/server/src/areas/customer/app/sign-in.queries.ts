import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import { sql } from 'kysely'
import type { PlatformDb, TenantTx } from '#platform/database/db'

/** The last code of a telephone, locked, with the database's clock. */
export const lockCustomerCode = (tx: PlatformDb, tenantId: string, phone: string) =>
  tx
    .selectFrom('customer_codes')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('tenant_id', '=', tenantId)
    .where('phone', '=', phone)
    .forUpdate()
    .executeTakeFirst()

export const isTenant = async (tx: PlatformDb, tenantId: string): Promise<boolean> =>
  (await tx
    .selectFrom('tenants')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', TENANT_STATE.enabled)
    .executeTakeFirst()) !== undefined

/** False when another request for the same telephone was first. Codes nobody can use any more go with it. */
export async function saveCustomerCode(
  tx: PlatformDb,
  code: { tenantId: string; phone: string; hash: Buffer; validS: number; resendS: number },
): Promise<boolean> {
  await sql`delete from customer_codes where expires_at < now() - interval '1 day'`.execute(tx)
  const { rows } = await sql<{ phone: string }>`
    insert into customer_codes (tenant_id, phone, code_hash, expires_at) values (${code.tenantId}::bigint, ${code.phone}, ${code.hash}, clock_timestamp() + make_interval(secs => ${code.validS}::int))
    on conflict (tenant_id, phone) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, wrong = 0, sent_at = clock_timestamp(),
      sent_today = case when customer_codes.day_from > now() - interval '1 day' then customer_codes.sent_today + 1 else 1 end,
      wrong_today = case when customer_codes.day_from > now() - interval '1 day' then customer_codes.wrong_today else 0 end,
      day_from = case when customer_codes.day_from > now() - interval '1 day' then customer_codes.day_from else now() end
    where customer_codes.sent_at <= clock_timestamp() - make_interval(secs => ${code.resendS}::int)
    returning phone`.execute(tx)
  return rows.length > 0
}
export const countWrong = (tx: PlatformDb, tenantId: string, phone: string) =>
  tx
    .updateTable('customer_codes')
    .set((eb) => ({ wrong: eb('wrong', '+', 1), wrong_today: eb('wrong_today', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('phone', '=', phone)
    .execute()
/** A code signs in once. */
export const spendCode = (tx: PlatformDb, tenantId: string, phone: string) =>
  tx.deleteFrom('customer_codes').where('tenant_id', '=', tenantId).where('phone', '=', phone).execute()

/** Whom the business knows by this telephone; who went into another is that one. */
export const findCustomerToSignIn = (tx: PlatformDb, tenantId: string, phone: string) =>
  tx
    .selectFrom('customers as c')
    .innerJoin('tenants as t', 't.tenant_id', 'c.tenant_id')
    .leftJoin('customers as k', (join) => join.onRef('k.tenant_id', '=', 'c.tenant_id').onRef('k.customer_id', '=', 'c.merged_into'))
    .select([
      sql<string>`coalesce(k.customer_id, c.customer_id)`.as('customer_id'),
      sql<string>`coalesce(k.name, c.name)`.as('name'),
      sql<string | null>`coalesce(k.city_id, c.city_id)`.as('city_id'),
    ])
    .where('c.tenant_id', '=', tenantId)
    .where('c.phone', '=', phone)
    .where('c.erased_at', 'is', null)
    .where('t.state', '=', TENANT_STATE.enabled)
    .executeTakeFirst()

export const endCustomerSession = (tx: TenantTx, sessionId: string) =>
  tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: 'SIGN_OUT' })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
