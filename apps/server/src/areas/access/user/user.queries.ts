import type { UserStatus } from '@chauffeur/contract/access/people-model'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

export const users = (db: TenantDb) =>
  db
    .selectFrom('users as u')
    .innerJoin('departments as d', (join) => join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.dept_id', '=', 'u.dept_id'))
    .leftJoin('channels as c', (join) => join.onRef('c.tenant_id', '=', 'u.tenant_id').onRef('c.channel_id', '=', 'u.channel_id'))

const COLUMNS = [
  'u.user_id',
  'u.username',
  'u.real_name',
  'u.phone',
  'u.email',
  'u.level',
  'u.dept_id',
  'd.name as dept_name',
  'd.dept_type',
  'u.all_cities',
  'u.city_ids',
  'u.channel_id',
  'c.name as channel_name',
  'u.platform_admin',
  'u.status',
  'u.last_sign_in_at',
  'u.version',
] as const

/** The rows' columns with roles and functions. */
export const complete = (rows: ReturnType<typeof users>) =>
  rows.select(COLUMNS).select((eb) => [
    sql<boolean>`u.totp_secret is not null`.as('authenticator'),
    eb
      .selectFrom('user_roles as ur')
      .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.role_id', '=', 'ur.role_id'))
      .select(
        sql<
          { roleId: string; name: string }[]
        >`coalesce(json_agg(json_build_object('roleId', r.role_id::text, 'name', r.name) order by r.role_id), '[]')`.as('roles'),
      )
      .whereRef('ur.tenant_id', '=', 'u.tenant_id')
      .whereRef('ur.user_id', '=', 'u.user_id')
      .as('roles'),
    eb
      .selectFrom('user_roles as ur')
      .innerJoin('role_functions as rf', (join) => join.onRef('rf.tenant_id', '=', 'ur.tenant_id').onRef('rf.role_id', '=', 'ur.role_id'))
      .select(sql<string[]>`coalesce(array_agg(distinct rf.function_code), '{}')`.as('codes'))
      .whereRef('ur.tenant_id', '=', 'u.tenant_id')
      .whereRef('ur.user_id', '=', 'u.user_id')
      .as('codes'),
  ])

export const findUser = (db: TenantDb, userId: string) => complete(users(db).where('u.user_id', '=', userId)).executeTakeFirst()
export type UserDb = NonNullable<Awaited<ReturnType<typeof findUser>>>

export const lockUser = (tx: TenantTx, userId: string) =>
  tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirst()

export interface UserValues {
  real_name?: string
  phone?: string
  email?: string
  level?: number
  dept_id?: string
  all_cities?: boolean
  city_ids?: string[]
  channel_id?: string | null
  status?: UserStatus
}
/** Undefined when the username is taken, in whatever tenant. */
export const insertUser = async (
  tx: TenantTx,
  row: Required<Omit<UserValues, 'status'>> & { username: string; passwordHash: string },
  who: { tenantId: string; by: string },
) => {
  const { username, passwordHash, ...values } = row
  const made = await tx
    .insertInto('users')
    .values({ ...values, tenant_id: who.tenantId, username, password_hash: passwordHash, created_by: who.by, updated_by: who.by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return made?.user_id
}

export const updateUser = async (tx: TenantTx, userId: string, set: UserValues, by: string) =>
  (
    await tx
      .updateTable('users')
      .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: by })
      .where('user_id', '=', userId)
      .returning('version')
      .executeTakeFirstOrThrow()
  ).version

/** No password matches until the person sets one through a link. */
export const setUnusablePassword = (tx: TenantTx, userId: string, passwordHash: string, by: string) =>
  tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, updated_by: by })
    .where('user_id', '=', userId)
    .execute()

export async function setUserRoles(tx: TenantTx, tenantId: string, userId: string, roleIds: readonly string[]) {
  await tx
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where(sql<boolean>`role_id <> all (${roleIds as string[]}::bigint[])`)
    .execute()
  if (roleIds.length)
    await tx
      .insertInto('user_roles')
      .values(roleIds.map((role_id) => ({ tenant_id: tenantId, user_id: userId, role_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export const deleteUser = (tx: TenantTx, userId: string) => tx.deleteFrom('users').where('user_id', '=', userId).execute()

/** Ends every session of a person; their tokens' hashes, so that this process forgets them. */
export const endSessionsOf = async (tx: TenantTx, userId: string, reason: 'PASSWORD' | 'DISABLED') =>
  (
    await tx
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()`, end_reason: reason })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .returning('token_hash')
      .execute()
  ).map((row) => row.token_hash)

export const tokenHashOf = (tx: TenantTx, sessionId: string) =>
  tx.selectFrom('sessions').select('token_hash').where('session_id', '=', sessionId).executeTakeFirst()

export const ownLevel = async (db: TenantDb, userId: string) =>
  (await db.selectFrom('users').select('level').where('user_id', '=', userId).executeTakeFirst())?.level ?? 0

export const rolesOf = (db: TenantDb, userId: string) =>
  db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.role_id', '=', 'ur.role_id'))
    .select((eb) => [
      'r.role_id',
      'r.name',
      eb
        .selectFrom('role_functions as rf')
        .select(sql<string[]>`coalesce(array_agg(rf.function_code), '{}')`.as('codes'))
        .whereRef('rf.tenant_id', '=', 'r.tenant_id')
        .whereRef('rf.role_id', '=', 'r.role_id')
        .as('codes'),
    ])
    .where('ur.user_id', '=', userId)
    .orderBy('r.role_id')
    .execute()
