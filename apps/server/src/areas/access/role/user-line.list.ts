import type { TenantDb } from '#platform/database/db'
import { holds } from '#platform/list/conditions'
import { asc } from '#platform/list/list'

export const people = (db: TenantDb) =>
  db
    .selectFrom('users as u')
    .innerJoin('departments as d', (join) => join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.dept_id', '=', 'u.dept_id'))
const shown = (rows: ReturnType<typeof people>) =>
  rows.select(['u.user_id', 'u.username', 'u.real_name', 'u.dept_id', 'u.status', 'd.name as dept_name'])
type PersonDb = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

/** People as the lists of a role's holders and of a department name them. */
export const personLine = {
  filters: { keyword: holds('u.username', 'u.real_name') },
  key: 'u.user_id',
  order: [asc('u.user_id')],
  select: shown,
  view: (row: PersonDb) => ({
    userId: row.user_id,
    username: row.username,
    realName: row.real_name,
    deptId: row.dept_id,
    deptName: row.dept_name,
    status: row.status,
  }),
} as const
