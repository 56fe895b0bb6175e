import type { DeptType } from '@chauffeur/contract/access/session'
import { sql } from 'kysely'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'

const COLUMNS = ['dept_id', 'parent_id', 'name', 'dept_type', 'city_ids', 'sort', 'version'] as const

/** Every department within sight, each with the people directly in it. */
export const departmentsOf = (db: TenantDb) =>
  db
    .selectFrom('departments as d')
    .leftJoin(
      db
        .selectFrom('users')
        .select(['dept_id', sql<number>`count(*)::int`.as('users')])
        .groupBy('dept_id')
        .as('n'),
      'n.dept_id',
      'd.dept_id',
    )
    .select(COLUMNS.map((column) => `d.${column}` as const))
    .select(sql<number>`coalesce(n.users, 0)`.as('users'))
    .orderBy('d.sort')
    .orderBy('d.dept_id')
    .execute()
export type DeptDb = Awaited<ReturnType<typeof departmentsOf>>[number]

export const plainDepartments = (db: TenantDb) => db.selectFrom('departments').select(COLUMNS).orderBy('sort').orderBy('dept_id').execute()
export type PlainDept = Awaited<ReturnType<typeof plainDepartments>>[number]

export const findDept = (db: TenantDb, deptId: string) =>
  db.selectFrom('departments').select(COLUMNS).where('dept_id', '=', deptId).executeTakeFirst()
export const lockDept = (tx: TenantTx, deptId: string) =>
  tx.selectFrom('departments').select(COLUMNS).where('dept_id', '=', deptId).forUpdate().executeTakeFirst()

/** Which cities departments run, whoever asks: for the whole tenant's sight. */
export const citiesRun = (tx: WholeTx) =>
  tx.selectFrom('tenant_cities').select(['org_id', 'city_id']).where('org_id', 'is not', null).execute()

export const siblingNamed = (tx: TenantTx, parentId: string | null, name: string, except: string | null) =>
  tx
    .selectFrom('departments')
    .select('dept_id')
    .where(sql<boolean>`parent_id is not distinct from ${parentId}::bigint`)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where(sql<boolean>`dept_id is distinct from ${except}::bigint`)
    .executeTakeFirst()

export const insertDept = async (
  tx: TenantTx,
  row: { tenantId: string; parentId: string; name: string; deptType: DeptType; cityIds: string[]; sort: number; by: string },
) =>
  (
    await tx
      .insertInto('departments')
      .values({
        tenant_id: row.tenantId,
        parent_id: row.parentId,
        name: row.name,
        dept_type: row.deptType,
        city_ids: row.cityIds,
        sort: row.sort,
        created_by: row.by,
        updated_by: row.by,
      })
      .returning('dept_id')
      .executeTakeFirstOrThrow()
  ).dept_id

export const updateDept = async (
  tx: TenantTx,
  deptId: string,
  set: { name?: string; dept_type?: DeptType; city_ids?: string[]; sort?: number; parent_id?: string },
  by: string,
) =>
  (
    await tx
      .updateTable('departments')
      .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: by })
      .where('dept_id', '=', deptId)
      .returning('version')
      .executeTakeFirstOrThrow()
  ).version

export const orderDepts = (tx: TenantTx, order: readonly string[]) =>
  sql`update departments set sort = place.position - 1 from unnest(${order}::bigint[]) with ordinality as place (dept_id, position)
    where departments.dept_id = place.dept_id and departments.sort <> place.position - 1`.execute(tx)

/** Direct people, whoever sees them is asked through foreign keys; here those within sight. */
export const deptUse = (tx: TenantTx, deptId: string) =>
  tx
    .selectNoFrom((eb) => [
      eb.selectFrom('users').select(sql<number>`count(*)::int`.as('n')).where('dept_id', '=', deptId).as('users'),
      eb.selectFrom('departments').select(sql<number>`count(*)::int`.as('n')).where('parent_id', '=', deptId).as('departments'),
      eb.selectFrom('role_departments').select(sql<number>`count(*)::int`.as('n')).where('dept_id', '=', deptId).as('roles'),
      eb.selectFrom('drivers').select(sql<number>`count(*)::int`.as('n')).where('org_id', '=', deptId).as('drivers'),
      eb.selectFrom('tenant_cities').select(sql<number>`count(*)::int`.as('n')).where('org_id', '=', deptId).as('cities'),
      eb
        .selectFrom(eb.selectFrom('orders').select('order_id').where('org_id', '=', deptId).limit(1).as('o'))
        .select(sql<number>`count(*)::int`.as('n'))
        .as('orders'),
    ])
    .executeTakeFirstOrThrow()

export const deleteDept = (tx: TenantTx, deptId: string) => tx.deleteFrom('departments').where('dept_id', '=', deptId).execute()

export const rolesBoundTo = (db: TenantDb, deptId: string) =>
  db
    .selectFrom('role_departments as rd')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'rd.tenant_id').onRef('r.role_id', '=', 'rd.role_id'))
    .select(['r.role_id', 'r.name', 'r.remark'])
    .where('rd.dept_id', '=', deptId)
    .orderBy('r.role_id')
    .execute()

export const departmentsOfRole = (db: TenantDb, roleId: string) =>
  db
    .selectFrom('role_departments as rd')
    .innerJoin('departments as d', (join) => join.onRef('d.tenant_id', '=', 'rd.tenant_id').onRef('d.dept_id', '=', 'rd.dept_id'))
    .select(['d.dept_id', 'd.name', 'd.dept_type'])
    .where('rd.role_id', '=', roleId)
    .orderBy('d.dept_id')
    .execute()
