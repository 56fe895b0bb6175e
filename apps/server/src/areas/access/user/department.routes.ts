import { departmentCalls } from '@chauffeur/contract/access/department'
import { allRoles, findRole } from '../role/index.ts'
import { lackingToGive, seesNothing } from '../function/index.ts'
import { implement } from '#platform/http/implement'
import { roleFitsDept } from './access.rules.ts'
import { deptUserList } from './department.list.ts'
import { departmentsOf, departmentsOfRole, findDept, plainDepartments, rolesBoundTo } from './department.queries.ts'
import { parentsFirst, pathOf } from './department.rules.ts'
import { addDept, changeDept, moveDept, removeDept } from './department.service.ts'
import { deptView } from './department.view.ts'

export const departmentRoutes = implement(
  'people',
  departmentCalls,
)({
  deptList: async ({ input, db, operator, scope }) => {
    if (seesNothing(scope)) return { rows: [] }
    const wanted = input.keyword?.toLowerCase() ?? ''
    const rows = parentsFirst((await departmentsOf(db)).map((row) => deptView(row, operator, scope)))
    return {
      rows: rows.filter(
        (row) => row.name.toLowerCase().includes(wanted) && (input.deptType === undefined || row.deptType === input.deptType),
      ),
    }
  },
  deptAdd: ({ input, db, ...context }) => addDept(input, { tx: db, ...context }),
  deptUpdate: ({ input, db, ...context }) => changeDept(input, { tx: db, ...context }),
  deptMove: ({ input, db, ...context }) => moveDept(input, { tx: db, ...context }),
  deptDelete: ({ input, db, ...context }) => removeDept(input, { tx: db, ...context }),
  deptRole: async ({ input, db, scope, fail }) => {
    if (seesNothing(scope) || !(await findDept(db, input.deptId))) return fail('people.deptNotFound')
    const rows = await rolesBoundTo(db, input.deptId)
    return { roles: rows.map((row) => ({ roleId: row.role_id, name: row.name, remark: row.remark })) }
  },
  deptRoleList: async ({ input, db, operator, scope, fail }) => {
    const rows = seesNothing(scope) ? [] : await plainDepartments(db)
    const depts = rows.map((row) => ({ deptId: row.dept_id, parentId: row.parent_id, deptType: row.dept_type }))
    const path = pathOf(depts, input.deptId)
    if (path.length === 0) return fail('people.deptNotFound')
    const roles = (await allRoles(db)).filter((role) => roleFitsDept({ deptIds: role.dept_ids ?? [] }, path))
    return {
      roles: roles.map((role) => {
        const lacking = lackingToGive(role.function_codes ?? [], operator.authorities)
        return { roleId: role.role_id, name: role.name, remark: role.remark, grantable: lacking.length === 0, lacking }
      }),
    }
  },
  deptUsers: deptUserList.page,
  deptSelectList: async ({ input, db, scope }) => {
    const rows = seesNothing(scope) ? [] : await plainDepartments(db)
    const options = parentsFirst(rows.map((row) => ({ ...row, deptId: row.dept_id, parentId: row.parent_id, deptType: row.dept_type })))
    return {
      options: options
        .filter((row) => input.deptType === undefined || row.deptType === input.deptType)
        .map((row) => ({ key: row.deptId, value: row.name, parentKey: row.parentId, deptType: row.deptType, cityIds: row.city_ids })),
    }
  },
  roleDepartments: async ({ input, db, scope, fail }) => {
    if (seesNothing(scope) || !(await findRole(db, input.roleId))) return fail('authority.roleNotFound')
    const rows = await departmentsOfRole(db, input.roleId)
    return { departments: rows.map((row) => ({ deptId: row.dept_id, name: row.name, deptType: row.dept_type })) }
  },
})
