import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database/db'

export interface PasswordOwner {
  tenantId: string
  userId: string
  username: string
  passwordHash: string
}

const passwordOwner = (tx: PlatformDb, tenantId: string, userId: string) =>
  tx
    .selectFrom('users')
    .select(['tenant_id as tenantId', 'user_id as userId', 'username', 'password_hash as passwordHash'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
export const findPasswordOwner = (tx: PlatformDb, tenantId: string, userId: string): Promise<PasswordOwner> =>
  passwordOwner(tx, tenantId, userId).executeTakeFirstOrThrow()
export const lockPasswordOwner = (tx: PlatformDb, tenantId: string, userId: string): Promise<PasswordOwner> =>
  passwordOwner(tx, tenantId, userId).forUpdate().executeTakeFirstOrThrow()

export const earlierHashes = (tx: PlatformDb, who: PasswordOwner, count: number) =>
  tx
    .selectFrom('password_history')
    .select('password_hash')
    .where('tenant_id', '=', who.tenantId)
    .where('user_id', '=', who.userId)
    .orderBy('at', 'desc')
    .limit(count)
    .execute()

/** Sets the password, keeps the hash of the one before, and forgets those that are older than what is remembered. */
export async function savePassword(tx: PlatformDb, who: PasswordOwner, hash: string, remembered: number): Promise<void> {
  await tx
    .insertInto('password_history')
    .values({ tenant_id: who.tenantId, user_id: who.userId, password_hash: who.passwordHash, at: sql<Date>`clock_timestamp()` })
    .execute()
  await sql`delete from password_history where tenant_id = ${who.tenantId} and user_id = ${who.userId} and at < (
      select min(at) from (select at from password_history where tenant_id = ${who.tenantId} and user_id = ${who.userId} order by at desc limit ${remembered}) as kept)`.execute(
    tx,
  )
  await tx
    .updateTable('users')
    .set((eb) => ({
      password_hash: hash,
      password_changed_at: sql<Date>`now()`,
      must_change_password: false,
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', who.tenantId)
    .where('user_id', '=', who.userId)
    .execute()
}

export const findRecipient = (tx: PlatformDb, tenantId: string, userId: string) =>
  tx
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.tenant_id', 'users.tenant_id')
    .select(['users.phone', 'tenants.brand_name'])
    .where('users.tenant_id', '=', tenantId)
    .where('users.user_id', '=', userId)
    .executeTakeFirstOrThrow()
