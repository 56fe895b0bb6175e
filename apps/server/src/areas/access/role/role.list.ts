import { roleCalls } from '@chauffeur/contract/access/role'
import { userStatusText } from '@chauffeur/contract/access/people-model'
import { sql } from 'kysely'
import { flag, instant, number, text, words } from '#platform/list/columns'
import { holds, inFrom } from '#platform/list/conditions'
import { asc, defineList } from '#platform/list/list'
import { seesNothing } from '../function/index.ts'
import { findRole, roles, withHolders } from './role.queries.ts'
import { roleView } from './role.view.ts'
import { people, personLine } from './user-line.list.ts'

export const roleList = defineList(roleCalls.roleList, {
  from: ({ db }) => roles(db),
  filters: {
    keyword: holds('r.name', 'r.remark'),
    functionCode: (code) => sql<boolean>`r.role_id in (select role_id from role_functions where function_code = ${code})`,
    deptId: (deptId) => sql<boolean>`r.role_id in (select role_id from role_departments where dept_id = ${deptId})`,
  },
  key: 'r.role_id',
  order: [asc('r.role_id')],
  sorts: { name: asc('r.name'), updatedAt: asc('r.updated_at') },
  file: {
    module: import.meta.url,
    zh: '角色',
    en: 'Roles',
    columns: {
      name: text('名称', 'Name'),
      remark: text('备注', 'Remark'),
      functionCount: number('功能数', 'Functions'),
      userCount: number('用户数', 'People'),
      administrator: flag('管理员角色', "Administrators' role"),
      updatedByName: text('修改人', 'Changed by'),
      updatedAt: instant('修改时间', 'Changed'),
    },
  },
  select: withHolders,
  cutFirst: true,
  view: (row, { operator, scope }) => roleView(row, operator, scope),
  hidden: ({ scope }) => seesNothing(scope),
})

/** Who has a role. */
export const roleUserList = defineList(roleCalls.roleUsers, {
  ...personLine,
  file: {
    module: import.meta.url,
    zh: '角色用户',
    en: 'People of a role',
    columns: {
      username: text('用户名', 'Username'),
      realName: text('姓名', 'Name'),
      deptName: text('部门', 'Department'),
      status: words('状态', 'Status', userStatusText),
    },
  },
  refused: async ({ db, input, scope }) => (seesNothing(scope) || !(await findRole(db, input.roleId))) && 'authority.roleNotFound',
  from: ({ db, input }) =>
    people(db).where('u.user_id', 'in', (eb) =>
      eb.selectFrom('user_roles').select('user_roles.user_id').where('role_id', '=', input.roleId),
    ),
  filters: { ...personLine.filters, roleId: inFrom },
})
