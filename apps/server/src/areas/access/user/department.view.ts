import type { OperatorSession } from '#platform/identity/session'
import type { Reach } from './access.rules.ts'
import type { DeptDb } from './department.queries.ts'

export function deptView(row: DeptDb, operator: OperatorSession, scope: Reach) {
  const within = scope.channel === '*' && scope.cities.length > 0 && (scope.orgs === '*' || scope.orgs.includes(row.dept_id))
  const edits = within && operator.authorities.has('department.edit')
  return {
    deptId: row.dept_id,
    parentId: row.parent_id,
    name: row.name,
    deptType: row.dept_type,
    cityIds: row.city_ids,
    sort: row.sort,
    userCount: row.users,
    version: row.version,
    allowedActions: edits ? ['edit', 'add', ...(row.parent_id === null ? [] : ['move', 'delete'])] : [],
  }
}
