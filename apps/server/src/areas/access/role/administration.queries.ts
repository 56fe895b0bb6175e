import { sql } from 'kysely'
import type { PlatformDb, TenantTx } from '#platform/database/db'

/** Administration of a tenant happens one write after the other: two administrators who disable each other cannot both win. */
export const lockAdministration = (tx: TenantTx, tenantId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`administration ${tenantId}`}, 11))`.execute(tx)

/** What a person may do at this moment, rather than when their session was last read. */
export const rightsOf = (tx: TenantTx, userId: string) =>
  tx
    .selectFrom('users')
    .select((eb) => [
      'status',
      'level',
      'platform_admin',
      eb
        .selectFrom('user_roles')
        .innerJoin('role_functions', (join) =>
          join.onRef('role_functions.tenant_id', '=', 'user_roles.tenant_id').onRef('role_functions.role_id', '=', 'user_roles.role_id'),
        )
        .select(sql<string[]>`coalesce(array_agg(distinct role_functions.function_code), '{}')`.as('codes'))
        .whereRef('user_roles.tenant_id', '=', 'users.tenant_id')
        .whereRef('user_roles.user_id', '=', 'users.user_id')
        .as('codes'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/**
 * Enabled people of the tenant who hold all of `needed`, leaving out one person or the functions that a role is about to lose.
 * Across the tenant whatever the asker sees, so it goes through the platform role; the administration lock keeps it true.
 */
export async function countHolders(
  db: PlatformDb,
  tenantId: string,
  needed: readonly string[],
  without: { userId?: string; roleId?: string; codes?: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users u
    where u.tenant_id = ${tenantId} and u.status = 'ENABLED' and u.user_id is distinct from ${without.userId ?? null}::bigint
      and not exists (
        select from unnest(${needed}::text[]) as wanted (code)
        where not exists (
          select from user_roles ur join role_functions rf on rf.tenant_id = ur.tenant_id and rf.role_id = ur.role_id
          where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id and rf.function_code = wanted.code
            and not (ur.role_id = ${without.roleId ?? null}::bigint and rf.function_code = any (${without.codes ?? []}::text[])) is true))`.execute(
    db,
  )
  return rows[0]!.n
}
