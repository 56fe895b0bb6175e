import { roleCalls } from '@chauffeur/contract/access/role'
import { implement } from '#platform/http/implement'
import { functionsByCode } from '../function/index.ts'
import { functionView } from '../function/index.ts'
import { seesNothing } from '../function/index.ts'
import { roleList, roleUserList } from './role.list.ts'
import { findRole, holdersByReach, roleWithUse } from './role.queries.ts'
import { addRole, changeRole, copyRole, removeRole } from './role.service.ts'
import { roleView } from './role.view.ts'

export const roleRoutes = implement(
  'authority',
  roleCalls,
)({
  roleList: roleList.page,
  roleInfo: async ({ input, db, operator, scope, fail }) => {
    const row = seesNothing(scope) ? undefined : await roleWithUse(db, input.roleId)
    if (!row) return fail('authority.roleNotFound')
    const holders = await holdersByReach(db, input.roleId)
    return { ...roleView(row, operator, scope), functionCodes: row.function_codes ?? [], holders }
  },
  roleAdd: ({ input, db, operator, scope, platform, audit, fail }) => addRole(input, { tx: db, operator, scope, platform, audit, fail }),
  roleUpdate: ({ input, db, operator, scope, platform, audit, fail }) =>
    changeRole(input, { tx: db, operator, scope, platform, audit, fail }),
  roleDelete: ({ input, db, operator, scope, platform, audit, fail }) =>
    removeRole(input, { tx: db, operator, scope, platform, audit, fail }),
  roleCopy: ({ input, db, operator, scope, platform, audit, fail }) => copyRole(input, { tx: db, operator, scope, platform, audit, fail }),
  roleCompare: async ({ input, db, operator, scope, fail }) => {
    const [role, other] = seesNothing(scope) ? [] : await Promise.all([findRole(db, input.roleId), findRole(db, input.otherRoleId)])
    if (!role || !other) return fail('authority.roleNotFound')
    const left = new Set(role.function_codes)
    const right = new Set(other.function_codes)
    const rows = (await functionsByCode(db, [...new Set([...left, ...right])])).map((row) => functionView(row, operator))
    return {
      role: { roleId: role.role_id, name: role.name },
      other: { roleId: other.role_id, name: other.name },
      both: rows.filter((row) => left.has(row.code) && right.has(row.code)),
      onlyRole: rows.filter((row) => !right.has(row.code)),
      onlyOther: rows.filter((row) => !left.has(row.code)),
    }
  },
  roleFunctionIds: async ({ input, db, scope, fail }) => {
    const role = seesNothing(scope) ? undefined : await findRole(db, input.roleId)
    return role ? { functionIds: role.function_codes ?? [], version: role.version } : fail('authority.roleNotFound')
  },
  roleFunctions: async ({ input, db, operator, scope, fail }) => {
    const role = seesNothing(scope) ? undefined : await findRole(db, input.roleId)
    if (!role) return fail('authority.roleNotFound')
    const rows = await functionsByCode(db, role.function_codes ?? [])
    return { roleId: role.role_id, name: role.name, version: role.version, functions: rows.map((row) => functionView(row, operator)) }
  },
  roleUsers: roleUserList.page,
})
