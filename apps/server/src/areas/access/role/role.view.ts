import { lackingToGive, type Reach, roleWithin } from '../function/index.ts'
import type { RoleDb } from './role.queries.ts'

interface Caller {
  authorities: ReadonlySet<string>
}

export function roleView(row: RoleDb, caller: Caller, scope: Reach) {
  const codes = row.function_codes ?? []
  const deptIds = row.dept_ids ?? []
  const lacking = lackingToGive(codes, caller.authorities)
  const able = caller.authorities.has('role.edit') && lacking.length === 0
  const edits = able && roleWithin(deptIds, scope)
  return {
    roleId: row.role_id,
    name: row.name,
    remark: row.remark,
    deptIds,
    functionCount: codes.length,
    userCount: row.users ?? 0,
    administrator: row.administrator,
    own: row.own === true,
    lacking,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    updatedByName: row.editor_name ?? '',
    allowedActions: [
      ...(edits ? ['edit'] : []),
      ...(edits && row.own !== true ? ['editFunctions'] : []),
      ...(edits && row.users === 0 && !row.administrator ? ['delete'] : []),
      ...(able ? ['copy'] : []),
      ...(caller.authorities.has('user.edit') && lacking.length === 0 ? ['assign'] : []),
    ],
  }
}
