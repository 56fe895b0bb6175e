import { departmentCalls } from '@chauffeur/contract/access/department'
import { sql } from 'kysely'
import { people, personLine } from '../role/index.ts'
import { seesNothing } from '../function/index.ts'
import { inFrom, is } from '#platform/list/conditions'
import { defineList } from '#platform/list/list'
import { findDept, plainDepartments } from './department.queries.ts'
import { subtreeOf } from './department.rules.ts'

/** The people of a department. */
export const deptUserList = defineList(departmentCalls.deptUsers, {
  ...personLine,
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
