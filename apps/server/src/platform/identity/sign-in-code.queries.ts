import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

/** Where codes of people who sign in by telephone are kept. */
export type CodeTable = 'driver_codes' | 'customer_codes'

/** The last code of a telephone, locked, with the database's clock. */
export const lockCode = (tx: PlatformDb, table: CodeTable, tenantId: string, phone: string) =>
  tx
    .selectFrom(`${table} as c`)
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('c.tenant_id', '=', tenantId)
    .where('c.phone', '=', phone)
    .forUpdate()
    .executeTakeFirst()
export type CodeDb = NonNullable<Awaited<ReturnType<typeof lockCode>>>

export const isTenant = async (tx: PlatformDb, tenantId: string): Promise<boolean> =>
  (await tx
    .selectFrom('tenants')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', TENANT_STATE.enabled)
    .executeTakeFirst()) !== undefined

/** False when another request for the same telephone was first. Codes nobody can use any more go with it. */
export async function saveCode(
  tx: PlatformDb,
  name: CodeTable,
  code: { tenantId: string; phone: string; hash: Buffer; validS: number; resendS: number },
): Promise<boolean> {
  const table = sql.table(name)
  await sql`delete from ${table} where expires_at < now() - interval '1 day'`.execute(tx)
  const { rows } = await sql<{ phone: string }>`
    insert into ${table} as k (tenant_id, phone, code_hash, expires_at)
    values (${code.tenantId}::bigint, ${code.phone}, ${code.hash}, clock_timestamp() + make_interval(secs => ${code.validS}::int))
    on conflict (tenant_id, phone) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, wrong = 0, sent_at = clock_timestamp(),
      sent_today = case when k.day_from > now() - interval '1 day' then k.sent_today + 1 else 1 end,
      wrong_today = case when k.day_from > now() - interval '1 day' then k.wrong_today else 0 end,
      day_from = case when k.day_from > now() - interval '1 day' then k.day_from else now() end
    where k.sent_at <= clock_timestamp() - make_interval(secs => ${code.resendS}::int)
    returning phone`.execute(tx)
  return rows.length > 0
}

export const countWrong = (tx: PlatformDb, table: CodeTable, tenantId: string, phone: string) =>
  sql`update ${sql.table(table)} set wrong = wrong + 1, wrong_today = wrong_today + 1 where tenant_id = ${tenantId} and phone = ${phone}`.execute(
    tx,
  )

/** A code signs in once. */
export const spendCode = (tx: PlatformDb, table: CodeTable, tenantId: string, phone: string) =>
  sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and phone = ${phone}`.execute(tx)
