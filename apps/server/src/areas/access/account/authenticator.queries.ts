import { sql } from 'kysely'
import { needsAuthenticator } from '../session/index.ts'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import type { UserKey } from './code.queries.ts'

/** A new binding takes the place of one under way. */
export async function openBinding(tx: PlatformDb, who: UserKey, ticketHash: Buffer, validS: number): Promise<void> {
  await tx.deleteFrom('authenticator_bindings').where('tenant_id', '=', who.tenantId).where('user_id', '=', who.userId).execute()
  await tx.deleteFrom('authenticator_bindings').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()
  await tx
    .insertInto('authenticator_bindings')
    .values({
      ticket_hash: ticketHash,
      tenant_id: who.tenantId,
      user_id: who.userId,
      expires_at: sql<Date>`now() + make_interval(secs => ${validS})`,
    })
    .execute()
}

export const lockBinding = (tx: PlatformDb, ticketHash: Buffer) =>
  tx
    .selectFrom('authenticator_bindings')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'authenticator_bindings.tenant_id').onRef('users.user_id', '=', 'authenticator_bindings.user_id'),
    )
    .innerJoin('tenants', 'tenants.tenant_id', 'authenticator_bindings.tenant_id')
    .select([
      'authenticator_bindings.tenant_id',
      'authenticator_bindings.user_id',
      'authenticator_bindings.step',
      'authenticator_bindings.secret',
      'authenticator_bindings.wrong',
      'users.username',
      'users.real_name',
      'tenants.brand_name',
    ])
    .where('ticket_hash', '=', ticketHash)
    .where('authenticator_bindings.expires_at', '>', sql<Date>`now()`)
    .where('users.status', '=', 'ENABLED')
    .forUpdate('authenticator_bindings')
    .executeTakeFirst()

export const moveBinding = (tx: PlatformDb, ticketHash: Buffer, set: { step: 'CHECKED' } | { step: 'SHOWN'; secret: string }) =>
  tx.updateTable('authenticator_bindings').set(set).where('ticket_hash', '=', ticketHash).execute()
export const countWrongConfirm = (tx: PlatformDb, ticketHash: Buffer) =>
  tx
    .updateTable('authenticator_bindings')
    .set((eb) => ({ wrong: eb('wrong', '+', 1) }))
    .where('ticket_hash', '=', ticketHash)
    .execute()
export const closeBinding = (tx: PlatformDb, ticketHash: Buffer) =>
  tx.deleteFrom('authenticator_bindings').where('ticket_hash', '=', ticketHash).execute()

/** Binds a sealed secret, or with null takes it away; the recovery codes are replaced or gone with it. */
export async function saveSecret(tx: PlatformDb, who: UserKey, secret: { sealed: string; step: number } | null): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({
      totp_secret: secret?.sealed ?? null,
      totp_last_step: secret?.step ?? null,
      totp_bound_at: secret ? sql<Date>`now()` : null,
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', who.tenantId)
    .where('user_id', '=', who.userId)
    .execute()
}
export async function saveRecoveryCodes(tx: PlatformDb, who: UserKey, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('tenant_id', '=', who.tenantId).where('user_id', '=', who.userId).execute()
  if (hashes.length)
    await tx
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ tenant_id: who.tenantId, user_id: who.userId, code_hash })))
      .execute()
}

export const authenticatorState = (tx: PlatformDb, who: UserKey) =>
  tx
    .selectFrom('users')
    .select((eb) => [
      'totp_bound_at',
      'phone',
      eb('totp_secret', 'is not', null).as('bound'),
      eb
        .selectFrom('recovery_codes')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('recovery_codes.tenant_id', '=', 'users.tenant_id')
        .whereRef('recovery_codes.user_id', '=', 'users.user_id')
        .where('used_at', 'is', null)
        .as('codes_left'),
      needsAuthenticator.as('required'),
    ])
    .where('tenant_id', '=', who.tenantId)
    .where('user_id', '=', who.userId)
    .executeTakeFirstOrThrow()

export const rolesOfPolicy = (db: TenantDb) =>
  db
    .selectFrom('roles')
    .leftJoin('authenticator_roles', (join) =>
      join.onRef('authenticator_roles.tenant_id', '=', 'roles.tenant_id').onRef('authenticator_roles.role_id', '=', 'roles.role_id'),
    )
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.tenant_id', '=', 'roles.tenant_id').onRef('user_roles.role_id', '=', 'roles.role_id'),
    )
    .leftJoin('users', (join) =>
      join
        .onRef('users.tenant_id', '=', 'user_roles.tenant_id')
        .onRef('users.user_id', '=', 'user_roles.user_id')
        .on('users.status', '=', 'ENABLED'),
    )
    .select([
      'roles.role_id',
      'roles.name',
      sql<boolean>`bool_or(authenticator_roles.role_id is not null)`.as('required'),
      sql<number>`count(users.user_id)::int`.as('users'),
      sql<number>`count(users.user_id) filter (where users.totp_secret is null)::int`.as('unbound'),
    ])
    .groupBy(['roles.role_id', 'roles.name'])
    .orderBy('roles.role_id')
    .execute()

/** Until the transaction ends nobody else changes them. */
export const lockPolicyRoles = (tx: TenantTx, tenantId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`account policy ${tenantId}`}, 11))`.execute(tx)

/** Sets the roles that need an authenticator. */
export async function savePolicyRoles(tx: TenantTx, tenantId: string, roleIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('authenticator_roles').where('tenant_id', '=', tenantId).execute()
  if (roleIds.length)
    await tx
      .insertInto('authenticator_roles')
      .values(roleIds.map((roleId) => ({ tenant_id: tenantId, role_id: roleId })))
      .execute()
}
