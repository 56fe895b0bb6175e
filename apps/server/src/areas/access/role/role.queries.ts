import { DEPT_TYPE } from '@chauffeur/contract/access/session'
import { type ExpressionBuilder, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'

export const roles = (db: TenantDb) => db.selectFrom('roles as r')
/** The asker counts as a holder too; everybody else only as far as the asker sees people. */
export const withHolders = (rows: ReturnType<typeof roles>) =>
  rows
    .leftJoin('users as editor', (join) => join.onRef('editor.tenant_id', '=', 'r.tenant_id').onRef('editor.user_id', '=', 'r.updated_by'))
    .select((eb) => [
      'r.role_id',
      'r.name',
      'r.remark',
      'r.administrator',
      'r.version',
      'r.updated_at',
      'editor.real_name as editor_name',
      codesOf(eb).as('function_codes'),
      eb
        .selectFrom('role_departments as rd')
        .select(sql<string[]>`coalesce(array_agg(rd.dept_id order by rd.dept_id), '{}')`.as('ids'))
        .whereRef('rd.tenant_id', '=', 'r.tenant_id')
        .whereRef('rd.role_id', '=', 'r.role_id')
        .as('dept_ids'),
      eb
        .selectFrom('user_roles as ur')
        .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'ur.tenant_id').onRef('u.user_id', '=', 'ur.user_id'))
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('ur.tenant_id', '=', 'r.tenant_id')
        .whereRef('ur.role_id', '=', 'r.role_id')
        .as('users'),
      eb
        .exists(
          eb
            .selectFrom('user_roles as mine')
            .select('mine.user_id')
            .whereRef('mine.tenant_id', '=', 'r.tenant_id')
            .whereRef('mine.role_id', '=', 'r.role_id')
            .where('mine.user_id', '=', sql<string>`app_user()`),
        )
        .as('own'),
    ])
const codesOf = (eb: ExpressionBuilder<DB & { r: DB['roles'] }, 'r'>) =>
  eb
    .selectFrom('role_functions as rf')
    .select(sql<string[]>`coalesce(array_agg(rf.function_code order by rf.function_code collate "C"), '{}')`.as('codes'))
    .whereRef('rf.tenant_id', '=', 'r.tenant_id')
    .whereRef('rf.role_id', '=', 'r.role_id')

export const roleWithUse = (db: TenantDb, roleId: string) => withHolders(roles(db)).where('r.role_id', '=', roleId).executeTakeFirst()
export type RoleDb = NonNullable<Awaited<ReturnType<typeof roleWithUse>>>

export const findRole = (db: TenantDb, roleId: string) =>
  db
    .selectFrom('roles as r')
    .select((eb) => ['r.role_id', 'r.name', 'r.version', codesOf(eb).as('function_codes')])
    .where('r.role_id', '=', roleId)
    .executeTakeFirst()

/** Every role with its functions and departments: what a person can be given. */
export const allRoles = (db: TenantDb) =>
  db
    .selectFrom('roles as r')
    .select((eb) => [
      'r.role_id',
      'r.name',
      'r.remark',
      codesOf(eb).as('function_codes'),
      eb
        .selectFrom('role_departments as rd')
        .select(sql<string[]>`coalesce(array_agg(rd.dept_id), '{}')`.as('ids'))
        .whereRef('rd.tenant_id', '=', 'r.tenant_id')
        .whereRef('rd.role_id', '=', 'r.role_id')
        .as('dept_ids'),
    ])
    .orderBy('r.role_id')
    .execute()

export const lockRole = (tx: TenantTx, roleId: string) =>
  tx.selectFrom('roles').select(['role_id', 'administrator', 'version']).where('role_id', '=', roleId).forUpdate().executeTakeFirst()
export const roleNamed = (tx: TenantTx, name: string) =>
  tx.selectFrom('roles').select('role_id').where('name', '=', name).executeTakeFirst()

/** How many have the role, and how many of them the asker cannot see. */
export const holdersBeyondSight = (tx: TenantTx, roleId: string) =>
  tx
    .selectFrom('user_roles as ur')
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'ur.tenant_id').onRef('u.user_id', '=', 'ur.user_id'))
    .select([sql<number>`count(*)::int`.as('all'), sql<number>`count(*) filter (where u.user_id is null)::int`.as('hidden')])
    .where('ur.role_id', '=', roleId)
    .executeTakeFirstOrThrow()

export const visibleDepts = async (tx: TenantTx, deptIds: readonly string[]) =>
  (
    await tx
      .selectFrom('departments')
      .select('dept_id')
      .where('dept_id', '=', sql<string>`any (${deptIds as string[]}::bigint[])`)
      .execute()
  ).map((row) => row.dept_id)

export const insertRole = async (tx: TenantTx, row: { tenantId: string; name: string; remark: string; by: string }) =>
  (
    await tx
      .insertInto('roles')
      .values({ tenant_id: row.tenantId, name: row.name, remark: row.remark, created_by: row.by, updated_by: row.by })
      .returning('role_id')
      .executeTakeFirstOrThrow()
  ).role_id
export const updateRole = async (tx: TenantTx, roleId: string, set: { name?: string; remark?: string }, by: string) =>
  (
    await tx
      .updateTable('roles')
      .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: by })
      .where('role_id', '=', roleId)
      .returning('version')
      .executeTakeFirstOrThrow()
  ).version
export const deleteRole = (tx: TenantTx, roleId: string) => tx.deleteFrom('roles').where('role_id', '=', roleId).execute()

export async function setRoleFunctions(tx: TenantTx, tenantId: string, roleId: string, change: { added: string[]; removed: string[] }) {
  if (change.removed.length)
    await tx
      .deleteFrom('role_functions')
      .where('role_id', '=', roleId)
      .where('function_code', '=', sql<string>`any (${change.removed}::text[])`)
      .execute()
  if (change.added.length)
    await tx
      .insertInto('role_functions')
      .values(change.added.map((code) => ({ tenant_id: tenantId, role_id: roleId, function_code: code })))
      .execute()
}
export async function setRoleDepartments(tx: TenantTx, tenantId: string, roleId: string, deptIds: readonly string[]) {
  await tx.deleteFrom('role_departments').where('role_id', '=', roleId).execute()
  if (deptIds.length)
    await tx
      .insertInto('role_departments')
      .values(deptIds.map((id) => ({ tenant_id: tenantId, role_id: roleId, dept_id: id })))
      .execute()
}

/** How far those see who have the role, as far as the asker sees them. */
export const holdersByReach = (db: TenantDb, roleId: string) =>
  db
    .selectFrom('user_roles as ur')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'ur.tenant_id').onRef('u.user_id', '=', 'ur.user_id'))
    .innerJoin('departments as d', (join) => join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.dept_id', '=', 'u.dept_id'))
    .select([
      sql<number>`count(*) filter (where d.dept_type = ${sql.lit(DEPT_TYPE.headquarters)} and u.all_cities)::int`.as('wholeTenant'),
      sql<number>`count(*) filter (where d.dept_type = ${sql.lit(DEPT_TYPE.headquarters)} and not u.all_cities)::int`.as('someCities'),
      sql<number>`count(*) filter (where d.dept_type = ${sql.lit(DEPT_TYPE.organisation)})::int`.as('organisation'),
      sql<number>`count(*) filter (where d.dept_type = ${sql.lit(DEPT_TYPE.partner)})::int`.as('partner'),
    ])
    .where('ur.role_id', '=', roleId)
    .executeTakeFirstOrThrow()
