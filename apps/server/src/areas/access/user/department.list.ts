import { departmentCalls } from '@chauffeur/contract/access/department'
import { sql } from 'kysely'
import { people, personLine } from '../role/index.ts'
import { seesNothing } from '../function/index.ts'
import { userStatusText } from '@chauffeur/contract/access/people-model'
import { text, words } from '#platform/list/columns'
import { inFrom, is } from '#platform/list/conditions'
import { defineList } from '#platform/list/list'
import { findDept, plainDepartments } from './department.queries.ts'
import { subtreeOf } from './department.rules.ts'

/** The people of a department. */
export const deptUserList = defineList(departmentCalls.deptUsers, {
  ...personLine,
  file: {
    module: import.meta.url,
    zh: '部门用户',
    en: 'People of a department',
    columns: {
      username: text('用户名', 'Username'),
      realName: text('姓名', 'Name'),
      deptName: text('部门', 'Department'),
      status: words('状态', 'Status', userStatusText),
    },
  },
  refused: async ({ db, input, scope }) => (seesNothing(scope) || !(await findDept(db, input.deptId))) && 'people.deptNotFound',
  from: ({ db }) => people(db),
  filters: {
    ...personLine.filters,
    deptId: async (deptId, { db, input }) => {
      if (!input.withBelow) return is('u.dept_id')(deptId)
      const depts = (await plainDepartments(db)).map((row) => ({ deptId: row.dept_id, parentId: row.parent_id, deptType: row.dept_type }))
      return sql<boolean>`u.dept_id = any (${subtreeOf(depts, deptId)}::bigint[])`
    },
    withBelow: inFrom,
  },
})
